import type { PasswordForm } from '#domain/accounts/profile.ts'
import { isCommonPassword } from '#server/accounts/common-passwords.ts'
import { enqueueNotice } from '#server/accounts/notices.ts'
import { hashPassword, verifyPassword } from '#server/accounts/passwords.ts'
import { findPasswordHash, lockAccountById, lockPasswordHash, updatePasswordHash } from '#server/accounts/queries.ts'
import { removeResetTokensOf } from '#server/accounts/recovery/queries.ts'
import type { Session } from '#server/accounts/session-cache.ts'
import { removeOtherSessionsOf, updateConfirmed } from '#server/accounts/session-queries.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Shop } from '#server/shop.ts'
import { isProven } from './profile.ts'

type PasswordShop = Pick<Shop, 'db' | 'sessions' | 'now'>

/**
 * `wrong-password`: the current one is wrong. `unproven`: an account without a password, in a session that was not
 * confirmed lately. `conflict`: it was changed elsewhere meanwhile. `common`: too common for sellers and admins.
 */
export type PasswordChange =
  | { ok: true; passwordHash: string }
  | { ok: false; reason: 'wrong-password' | 'unproven' | 'conflict' | 'common' }

/**
 * Changes the password, or sets the first one. All other sessions end, and the owner is told by email.
 *
 * @throws OverloadedError
 */
export async function changePassword(
  shop: PasswordShop,
  session: Session,
  { currentPassword, newPassword }: PasswordForm,
): Promise<PasswordChange> {
  const userId = session.user.userId
  const known = await findPasswordHash(shop.db, userId)
  const refusal = await checkOwner(shop, session, { known, password: currentPassword })
  if (refusal) return { ok: false, reason: refusal }

  if (session.user.role !== 'user' && (await isCommonPassword(newPassword))) return { ok: false, reason: 'common' }
  const passwordHash = await hashPassword(newPassword)
  const isChanged = await shop.db.transaction(async (tx) => {
    const owner = await lockAccountById(tx, userId)
    if (!owner || (await lockPasswordHash(tx, userId)) !== known) return false
    await updatePasswordHash(tx, userId, passwordHash)
    await updateConfirmed(tx, session.id)
    const endedSessions = await removeOtherSessionsOf(tx, userId, session.id)
    await removeResetTokensOf(tx, userId)
    await insertAudit(tx, session.user, {
      action: 'change password',
      subject: `user ${userId}`,
      before: { password: known ? 'as before' : 'none' },
      after: { password: 'new', endedSessions },
    })
    await enqueueNotice(tx, 'password-changed', owner, shop.now())
    return true
  })
  shop.sessions.forget(userId)
  return isChanged ? { ok: true, passwordHash } : { ok: false, reason: 'conflict' }
}

/** @throws OverloadedError */
export async function checkOwner(
  shop: Pick<Shop, 'db'>,
  session: Session,
  { known, password }: { known: string | undefined; password: string },
): Promise<'wrong-password' | 'unproven' | undefined> {
  if (known) return (await verifyPassword({ hash: known, password })) ? undefined : 'wrong-password'
  return (await isProven(shop, session)) ? undefined : 'unproven'
}
