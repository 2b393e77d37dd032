import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { ProductId } from '#domain/catalog/product.ts'
import { LIMITED_EMAILS, type LimitedKind } from '#domain/messages/email-limit.ts'
import type { RefundedPayment } from '#domain/messages/order-emails.ts'
import type { OrderLine } from '#domain/orders/order.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { user } from '#server/db/schema/accounts.ts'
import { emailThrottle, sentMessages } from '#server/db/schema/messages.ts'
import { checkouts, payments, refunds } from '#server/db/schema/payments.ts'
import { returnLines } from '#server/db/schema/shipping.ts'
import { productRaise } from '#server/db/schema/shop.ts'
import { findOrder } from '#server/orders/queries.ts'

export type SentMessage = typeof sentMessages.$inferSelect

/** Which message it is. Without `channel`: by email; without `person`: to the customer whom it is about. */
type MessageKey = Pick<SentMessage, 'template' | 'subject'> & Partial<Pick<SentMessage, 'channel' | 'person'>>

export type NewSentMessage = MessageKey & Pick<SentMessage, 'params'>

/**
 * One message per template, subject, channel and person; a repeated insert changes nothing.
 *
 * @returns its id; undefined: it is there already
 */
export async function insertSentMessage(db: Db, message: NewSentMessage): Promise<number | undefined> {
  const [row] = await db.insert(sentMessages).values(message).onConflictDoNothing().returning({ id: sentMessages.id })
  return row?.id
}

/** Stores a message, which is sent when this transaction commits. False: it is there already. */
export async function queueMessage(tx: Transaction, message: NewSentMessage): Promise<boolean> {
  const id = await insertSentMessage(tx, message)
  if (id !== undefined) await enqueueMessage(tx, { id, channel: message.channel })
  return id !== undefined
}

export async function enqueueMessage(
  tx: Transaction,
  { id, channel }: Pick<SentMessage, 'id'> & Pick<MessageKey, 'channel'>,
): Promise<void> {
  if (channel === 'push') return enqueueJob(tx, { job: 'send-push', messageId: id })
  if (channel === 'whatsapp') return enqueueJob(tx, { job: 'resend-whatsapp', messageId: id })
  await enqueueJob(tx, { job: 'resend-email', emailId: id })
}

/** As another message: the provider must not take it for a repeated one. */
const QUEUED_AGAIN = {
  state: 'queued',
  tries: 0,
  lostAnswers: 0,
  triedAt: null,
  providerId: null,
  problem: null,
  sending: sql`${sentMessages.sending} + 1`,
} as const

/** Replaces the stored message, which is sent again, unless it says the same. */
export async function renewSentMessage(db: Db, message: NewSentMessage): Promise<void> {
  const { params } = message
  await db
    .insert(sentMessages)
    .values(message)
    .onConflictDoUpdate({
      target: [sentMessages.subject, sentMessages.template, sentMessages.channel, sentMessages.person],
      set: { params, ...QUEUED_AGAIN, time: sql`now()` },
      setWhere: sql`${sentMessages.params} <> excluded.params`,
    })
}

export async function findSentMessage(
  db: Db,
  { template, subject, channel = 'email', person = '' }: MessageKey,
): Promise<SentMessage | undefined> {
  const [message] = await db
    .select()
    .from(sentMessages)
    .where(
      and(
        eq(sentMessages.template, template),
        eq(sentMessages.subject, subject),
        eq(sentMessages.channel, channel),
        eq(sentMessages.person, person),
      ),
    )
  return message
}

export async function findSentMessageById(db: Db, id: number): Promise<SentMessage | undefined> {
  const [message] = await db.select().from(sentMessages).where(eq(sentMessages.id, id))
  return message
}

export async function lockSentMessage(tx: Transaction, id: number): Promise<SentMessage | undefined> {
  const [message] = await tx.select().from(sentMessages).where(eq(sentMessages.id, id)).for('update')
  return message
}

/**
 * Notes that a try begins. Null of its time: it has ended.
 *
 * @returns false: the message no longer waits, or another one took its place meanwhile
 */
export async function updateTry(
  db: Db,
  { id, sending }: Pick<SentMessage, 'id' | 'sending'>,
  changes: Partial<Pick<SentMessage, 'state' | 'tries' | 'lostAnswers' | 'triedAt' | 'problem' | 'providerId'>>,
): Promise<boolean> {
  // A provider may tell of its arrival before its answer is noted.
  const isIt = and(eq(sentMessages.id, id), eq(sentMessages.sending, sending), eq(sentMessages.state, 'queued'))
  const { rowCount } = await db.update(sentMessages).set(changes).where(isIt)
  return (rowCount ?? 0) > 0
}

export async function queueAgain(tx: Transaction, id: number): Promise<void> {
  await tx.update(sentMessages).set(QUEUED_AGAIN).where(eq(sentMessages.id, id))
}

/** Tells open pages: the feed of messages names only those with a problem. */
export async function publishSentMessage(db: Db, id: number): Promise<void> {
  await db.execute(sql`insert into outbox (change) values (${`email ${id}`})`)
}

/** Serialises the daily count of a mailbox across processes. */
export async function lockMailbox(tx: Transaction, mailbox: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mailbox ${mailbox}`}, 0))`)
}

