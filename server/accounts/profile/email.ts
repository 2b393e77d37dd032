import type { EmailForm, NewEmailForm } from '#domain/accounts/profile.ts'
import { checkCode } from '#server/accounts/codes/codes.ts'
import { enqueueNotice } from '#server/accounts/notices.ts'
import { findPasswordHash, lockAccountById, updateEmailOf } from '#server/accounts/queries.ts'
import { removeResetTokensOf } from '#server/accounts/recovery/queries.ts'
import type { Session } from '#server/accounts/session-cache.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import type { Shop } from '#server/shop.ts'
import { checkOwner } from './password.ts'

export type EmailRequest = { ok: true } | { ok: false; reason: 'same' | 'wrong-password' | 'unproven' }
export type EmailChange = { ok: true } | { ok: false; reason: 'wrong-code' | 'taken' }

/**
 * Sends a code to the new address. Whether another account has that address is told only after the right code.
 *
 * @throws OverloadedError
 */
export async function requestEmailChange(
  shop: Pick<Shop, 'db'>,
  session: Session,
  { email, password }: EmailForm,
): Promise<EmailRequest> {
  const { userId } = session.user
  if (email === session.user.email) return { ok: false, reason: 'same' }
  const known = await findPasswordHash(shop.db, userId)
  const refusal = await checkOwner(shop, session, { known, password })
  if (refusal) return { ok: false, reason: refusal }
  await shop.db.transaction((tx) =>
    enqueueJob(tx, { job: 'send-account-code', purpose: 'change-email', userId, email, askedBy: session.id }),
  )
  return { ok: true }
}

/**
 * Changes the account's email to this one, which is confirmed, and notifies the old address. Orders keep the address
 * that they were placed with.
 */
export async function confirmEmailChange(
  shop: Pick<Shop, 'auth' | 'db' | 'sessions' | 'now'>,
  { id: askedBy, user }: Session,
  { email, code }: NewEmailForm,
): Promise<EmailChange> {
  const { userId } = user
  if (!(await checkCode(shop, { purpose: 'change-email', email, askedBy }, code))) {
    return { ok: false, reason: 'wrong-code' }
  }
  const isChanged = await shop.db.transaction(async (tx) => {
    const owner = await lockAccountById(tx, userId)
    if (!owner || !(await updateEmailOf(tx, userId, email))) return false
    await removeResetTokensOf(tx, userId)
    const change = { before: { email: owner.email }, after: { email } }
    await insertAudit(tx, user, { action: 'change email', subject: `user ${userId}`, ...change })
    await enqueueNotice(tx, 'email-changed', owner, shop.now())
    return true
  })
  shop.sessions.forget(userId)
  return isChanged ? { ok: true } : { ok: false, reason: 'taken' }
}
