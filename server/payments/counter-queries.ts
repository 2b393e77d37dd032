import { and, asc, count, eq, gt, sql, sum } from 'drizzle-orm'
import { type Paise, toPaise } from '#domain/money.ts'
import type { CounterRefundReason } from '#domain/orders/payment.ts'
import type { RefundPart } from '#domain/orders/refund.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { counterRefunds } from '#server/db/schema/payments.ts'
import { returns, shipments } from '#server/db/schema/shipping.ts'
import { orderChanges } from '#server/db/schema/shop.ts'
import type { OrderRow } from '#server/orders/queries.ts'

type CounterPart = RefundPart & {
  reason: CounterRefundReason
  /** Undefined: all that is left. */
  amount: Paise | undefined
}

/**
 * What somebody pays back by hand, at most what was paid by hand. Call it while the order is locked. What comes back of a
 * parcel that was paid in cash is owed by its return itself.
 */
export async function insertCounterRefund(
  tx: Transaction,
  order: OrderRow,
  { amount, ...part }: CounterPart,
): Promise<void> {
  // Of an order that was paid in part online, a return also gives back what is no longer left of that payment.
  const isOfPart = order.restInCash > 0 && part.returnId !== null
  if (order.paidAtCounter === null && part.orderRefundId === null && !isOfPart) return
  const left = await findLeftByHand(tx, order)
  const owed = Math.min(left, amount ?? left)
  if (owed <= 0) return
  const [row] = await tx
    .insert(counterRefunds)
    .values({ ...part, orderId: order.id, amount: owed })
    .returning({ id: counterRefunds.id })
  // The emails about a return, a change or a cancellation announce it.
  if (row && part.orderRefundId !== null) await enqueueJob(tx, { job: 'send-owed-email', counterRefundId: row.id })
}

/**
 * Paise of a return that are owed by itself: those that go back neither to a voucher nor by a refund, which only orders have
 * that were paid in part online.
 */
export const OWED_BY_RETURN = sql<number>`(returns.amount - returns.to_voucher
  - (select coalesce(sum(coalesce(f.amount, p.amount)), 0) from refunds as f join payments as p on p.id = payment_id
    where f.return_id = returns.id)
  - (select coalesce(sum(c.amount), 0) from counter_refunds as c where c.return_id = returns.id))`

/**
 * The amount paid at the counter, by the total of that time, and to couriers, less refunds that were paid or are owed. Below
 * zero: a voucher was given for more than that.
 */
export async function findLeftByHand(db: Db, order: OrderRow): Promise<Paise> {
  const { id, paidAtCounter, totalAmount } = order
  const [first] = await db
    .select({ total: orderChanges.totalBefore })
    .from(orderChanges)
    .where(eq(orderChanges.orderId, id))
    .orderBy(asc(orderChanges.id))
    .limit(1)
  const [back] = await db
    .select({ amount: sum(counterRefunds.amount).mapWith(Number) })
    .from(counterRefunds)
    .where(eq(counterRefunds.orderId, id))
  const atCounter = paidAtCounter === null ? 0 : toPaise(first?.total ?? totalAmount)
  return atCounter + (await findPaidToCouriers(db, order)) - (back?.amount ?? 0)
}

/** The cash of parcels that arrived, less what came back of them. */
async function findPaidToCouriers(
  db: Db,
  { id, paymentId, paidAtCounter, status, totalAmount }: OrderRow,
): Promise<Paise> {
  const isPaid = and(eq(shipments.orderId, id), gt(shipments.cash, 0), eq(shipments.step, 'delivered'))
  const isSale = and(eq(shipments.orderId, id), eq(shipments.kind, 'sale'))
  const [paid] = await db.select({ parcels: count() }).from(shipments).where(isSale)
  // Delivered before the shop recorded parcels.
  if (paid?.parcels === 0)
    return paymentId === null && paidAtCounter === null && status === 'delivered' ? toPaise(totalAmount) : 0
  const [arrived] = await db
    .select({ cash: sum(shipments.cash).mapWith(Number) })
    .from(shipments)
    .where(isPaid)
  const [back] = await db
    .select({ amount: sum(OWED_BY_RETURN).mapWith(Number) })
    .from(returns)
    .innerJoin(shipments, eq(shipments.id, returns.shipmentId))
    .where(isPaid)
  return toPaise(arrived?.cash ?? 0) - (back?.amount ?? 0)
}

export type CounterRefund = typeof counterRefunds.$inferSelect

export async function findCounterRefund(db: Db, id: number): Promise<CounterRefund | undefined> {
  const [row] = await db.select().from(counterRefunds).where(eq(counterRefunds.id, id))
  return row
}
