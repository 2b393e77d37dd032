import { and, eq, inArray, type SQL, sql, sum } from 'drizzle-orm'
import type { Cursor } from '#domain/admin-lists.ts'
import type { Paise } from '#domain/money.ts'
import { isLater, type ReportedDispute } from '#domain/orders/dispute.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { type Page, readNewest } from '#server/db/keyset-pagination.ts'
import { findOldest, type Waits } from '#server/db/oldest.ts'
import { outbox } from '#server/db/schema/operations.ts'
import { disputes, OPEN_DISPUTE } from '#server/db/schema/payments.ts'
import { orders } from '#server/db/schema/shop.ts'

/** Stores a dispute, or its later state; what is older than the stored state changes nothing. */
export async function saveDispute(tx: Transaction, reported: ReportedDispute): Promise<void> {
  const inserted = await tx.insert(disputes).values(reported).onConflictDoNothing().returning({ id: disputes.id })
  const [stored] = await tx.select().from(disputes).where(eq(disputes.disputeId, reported.disputeId)).for('update')
  if (!stored || !isLater(reported, stored)) return
  if (inserted.length === 0) await tx.update(disputes).set(reported).where(eq(disputes.id, stored.id))
  const [order] = await tx
    .select({ id: orders.id, userId: orders.userId })
    .from(orders)
    .where(sql`${orders.id} = ${orderOf(sql`${reported.paymentId}`)}`)
  // Open pages of the desk show it at once.
  await tx.insert(outbox).values({ change: order ? `order ${order.id} ${order.userId}` : 'order *' })
}

/** The states of those that are stored, by the provider's id. */
export async function findDisputeStates(db: Db, disputeIds: readonly string[]) {
  const { disputeId, state, deducted, respondBy } = disputes
  const rows = await db
    .select({ disputeId, state, deducted, respondBy })
    .from(disputes)
    .where(inArray(disputeId, disputeIds))
  return new Map(rows.map((row) => [row.disputeId, row]))
}

/** The order that a payment has paid, or the rest of it. */
function orderOf(paymentId: SQL): SQL<string | null> {
  return sql`coalesce(
    (select id from orders as paid where paid.payment_id = ${paymentId}),
    (select order_id from checkouts join payments on checkout_id = checkouts.id
      where payments.id = ${paymentId} and allocation = 'order'))`
}

export type DisputeRow = Omit<typeof disputes.$inferSelect, 'respondBy' | 'createdAt' | 'reportedAt' | 'time'> & {
  /** Undefined: the shop does not know the payment, or its order was deleted. */
  orderId: OrderId | undefined
  /** ISO 8601, as all times. */
  respondBy: string | null
  createdAt: string
  reportedAt: string
}

const columns = { dispute: disputes, orderId: orderOf(sql`${disputes.paymentId}`) }

function toRow({
  dispute: { time: _, respondBy, createdAt, reportedAt, ...dispute },
  orderId,
}: {
  dispute: typeof disputes.$inferSelect
  orderId: string | null
}): DisputeRow {
  return {
    ...dispute,
    orderId: orderId === null ? undefined : Number(orderId),
    respondBy: respondBy?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    reportedAt: reportedAt.toISOString(),
  }
}

/** Newest first. */
export async function listDisputes(db: Db, cursor: Cursor): Promise<Page<DisputeRow>> {
  const page = await readNewest(cursor, disputes.id, async ({ beyond, order, limit }) => {
    const rows = await db.select(columns).from(disputes).where(beyond).orderBy(order).limit(limit)
    return rows.map(toRow)
  })
  return { ...page, count: await db.$count(disputes) }
}

/** Oldest first. */
export async function listDisputesOf(db: Db, paymentIds: readonly string[]): Promise<DisputeRow[]> {
  if (paymentIds.length === 0) return []
  const rows = await db
    .select(columns)
    .from(disputes)
    .where(inArray(disputes.paymentId, paymentIds))
    .orderBy(disputes.id)
  return rows.map(toRow)
}

/** The amount that banks took back of a payment in lost disputes. */
export async function sumDeducted(db: Db, paymentId: string): Promise<Paise> {
  const [row] = await db
    .select({ deducted: sum(disputes.deducted).mapWith(Number) })
    .from(disputes)
    .where(and(eq(disputes.paymentId, paymentId), eq(disputes.state, 'lost')))
  return row?.deducted ?? 0
}

/** Newest first. */
export async function listLostDisputes(db: Db, limit: number): Promise<DisputeRow[]> {
  const rows = await db
    .select(columns)
    .from(disputes)
    .where(eq(disputes.state, 'lost'))
    .orderBy(sql`${disputes.reportedAt} desc`)
    .limit(limit)
  return rows.map(toRow)
}

/** Those that the shop has to answer. */
export async function findOpenDisputes(db: Db): Promise<Waits> {
  return findOldest(db, sql`${disputes}`, OPEN_DISPUTE)
}
