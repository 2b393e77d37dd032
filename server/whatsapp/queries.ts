import { and, eq, getTableColumns, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import {
  type TemplateState,
  WHATSAPP_LANGUAGE,
  type WhatsappTemplateName,
} from '#domain/messages/whatsapp-templates.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { notificationChoices } from '#server/db/schema/accounts.ts'
import { sentMessages } from '#server/db/schema/messages.ts'
import { orders } from '#server/db/schema/shop.ts'
import { whatsappNumbers, whatsappTemplates, whatsappUpdates } from '#server/db/schema/whatsapp.ts'
import type { SentMessage } from '#server/messages/queries.ts'
import type { TemplateReport } from '#server/providers/whatsapp-webhook.ts'

export type StoredTemplate = Omit<typeof whatsappTemplates.$inferSelect, 'time'>

export async function listStoredTemplates(db: Db): Promise<StoredTemplate[]> {
  const { time: _, ...columns } = getTableColumns(whatsappTemplates)
  return db.select(columns).from(whatsappTemplates).where(eq(whatsappTemplates.language, WHATSAPP_LANGUAGE))
}

/**
 * Keeps what Meta reports, unless a later report is kept already. What the report does not name stays, except the reason,
 * which belongs to the state. Meta's times are whole seconds; of one second the last report counts.
 */
export async function upsertTemplate(db: Db, { name, language, ...report }: TemplateReport, at: Date): Promise<void> {
  const changes = {
    ...report,
    ...(report.state && { reason: report.reason ?? '' }),
    time: new Date(1000 * Math.floor(at.getTime() / 1000)),
  }
  await db
    .insert(whatsappTemplates)
    .values({ name, language, state: 'pending', ...changes })
    .onConflictDoUpdate({
      target: [whatsappTemplates.name, whatsappTemplates.language],
      set: changes,
      setWhere: sql`${whatsappTemplates.time} <= excluded.time`,
    })
}

/** Undefined: Meta was never asked about it. */
export async function findTemplateState(db: Db, name: WhatsappTemplateName): Promise<TemplateState | undefined> {
  const [row] = await db
    .select({ state: whatsappTemplates.state })
    .from(whatsappTemplates)
    .where(and(eq(whatsappTemplates.name, name), eq(whatsappTemplates.language, WHATSAPP_LANGUAGE)))
  return row?.state
}

/** @returns false: the checkout has asked for them at this number before */
export async function insertUpdates(tx: Transaction, row: typeof whatsappUpdates.$inferInsert): Promise<boolean> {
  const { number } = row
  const { rowCount } = await tx
    .insert(whatsappUpdates)
    .values(row)
    .onConflictDoUpdate({
      target: [whatsappUpdates.userId, whatsappUpdates.checkoutKey],
      set: { number },
      setWhere: ne(whatsappUpdates.number, number),
    })
  return (rowCount ?? 0) > 0
}

export async function removeUpdates(tx: Transaction, checkout: { userId: string; checkoutKey: string }): Promise<void> {
  const { userId, checkoutKey } = whatsappUpdates
  await tx.delete(whatsappUpdates).where(and(eq(userId, checkout.userId), eq(checkoutKey, checkout.checkoutKey)))
}

/** @returns the accounts that had updates by this number */
export async function removeUpdatesTo(tx: Transaction, number: string): Promise<string[]> {
  const rows = await tx
    .delete(whatsappUpdates)
    .where(eq(whatsappUpdates.number, number))
    .returning({ userId: whatsappUpdates.userId })
  return [...new Set(rows.map(({ userId }) => userId))]
}

/** @returns the staff who heard by this number */
export async function moveNoticesToEmail(tx: Transaction, number: string): Promise<string[]> {
  const { channel, userId } = notificationChoices
  const owner = tx
    .select({ id: whatsappNumbers.userId })
    .from(whatsappNumbers)
    .where(eq(whatsappNumbers.number, number))
  const rows = await tx
    .update(notificationChoices)
    .set({ channel: 'email' })
    .where(and(eq(channel, 'whatsapp'), inArray(userId, owner)))
    .returning({ userId })
  return [...new Set(rows.map(({ userId }) => userId))]
}

/** The confirmed number of somebody who still wants notices by WhatsApp: `STOP` also counts for those that are queued. */
export async function findNoticeNumber(db: Db, person: string): Promise<string | undefined> {
  const [row] = await db
    .select({ number: whatsappNumbers.number })
    .from(whatsappNumbers)
    .innerJoin(notificationChoices, eq(notificationChoices.userId, whatsappNumbers.userId))
    .where(and(eq(whatsappNumbers.userId, person), eq(notificationChoices.channel, 'whatsapp')))
    .limit(1)
  return row?.number
}

/** The number that gets updates about this order, in E.164. Share-locked, so that `STOP` waits for a message that is being written. */
export async function findNumberOf(tx: Transaction, orderId: OrderId): Promise<string | undefined> {
  const [row] = await tx
    .select({ number: whatsappUpdates.number })
    .from(orders)
    .innerJoin(
      whatsappUpdates,
      and(eq(whatsappUpdates.userId, orders.userId), eq(whatsappUpdates.checkoutKey, orders.checkoutKey)),
    )
    .where(eq(orders.id, orderId))
    .for('share', { of: whatsappUpdates })
  return row?.number
}

type Try = Pick<SentMessage, 'state' | 'problem'> & Partial<Pick<SentMessage, 'tries' | 'triedAt' | 'providerId'>>

export async function updateTry(db: Db, id: number, changes: Try): Promise<void> {
  await db.update(sentMessages).set(changes).where(eq(sentMessages.id, id))
}

/** A webhook may have said more by the time that the answer comes. */
export async function recordSent(db: Db, id: number, providerId: string): Promise<void> {
  const isQueued = sql`${sentMessages.state} = 'queued'`
  await db
    .update(sentMessages)
    .set({
      providerId,
      triedAt: null,
      state: sql`case when ${isQueued} then 'sent' else ${sentMessages.state} end`,
      problem: sql`case when ${isQueued} then null else ${sentMessages.problem} end`,
    })
    .where(eq(sentMessages.id, id))
}

/** The message that a webhook is about: by Meta's id, or where the answer with that id was lost by our own. */
export async function lockReported(
  tx: Transaction,
  { providerId, id }: { providerId: string; id: number | undefined },
): Promise<SentMessage | undefined> {
  const isOurs =
    id === undefined
      ? undefined
      : and(eq(sentMessages.id, id), isNull(sentMessages.providerId), isNotNull(sentMessages.triedAt))
  const [row] = await tx
    .select()
    .from(sentMessages)
    .where(and(eq(sentMessages.channel, 'whatsapp'), or(eq(sentMessages.providerId, providerId), isOurs)))
    .limit(1)
    .for('update')
  return row
}