/** Messages of this kind that the daily limit allowed to this mailbox within the last 24 hours. */
export async function countMessagesToday(tx: Transaction, mailbox: string, kind: LimitedKind): Promise<number> {
  const isOfKind = inArray(sentMessages.template, LIMITED_EMAILS[kind])
  const isRecent = sql`${sentMessages.allowedAt} > now() - interval '1 day'`
  return tx.$count(sentMessages, and(eq(sentMessages.mailbox, mailbox), isOfKind, isRecent))
}

export async function recordAllowed(tx: Transaction, id: number, mailbox: string): Promise<void> {
  await tx.update(sentMessages).set({ mailbox, allowedAt: sql`now()` }).where(eq(sentMessages.id, id))
}

/** True when the owner has confirmed this address. */
export async function isConfirmed(db: Db, email: string): Promise<boolean> {
  const [row] = await db.select({ emailVerified: user.emailVerified }).from(user).where(eq(user.email, email))
  return row?.emailVerified ?? false
}

/**
 * Reserves the next send slot if it is free.
 * @returns 0, or the milliseconds until the next slot
 */
export async function reserveSendSlot(db: Db, paceMs: number): Promise<number> {
  const now = sql`clock_timestamp()`
  const taken = await db
    .update(emailThrottle)
    .set({ nextSendAt: sql`${now} + make_interval(secs => ${paceMs / 1000})` })
    .where(sql`${emailThrottle.nextSendAt} <= ${now}`)
    .returning({ singleton: emailThrottle.singleton })
  if (taken.length > 0) return 0
  const [wait] = await db
    .select({ ms: sql<number>`ceil(extract(epoch from ${emailThrottle.nextSendAt} - ${now}) * 1000)::integer` })
    .from(emailThrottle)
  return Math.max(1, wait?.ms ?? 1)
}

/**
 * The payment that a refund email is about. Share-locks its checkout, so that an erasure waits.
 *
 * @param ids without `refundId`: finds the refund of the whole payment, if there is one
 */
export async function lockRefundedPayment(
  tx: Transaction,
  { refundId, paymentId }: { refundId?: number; paymentId?: string },
): Promise<RefundedPayment | undefined> {
  const { email, name, lines } = checkouts
  const { returnId, changeId, orderRefundId, reason, orderId } = refunds
  const paid = { email, name, lines, returnId, changeId, orderRefundId, orderId, reason, part: refunds.amount }
  const isRefund = and(
    eq(refunds.paymentId, payments.id),
    refundId === undefined ? and(isNull(returnId), isNull(changeId), isNull(orderRefundId)) : undefined,
  )
  const [row] = await tx
    .select({ ...paid, paymentId: payments.id, whole: payments.amount })
    .from(payments)
    .innerJoin(checkouts, eq(checkouts.id, payments.checkoutId))
    .leftJoin(refunds, isRefund)
    .where(refundId === undefined ? eq(payments.id, paymentId ?? '') : eq(refunds.id, refundId))
    .orderBy(sql`${reason} = 'external'`, refunds.id)
    .limit(1)
    .for('share', { of: checkouts })
  if (!row) return undefined
  const { whole, part, ...found } = row
  return {
    ...found,
    amount: part ?? whole,
    isPart: part !== null,
    lines: await listRefunded(tx, row),
    reason: row.reason ?? undefined,
    orderId: row.orderId ?? undefined,
  }
}

/** The lines that this refund is for. The email about a change has named its lines. */
async function listRefunded(
  tx: Transaction,
  refund: { returnId: number | null; changeId: number | null; orderId: OrderId | null; lines: OrderLine[] },
): Promise<OrderLine[]> {
  const { returnId, changeId, orderId, lines } = refund
  if (changeId !== null) return []
  if (returnId === null) return lines
  // A return counts the lines of the order, which may have been changed since it was paid.
  const order = orderId === null ? undefined : await findOrder(tx, orderId)
  return listReturned(tx, returnId, order?.cartItems ?? lines)
}

/** The lines of an order that came back with this return, with the returned quantity. */
async function listReturned(tx: Transaction, returnId: number, lines: readonly OrderLine[]): Promise<OrderLine[]> {
  const rows = await tx.select().from(returnLines).where(eq(returnLines.returnId, returnId))
  const quantities = new Map(rows.map(({ position, good, damaged }) => [position, good + damaged]))
  return lines.flatMap((line, position) => {
    const quantity = quantities.get(position)
    return quantity === undefined ? [] : [{ ...line, quantity }]
  })
}

/** The oldest requests for this product that were not answered by an email. */
export async function lockWaitingRequests(tx: Transaction, productId: ProductId, limit: number) {
  const { id, name, email } = productRaise
  return tx
    .select({ id, name, email })
    .from(productRaise)
    .where(and(eq(productRaise.productId, productId), isNull(productRaise.notifiedAt)))
    .orderBy(id)
    .limit(limit)
    .for('update')
}

/** Of a request; undefined: the request is gone. */
export async function findRequestedProduct(db: Db, requestId: number): Promise<ProductId | undefined> {
  const { id, productId } = productRaise
  const [request] = await db.select({ productId }).from(productRaise).where(eq(id, requestId))
  return request?.productId
}

export async function updateNotified(tx: Transaction, requestIds: readonly number[]): Promise<void> {
  if (requestIds.length === 0) return
  await tx
    .update(productRaise)
    .set({ notifiedAt: sql`now()` })
    .where(inArray(productRaise.id, [...requestIds]))
}
