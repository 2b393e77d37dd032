import { isSecondFactorRequired, mayRequireSecondFactor } from '#domain/accounts/second-factor.ts'
import type { User } from '#domain/accounts/user.ts'
import type { Session } from '#server/accounts/session-cache.ts'
import { lockSettings } from '#server/settings/queries.ts'
import { saveSettings } from '#server/settings/settings.ts'
import type { Shop } from '#server/shop.ts'
import { findFactors } from './queries.ts'

/** False: this admin has no second factor to rely on, and would be locked out. */
export async function requireSecondFactor(
  { db }: Pick<Shop, 'db'>,
  admin: User,
  isRequired: boolean,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Locked, so that nobody removes a second factor meanwhile.
    await lockSettings(tx)
    if (isRequired && !mayRequireSecondFactor(await findFactors(tx, admin.userId))) return false
    await saveSettings(tx, admin, { requireSecondFactor: isRequired })
    return true
  })
}

/** A session without the second factor that is required of its user. Until it is set up it may do what a shopper's may. */
export async function lacksSecondFactor(
  { settings }: Pick<Shop, 'settings'>,
  session: Session | undefined,
): Promise<boolean> {
  if (!session || session.hasSecondFactor) return false
  return isSecondFactorRequired(session.user, await settings.read())
}
