import type { User } from '#domain/accounts/user.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { RateLimited } from '#server/http/rate-limit.ts'
import type { Shop } from '#server/shop.ts'
import { verifyCode } from './codes.ts'

export type Confirmation =
  | { ok: true }
  | { ok: false; reason: 'wrong' }
  | { ok: false; reason: 'too-many'; tooMany: RateLimited }

/** Confirms the address of somebody who is logged in; password and sessions stay. */
export async function confirmEmail(
  shop: Pick<Shop, 'auth' | 'db' | 'limits' | 'securityLog' | 'sessions'>,
  user: User,
  { code, address }: { code: string; address: string },
): Promise<Confirmation> {
  const tooMany = await shop.limits.consume('code', { address })
  if (tooMany) return { ok: false, reason: 'too-many', tooMany }
  if (!(await verifyCode(shop, { email: user.email, code }))) {
    shop.securityLog.record('code-failed', { account: user.uid, address })
    return { ok: false, reason: 'wrong' }
  }
  shop.sessions.forget(user.uid)
  shop.securityLog.record('address-confirmed', { account: user.uid, address, by: 'session' })
  await shop.db.transaction((tx) =>
    insertAudit(tx, user, {
      action: 'confirm address',
      subject: `user ${user.uid}`,
      before: { confirmed: false },
      after: { confirmed: true },
    }),
  )
  return { ok: true }
}
