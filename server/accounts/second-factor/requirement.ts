import type { User } from '#domain/account.ts'
import { mayRequireSecondFactor } from '#domain/second-factor.ts'
import { saveSettings } from '#server/settings/settings.ts'
import type { Shop } from '#server/shop.ts'
import { findFactors } from './queries.ts'

/** False: this admin has no second factor to rely on, and would be locked out. */
export async function requireSecondFactor(
  { db }: Pick<Shop, 'db'>,
  admin: User,
  isRequired: boolean,
): Promise<boolean> {
  return saveSettings(
    { db },
    admin,
    { requireSecondFactor: isRequired },
    async (tx) => !isRequired || mayRequireSecondFactor(await findFactors(tx, admin.uid)),
  )
}
