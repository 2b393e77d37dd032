import { and, asc, eq, isNull, type SQL, sql, sum } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import { type Paise, toPaise } from '#domain/money.ts'
import type { PaidBack } from '#domain/orders/cash-received.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { CounterRefundReason } from '#domain/orders/payment.ts'
import type { RefundPart } from '#domain/orders/refund.ts'
import type { ShipmentId } from '#domain/orders/shipment.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { bills } from '#server/db/schema/billing.ts'
import { counterRefunds } from '#server/db/schema/payments.ts'
import { shipments } from '#server/db/schema/shipping.ts'
import { orderChanges, orders } from '#server/db/schema/shop.ts'
import type { OrderRow } from '#server/orders/queries.ts'

type NewCounterRefund = Partial<RefundPart> & {
  orderId: OrderId
  reason: CounterRefundReason
  amount: Paise
  /** It is owed once the cash of this parcel has come. */
  shipmentId?: ShipmentId
}

/** Stores a debt that somebody pays back by hand. Call it while the order is locked. */
export async function insertCounterRefund(tx: Transaction, refund: NewCounterRefund): Promise<void> {
  if (refund.amount <= 0) return
  const [row] = await tx.insert(counterRefunds).values(refund).returning({ id: counterRefunds.id })
  // The emails about a return, a change or a cancellation announce it.
  if (row && refund.orderRefundId) await enqueueJob(tx, { job: 'send-owed-email', counterRefundId: row.id })
}

/** Its courier has collected the cash. Of a parcel that came back whole nothing was paid. */
export const IS_COLLECTED = sql`(counter_refunds.shipment_id is null or exists (
  select from shipments as s where s.id = counter_refunds.shipment_id and s.step = 'delivered'))`

/** The amount paid at the counter, by the total of that time, and to couriers, less refunds that were paid or are owed. */
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
    .where(and(eq(counterRefunds.orderId, id), IS_COLLECTED))
  const atCounter = paidAtCounter === null ? 0 : toPaise(first?.total ?? totalAmount)
  return atCounter + (await findPaidToCouriers(db, order)) - (back?.amount ?? 0)
}

async function findPaidToCouriers(db: Db, { id, paymentId, paidAtCounter, status, totalAmount }: OrderRow) {
  const isSale = and(eq(shipments.orderId, id), eq(shipments.kind, 'sale'))
  // Delivered before the shop recorded parcels.
  if ((await db.$count(shipments, isSale)) === 0)
    return paymentId === null && paidAtCounter === null && status === 'delivered' ? toPaise(totalAmount) : 0
  const [arrived] = await db
    .select({ cash: sum(shipments.cash).mapWith(Number) })
    .from(shipments)
    .where(and(eq(shipments.orderId, id), eq(shipments.step, 'delivered')))
  return toPaise(arrived?.cash ?? 0)
}

export type CounterRefund = typeof counterRefunds.$inferSelect

export async function findCounterRefund(db: Db, id: number): Promise<CounterRefund | undefined> {
  const [row] = await db.select().from(counterRefunds).where(eq(counterRefunds.id, id))
  return row
}

/** A debt to a shopper that is paid back by hand. */
export type Owed = Pick<CounterRefund, 'id' | 'reason' | 'orderId' | 'amount' | 'time'> & {
  /** Null: the order was deleted. */
  shopper: string | null
  email: string | null
  creditNote: { id: number; number: string } | null
  /** The return request that it settles. */
  requestId: number | null
}

const IS_OWED = and(isNull(counterRefunds.paidBackOn), IS_COLLECTED)

/** Oldest first, at most 400. */
export async function listOwed(db: Db): Promise<Owed[]> {
  const note = alias(bills, 'note')
  const { id, reason, orderId, amount, time } = counterRefunds
  const shopper = { shopper: orders.name, email: orders.email }
  const rows = await db
    .select({
      id,
      reason,
      orderId,
      amount,
      time,
      ...shopper,
      noteId: note.id,
      noteNumber: note.number,
      requestId: requestOf(id).mapWith(Number),
    })
    .from(counterRefunds)
    .leftJoin(orders, eq(orders.id, orderId))
    .leftJoin(note, eq(note.returnId, counterRefunds.returnId))
    .where(IS_OWED)
    .orderBy(asc(time), asc(id))
    .limit(400)
  return rows.map(({ noteId, noteNumber, ...row }) => ({
    ...row,
    creditNote: noteId !== null && noteNumber !== null ? { id: noteId, number: noteNumber } : null,
  }))
}

/** Call it while its order is locked. Undefined: it is not owed yet, and was not paid. */
export async function findOwed(db: Db, id: number): Promise<CounterRefund | undefined> {
  const [row] = await db
    .select()
    .from(counterRefunds)
    .where(and(eq(counterRefunds.id, id), IS_COLLECTED))
  return row
}

/** The sum that this shopper is owed by hand. */
export async function findOwedTo(db: Db, userId: string): Promise<Paise> {
  const [owed] = await db
    .select({ amount: sum(counterRefunds.amount).mapWith(Number) })
    .from(counterRefunds)
    .innerJoin(orders, eq(orders.id, counterRefunds.orderId))
    .where(and(eq(orders.userId, userId), IS_OWED))
  return owed?.amount ?? 0
}

export async function updatePaidBack(tx: Transaction, id: number, { paidBackOn, reference }: PaidBack): Promise<void> {
  await tx.update(counterRefunds).set({ paidBackOn, paidBackReference: reference }).where(eq(counterRefunds.id, id))
  // The bank details that the buyer gave for it are of no use after a while.
  await tx.execute(sql`
    update payout_details set expires_at = now() + interval '30 days' where request_id = ${requestOf(id)}`)
  // Its open pages hear of it.
  await tx.execute(sql`update return_requests set state = state where id = ${requestOf(id)}`)
}

/** SQL for the return request that this money settles; null: none. */
function requestOf(id: number | AnyPgColumn): SQL<number | null> {
  return sql`(select coalesce(o.return_request_id, q.id) from counter_refunds as c
    left join order_refunds as o on o.id = c.order_refund_id
    left join returns as r on r.id = c.return_id
    left join return_requests as q on q.id = r.return_request_id and q.settled_as = 'money'
    where c.id = ${id} limit 1)`
}
