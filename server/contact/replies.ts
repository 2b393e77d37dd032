import type { User } from '#domain/accounts/user.ts'
import type { Reply } from '#domain/contact.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import type { Shop } from '#server/shop.ts'
import { insertReply, listReplyKeys, lockMessage, updateMessageState } from './queries.ts'

/** `changed`: somebody else has replied since the form was opened; there are so many `replies` now. */
export type Replied =
  | { ok: true }
  | { ok: false; reason: 'not-found' }
  | { ok: false; reason: 'changed'; replies: number }

/** Stores a reply, which a job emails, and marks the message as answered. The same key again changes nothing. */
export async function replyToMessage(
  shop: Pick<Shop, 'db'>,
  staff: User,
  messageId: number,
  { key, reply, seen }: Reply,
): Promise<Replied> {
  return shop.db.transaction(async (tx) => {
    const state = await lockMessage(tx, messageId)
    if (!state) return { ok: false, reason: 'not-found' }
    const keys = await listReplyKeys(tx, messageId)
    if (keys.includes(key)) return { ok: true }
    if (keys.length !== seen) return { ok: false, reason: 'changed', replies: keys.length }
    const replyId = await insertReply(tx, { messageId, key, reply, actorId: staff.userId })
    await updateMessageState(tx, messageId, 'answered')
    await enqueueJob(tx, { job: 'send-message-reply', replyId })
    // Without the text, which is erased with the message.
    await insertAudit(tx, staff, { action: 'answer message', subject: `message ${messageId}`, before: { state } })
    return { ok: true }
  })
}

/** Closes a message, or opens it again as it was before. False: it does not exist. */
export async function moveMessage(
  shop: Pick<Shop, 'db'>,
  staff: User,
  messageId: number,
  move: 'close' | 'reopen',
): Promise<boolean> {
  return shop.db.transaction(async (tx) => {
    const before = await lockMessage(tx, messageId)
    if (!before) return false
    const isAnswered = (await listReplyKeys(tx, messageId)).length > 0
    const after = move === 'close' ? 'closed' : isAnswered ? 'answered' : 'new'
    if (before === after) return true
    await updateMessageState(tx, messageId, after)
    await insertAudit(tx, staff, {
      action: `${move} message`,
      subject: `message ${messageId}`,
      before: { state: before },
      after: { state: after },
    })
    return true
  })
}
