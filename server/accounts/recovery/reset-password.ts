import { isMailboxEnough } from '#domain/accounts/second-factor.ts'
import { isCommonPassword } from '#server/accounts/common-passwords.ts'
import { enqueueNotice } from '#server/accounts/notices.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import {
  findAccount,
  lockAccount,
  lockAccountById,
  removeSessionsOf,
  updatePasswordHash,
} from '#server/accounts/queries.ts'
import { type Actor, COMMAND_LINE, insertAudit } from '#server/db/audit-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import type { Shop } from '#server/shop.ts'
import { consumeResetToken, findResetToken, removeResetTokensOf } from './queries.ts'

/** `common`: an admin, a seller or a member of staff chose one of the commonest passwords. */
export type PasswordReset = { ok: true; userId: string } | { ok: false; reason: 'expired' | 'common' }

/** Sets the password with a link from an email, and ends all sessions of its account. @throws OverloadedError */
export async function resetPassword(
  shop: Pick<Shop, 'db' | 'now' | 'settings'>,
  { token, password }: { token: string; password: string },
): Promise<PasswordReset> {
  // Checked before the token is used up, so that the visitor can try another password, and before the expensive hash.
  const sentTo = await findResetToken(shop.db, token)
  const known = sentTo && (await findAccount(shop.db, sentTo.email))
  if (!known) return { ok: false, reason: 'expired' }
  if ((known.role !== 'user' || known.staff) && (await isCommonPassword(password)))
    return { ok: false, reason: 'common' }
  const passwordHash = await hashPassword(password)
  const required = await shop.settings.read()
  return shop.db.transaction(async (tx): Promise<PasswordReset> => {
    const owner = await consumeResetToken(tx, token)
    const account = owner && (await lockAccountById(tx, owner.userId))
    // The account's address may have changed since the email was sent.
    if (!account?.isEmailConfirmed || account.email !== owner?.email) return { ok: false, reason: 'expired' }
    // The shop may have begun to require a second factor since.
    if (!isMailboxEnough(account, required)) return { ok: false, reason: 'expired' }
    const endedSessions = await replacePassword(tx, account, passwordHash, shop.now())
    await insertAudit(tx, account, {
      action: 'reset password',
      subject: `user ${account.userId}`,
      after: { password: 'new', endedSessions },
    })
    return { ok: true, userId: account.userId }
  })
}

/** For the command line. Undefined: nobody has this address. @throws OverloadedError */
export async function setPassword(
  shop: Pick<Shop, 'db' | 'now'>,
  { email, password }: { email: string; password: string },
): Promise<{ userId: string; endedSessions: number } | undefined> {
  const passwordHash = await hashPassword(password)
  return shop.db.transaction(async (tx) => {
    const account = await lockAccount(tx, email)
    if (!account) return undefined
    const endedSessions = await replacePassword(tx, account, passwordHash, shop.now())
    await insertAudit(tx, COMMAND_LINE, {
      action: 'set password',
      subject: `user ${account.userId}`,
      after: { password: 'new', endedSessions },
    })
    return { userId: account.userId, endedSessions }
  })
}

/** Also invalidates the other links, and queues an email about the change. @returns how many sessions ended */
async function replacePassword(tx: Transaction, account: Actor, passwordHash: string, now: Date): Promise<number> {
  // Password first: a concurrent login either checks the new password or has a session that is removed below.
  const { userId } = account
  await updatePasswordHash(tx, userId, passwordHash)
  await removeResetTokensOf(tx, userId)
  await enqueueNotice(tx, 'password-changed', account, now)
  return removeSessionsOf(tx, userId)
}
