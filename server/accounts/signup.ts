import type { SignupForm } from '#domain/accounts/account.ts'
import type { Role } from '#domain/accounts/user.ts'
import { recordConsent } from '#server/accounts/queries.ts'
import type { Db } from '#server/db/connection.ts'
import { OverloadedError } from '#server/http/load-shedding.ts'
import { hashPassword } from './passwords.ts'
import { insertAccount } from './queries.ts'

type Created = { ok: true; userId: string } | { ok: false; reason: 'email-taken' }
export type SignedUp = Created | { ok: false; reason: 'busy' }

/** Signs up a shopper; the role is always user. */
export async function signUp(shop: { db: Db }, { name, email, password }: SignupForm): Promise<SignedUp> {
  try {
    return await createAccount(shop, { name, email, password, role: 'user' }, { sawNotice: true })
  } catch (error) {
    if (error instanceof OverloadedError) return { ok: false, reason: 'busy' }
    throw error
  }
}

/**
 * Creates an account in any role, for signup and for seeding.
 *
 * @param sawNotice also records that its owner was shown the notice about their data
 * @throws OverloadedError
 */
export async function createAccount(
  { db }: { db: Db },
  { password, email, ...account }: SignupForm & { role: Role; isEmailConfirmed?: boolean },
  { sawNotice = false } = {},
): Promise<Created> {
  const passwordHash = await hashPassword(password)
  const userId = await db.transaction(async (tx) => {
    const created = await insertAccount(tx, { ...account, email: email.toLowerCase(), passwordHash })
    if (created && sawNotice) await recordConsent(tx, created, 'signup')
    return created
  })
  return userId ? { ok: true, userId } : { ok: false, reason: 'email-taken' }
}
