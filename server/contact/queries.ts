import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Cursor, MessageFilter } from '#domain/admin-lists.ts'
import type { ContactMessage, MessageState } from '#domain/contact.ts'
import { type Db, getWritten, type Transaction } from '#server/db/connection.ts'
import { type Page, readNewest } from '#server/db/keyset-pagination.ts'
import { user } from '#server/db/schema/accounts.ts'
import { sentMessages } from '#server/db/schema/messages.ts'
import { contactMessages, contactReplies } from '#server/db/schema/shop.ts'

/** @returns its id; undefined: a message with this key was stored before */
export async function insertMessage(db: Db, contactMessage: ContactMessage, key: string = randomUUID()) {
  const [row] = await db
    .insert(contactMessages)
    .values({ ...contactMessage, key })
    .onConflictDoNothing({ target: contactMessages.key })
    .returning({ id: contactMessages.id })
  return row?.id
}

export async function findMessageIdByKey(db: Db, key: string): Promise<number | undefined> {
  const { id } = contactMessages
  const [row] = await db.select({ id }).from(contactMessages).where(eq(contactMessages.key, key))
  return row?.id
}

export type MessageRow = ContactMessage & { id: number; state: MessageState; time: string }

/** Newest first. */
export async function listMessages(db: Db, { state }: MessageFilter, cursor: Cursor): Promise<Page<MessageRow>> {
  const isShown = state && eq(contactMessages.state, state)
  const page = await readNewest(cursor, contactMessages.id, async ({ beyond, order, limit }) => {
    const rows = await db.select().from(contactMessages).where(and(isShown, beyond)).orderBy(order).limit(limit)
    return rows.map(toMessage)
  })
  return { ...page, count: undefined }
}

export async function findMessage(db: Db, id: number): Promise<MessageRow | undefined> {
  const [row] = await db.select().from(contactMessages).where(eq(contactMessages.id, id))
  return row && toMessage(row)
}

function toMessage({ time, key: _, ...row }: typeof contactMessages.$inferSelect): MessageRow {
  return { ...row, time: time.toISOString() }
}

/**
 * Oldest first. Without an author the account was deleted; without a state the email is not written yet; the problem says why
 * it was not sent.
 */
export async function listReplies(db: Db, messageId: number) {
  const { id, reply, time } = contactReplies
  const rows = await db
    .select({ id, reply, time, author: user.name, emailState: sentMessages.state, emailProblem: sentMessages.problem })
    .from(contactReplies)
    .leftJoin(user, eq(user.id, contactReplies.actorId))
    .leftJoin(
      sentMessages,
      and(eq(sentMessages.template, 'message-reply'), sql`${sentMessages.subject} = 'reply ' || ${id}`),
    )
    .where(eq(contactReplies.messageId, messageId))
    .orderBy(asc(id))
  return rows.map(({ author, emailState, emailProblem, time, ...row }) => ({
    ...row,
    author: author ?? undefined,
    emailState: emailState ?? undefined,
    emailProblem: emailProblem ?? undefined,
    time: time.toISOString(),
  }))
}

/** The messages that an account has written from its email address, newest first. @param email in lower case */
export async function listMessagesFrom(db: Db, email: string, limit: number): Promise<MessageRow[]> {
  const rows = await db
    .select()
    .from(contactMessages)
    .where(sql`lower(${contactMessages.email}) = ${email}`)
    .orderBy(desc(contactMessages.id))
    .limit(limit)
  return rows.map(toMessage)
}

export async function lockMessage(tx: Transaction, id: number): Promise<MessageState | undefined> {
  const { state } = contactMessages
  const [row] = await tx.select({ state }).from(contactMessages).where(eq(contactMessages.id, id)).for('update')
  return row?.state
}

/** Call it while the message is locked. */
export async function listReplyKeys(tx: Transaction, messageId: number): Promise<string[]> {
  const { key } = contactReplies
  const rows = await tx.select({ key }).from(contactReplies).where(eq(contactReplies.messageId, messageId))
  return rows.map((row) => row.key)
}

export async function insertReply(
  tx: Transaction,
  reply: { messageId: number; key: string; reply: string; actorId: string },
): Promise<number> {
  const { id } = await getWritten(tx.insert(contactReplies).values(reply).returning({ id: contactReplies.id }))
  return id
}

export async function updateMessageState(tx: Transaction, id: number, state: MessageState): Promise<void> {
  await tx.update(contactMessages).set({ state }).where(eq(contactMessages.id, id))
}

/** The sender of a message. Share-locks it, so that an erasure waits. */
export async function holdMessage(tx: Transaction, messageId: number) {
  const { id, name, email } = contactMessages
  const [row] = await tx.select({ id, name, email }).from(contactMessages).where(eq(id, messageId)).for('share')
  return row
}

/** A reply with the sender and the time of its message. Share-locks the message, so that an erasure waits. */
export async function holdReply(tx: Transaction, replyId: number) {
  const { id, name, email, time } = contactMessages
  const [row] = await tx
    .select({ id, name, email, time, reply: contactReplies.reply })
    .from(contactReplies)
    .innerJoin(contactMessages, eq(contactMessages.id, contactReplies.messageId))
    .where(eq(contactReplies.id, replyId))
    .for('share', { of: contactMessages })
  return row
}

/** Tells open pages that the email of a reply was sent; the feed of emails names only those with a problem. */
export async function publishReply(db: Db, id: number): Promise<void> {
  await db.execute(sql`insert into outbox (change)
    select 'message ' || message_id from contact_replies where id = ${id}`)
}
