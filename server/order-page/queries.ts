import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { TimelineFacts } from '#domain/orders/timeline.ts'
import type { Db } from '#server/db/connection.ts'
import { checkouts, payments, refunds } from '#server/db/schema/payments.ts'
import { returnLines, returns } from '#server/db/schema/shipping.ts'
import { audit } from '#server/db/schema/shop.ts'

/** When it was cancelled; undefined: it was not, or the audit log did not exist yet. */
export async function findCancelTime(db: Db, id: OrderId): Promise<string | undefined> {
  const [row] = await db
    .select({ time: audit.time })
    .from(audit)
    .where(and(eq(audit.subject, subjectOf(id)), eq(audit.action, 'approve cancellation')))
  return row?.time.toISOString()
}

/** When the payment was stored. */
export async function findPaymentTime(db: Db, paymentId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ time: payments.time })
    .from(payments)
    .where(and(eq(payments.id, paymentId), eq(payments.status, 'captured')))
  return row?.time.toISOString()
}

function subjectOf(id: OrderId): string {
  return `order ${id}`
}

export async function listAuditOf(db: Db, id: OrderId, shipmentIds: readonly number[]) {
  const { time, actorEmail: actor, action, subject, before, after } = audit
  const subjects = [subjectOf(id), ...shipmentIds.map((shipmentId) => `shipment ${shipmentId}`)]
  const rows = await db
    .select({ time, actor, action, subject, before, after })
    .from(audit)
    .where(inArray(audit.subject, subjects))
    .orderBy(asc(audit.id))
  return rows.map((row) => ({ ...row, time: row.time.toISOString() }))
}

export async function listRefundsOf(db: Db, id: OrderId) {
  const { id: refundId, time, paymentId, amount, reason, state, problem } = refunds
  const rows = await db
    .select({ id: refundId, time, paymentId, amount, reason, state, problem })
    .from(refunds)
    .where(eq(refunds.orderId, id))
    .orderBy(asc(refunds.id))
  return rows.map((row) => ({ ...row, time: row.time.toISOString() }))
}

/** The payments of what changes have added to an order. */
export async function listRestPayments(db: Db, orderId: OrderId): Promise<string[]> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(checkouts, eq(checkouts.id, payments.checkoutId))
    .where(and(eq(checkouts.orderId, orderId), eq(payments.allocation, 'order')))
  return rows.map(({ id }) => id)
}

export async function listPaymentsBy(db: Db, ids: readonly string[]): Promise<TimelineFacts['payments']> {
  if (ids.length === 0) return []
  const { time, id, status, amount } = payments
  const rows = await db
    .select({ time, id, status, amount })
    .from(payments)
    .where(inArray(id, ids))
    .orderBy(asc(payments.time))
  return rows.map((row) => ({ ...row, time: row.time.toISOString() }))
}

/** The goods of an order that came back, one row for each return. */
export async function listReturnsOf(db: Db, id: OrderId): Promise<TimelineFacts['returns']> {
  const { id: returnId, time, shipmentId, reason } = returns
  const sum = (column: typeof returnLines.good | typeof returnLines.damaged) =>
    sql<number>`coalesce(sum(${column}), 0)::integer`
  const rows = await db
    .select({ id: returnId, time, shipmentId, reason, good: sum(returnLines.good), damaged: sum(returnLines.damaged) })
    .from(returns)
    .leftJoin(returnLines, eq(returnLines.returnId, returns.id))
    .where(eq(returns.orderId, id))
    .groupBy(returns.id)
    .orderBy(asc(returns.id))
  return rows.map((row) => ({ ...row, time: row.time.toISOString() }))
}
