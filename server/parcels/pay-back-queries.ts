import { and, asc, eq, gt, isNull, ne, type SQL, sql, sum } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import type { Paise } from '#domain/money.ts'
import type { PaidBack } from '#domain/orders/cash-received.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { CounterRefundReason } from '#domain/orders/payment.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { bills } from '#server/db/schema/billing.ts'
import { counterRefunds } from '#server/db/schema/payments.ts'
import { returns, shipments } from '#server/db/schema/shipping.ts'
import { orders } from '#server/db/schema/shop.ts'
import { findCounterRefund, OWED_BY_RETURN } from '#server/payments/counter-queries.ts'

/** A return of a parcel that was paid in cash, or a refund of what was paid at the counter. */
export type OwedId = { kind: 'return' | 'counter-refund'; id: number }

/** What a shopper is owed by hand. */
export type Owed = OwedId & {
  reason: CounterRefundReason
  orderId: OrderId
  /** Null: the order was deleted. */
  shopper: string | null
  email: string | null
  amount: Paise
  creditNote: { id: number; number: string } | null
  /** The return request that it settles. */
  requestId: number | null
  time: Date
}

/**
 * The courier has collected all cash of a parcel that it delivered, so what came back of it is paid back, also if its
 * delivery is reported later. Of a parcel that came back whole nothing was paid.
 */
const IS_OWED = and(
  gt(shipments.cash, 0),
  eq(shipments.step, 'delivered'),
  gt(OWED_BY_RETURN, 0),
  isNull(returns.paidBackOn),
  // That order was deleted before it was delivered.
  ne(returns.reason, 'deleted'),
  // A voucher has taken the place of that money.
  sql`not exists (select from return_requests as q where q.id = ${returns.returnRequestId} and q.settled_as = 'voucher')`,
)

/** Oldest first, at most 200 of each kind. */
export async function listOwed(db: Db): Promise<Owed[]> {
  const owed = [...(await listOwedReturns(db)), ...(await listOwedCounterRefunds(db))]
  return owed.sort((one, other) => one.time.getTime() - other.time.getTime())
}

async function listOwedReturns(db: Db): Promise<Owed[]> {
  const note = alias(bills, 'note')
  const rows = await db
    .select({
      id: returns.id,
      orderId: returns.orderId,
      shopper: orders.name,
      email: orders.email,
      amount: OWED_BY_RETURN.mapWith(Number),
      noteId: note.id,
      noteNumber: note.number,
      requestId: requestOf({ kind: 'return', id: returns.id }).mapWith(Number),
      time: returns.time,
    })
    .from(returns)
    .innerJoin(shipments, eq(shipments.id, returns.shipmentId))
    .leftJoin(orders, eq(orders.id, returns.orderId))
    .leftJoin(note, eq(note.returnId, returns.id))
    .where(IS_OWED)
    .orderBy(asc(returns.id))
    .limit(200)
  return rows.map((row) => ({ kind: 'return', reason: 'returned', ...withNote(row) }))
}

async function listOwedCounterRefunds(db: Db): Promise<Owed[]> {
  const note = alias(bills, 'note')
  const { id, reason, orderId, amount, time } = counterRefunds
  const shopper = { shopper: orders.name, email: orders.email }
  const rows = await db
    .select({
      ...{ id, reason, orderId, amount, time, ...shopper, noteId: note.id, noteNumber: note.number },
      requestId: requestOf({ kind: 'counter-refund', id }).mapWith(Number),
    })
    .from(counterRefunds)
    .leftJoin(orders, eq(orders.id, orderId))
    .leftJoin(note, eq(note.returnId, counterRefunds.returnId))
    .where(isNull(counterRefunds.paidBackOn))
    .orderBy(asc(id))
    .limit(200)
  return rows.map((row) => ({ kind: 'counter-refund', ...withNote(row) }))
}

function withNote<T extends { noteId: number | null; noteNumber: string | null }>({ noteId, noteNumber, ...row }: T) {
  return { ...row, creditNote: noteId !== null && noteNumber !== null ? { id: noteId, number: noteNumber } : null }
}

export async function findOrderOwed(db: Db, { kind, id }: OwedId): Promise<OrderId | undefined> {
  if (kind === 'counter-refund') return (await findCounterRefund(db, id))?.orderId
  const [found] = await db.select({ orderId: returns.orderId }).from(returns).where(eq(returns.id, id))
  return found?.orderId
}

/** How it was paid back; undefined: it was not. Call it after its order is locked. */
export async function lockPaidBack(tx: Transaction, { kind, id }: OwedId): Promise<PaidBack | undefined> {
  const table = TABLES[kind]
  const { paidBackOn, paidBackReference: reference } = table
  const [entry] = await tx.select({ paidBackOn, reference }).from(table).where(eq(table.id, id)).for('update')
  return entry?.paidBackOn ? { paidBackOn: entry.paidBackOn, reference: entry.reference } : undefined
}

const TABLES = { return: returns, 'counter-refund': counterRefunds }

/** What is still owed of it; undefined: nothing. */
export async function findOwedAmount(tx: Transaction, { kind, id }: OwedId): Promise<Paise | undefined> {
  if (kind === 'counter-refund') return (await findCounterRefund(tx, id))?.amount
  const [owed] = await tx
    .select({ amount: OWED_BY_RETURN.mapWith(Number) })
    .from(returns)
    .innerJoin(shipments, eq(shipments.id, returns.shipmentId))
    .where(and(eq(returns.id, id), IS_OWED))
  return owed?.amount
}

/** What this shopper is owed by hand in all. */
export async function findOwedTo(db: Db, userId: string): Promise<Paise> {
  const [returned] = await db
    .select({ amount: sum(OWED_BY_RETURN).mapWith(Number) })
    .from(returns)
    .innerJoin(shipments, eq(shipments.id, returns.shipmentId))
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(and(eq(orders.userId, userId), IS_OWED))
  const [atCounter] = await db
    .select({ amount: sql<number>`coalesce(sum(${counterRefunds.amount}), 0)`.mapWith(Number) })
    .from(counterRefunds)
    .innerJoin(orders, eq(orders.id, counterRefunds.orderId))
    .where(and(eq(orders.userId, userId), isNull(counterRefunds.paidBackOn)))
  return (returned?.amount ?? 0) + (atCounter?.amount ?? 0)
}

export async function updatePaidBack(
  tx: Transaction,
  { kind, id }: OwedId,
  { paidBackOn, reference }: PaidBack,
): Promise<void> {
  const table = TABLES[kind]
  await tx.update(table).set({ paidBackOn, paidBackReference: reference }).where(eq(table.id, id))
  // The bank details that the buyer gave for it are of no use after a while.
  await tx.execute(sql`
    update payout_details set expires_at = now() + interval '30 days' where request_id = ${requestOf({ kind, id })}`)
  // So that its open pages hear of it.
  await tx.execute(sql`update return_requests set state = state where id = ${requestOf({ kind, id })}`)
}

/** SQL for the return request that this money settles; null: none. */
function requestOf({ kind, id }: { kind: OwedId['kind']; id: number | AnyPgColumn }): SQL<number | null> {
  return kind === 'return'
    ? sql`(select q.id from returns as r join return_requests as q on q.id = r.return_request_id and q.settled_as = 'money'
        where r.id = ${id})`
    : sql`(select coalesce(o.return_request_id, q.id) from counter_refunds as c
        left join order_refunds as o on o.id = c.order_refund_id
        left join returns as r on r.id = c.return_id
        left join return_requests as q on q.id = r.return_request_id and q.settled_as = 'money'
        where c.id = ${id} limit 1)`
}
