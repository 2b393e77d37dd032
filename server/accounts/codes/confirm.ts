import { updateEmailConfirmed } from '#server/accounts/queries.ts'
import type { Session } from '#server/accounts/session-cache.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { RateLimited } from '#server/http/rate-limit.ts'
import type { Shop } from '#server/shop.ts'
import { checkCode } from './codes.ts'

export type Confirmation =
  | { ok: true }
  | { ok: false; reason: 'wrong' }
  | { ok: false; reason: 'too-many'; tooMany: RateLimited }

/** Confirms the address of somebody who is logged in; password and sessions stay. */
export async function confirmEmail(
  shop: Pick<Shop, 'auth' | 'db' | 'limits' | 'securityLog' | 'sessions'>,
  { id: askedBy, user }: Pick<Session, 'id' | 'user'>,
  { code, address }: { code: string; address: string },
): Promise<Confirmation> {
  const tooMany = await shop.limits.consume('code', { address })
  if (tooMany) return { ok: false, reason: 'too-many', tooMany }
  if (!(await checkCode(shop, { purpose: 'confirm-email', email: user.email, askedBy }, code))) {
    shop.securityLog.record('code-failed', { account: user.userId, address })
    return { ok: false, reason: 'wrong' }
  }
  await shop.db.transaction(async (tx) => {
    await updateEmailConfirmed(tx, user.userId)
    await insertAudit(tx, user, {
      action: 'confirm address',
      subject: `user ${user.userId}`,
      before: { confirmed: false },
      after: { confirmed: true },
    })
  })
  shop.sessions.forget(user.userId)
  shop.securityLog.record('address-confirmed', { account: user.userId, address, by: 'session' })
  return { ok: true }
}
