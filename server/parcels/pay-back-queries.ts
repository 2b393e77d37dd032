import { and, asc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Paise } from '#domain/money.ts'
import type { PaidBack } from '#domain/orders/cash-received.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { bills } from '#server/db/schema/billing.ts'
import { returns, shipments } from '#server/db/schema/shipping.ts'
import { orders } from '#server/db/schema/shop.ts'

/** What a shopper is owed for a return of a parcel that was paid in cash. */
export type Owed = {
  returnId: number
  orderId: OrderId
  /** Null: the order was deleted. */
  shopper: string | null
  email: string | null
  amount: Paise
  creditNote: { id: number; number: string } | null
  time: Date
}

/**
 * The courier has collected all cash of a parcel that it delivered, so what came back of it is paid back, also if its
 * delivery is reported later. Of a parcel that came back whole nothing was paid.
 */
const IS_OWED = and(
  gt(shipments.cash, 0),
  eq(shipments.step, 'delivered'),
  gt(returns.amount, 0),
  isNull(returns.paidBackOn),
  // That order was deleted before it was delivered.
  ne(returns.reason, 'deleted'),
)

/** Oldest first, at most 200. */
export async function listOwed(db: Db): Promise<Owed[]> {
  const note = alias(bills, 'note')
  const rows = await db
    .select({
      returnId: returns.id,
      orderId: returns.orderId,
      shopper: orders.name,
      email: orders.email,
      amount: sql<number>`${returns.amount}`.mapWith(Number),
      noteId: note.id,
      noteNumber: note.number,
      time: returns.time,
    })
    .from(returns)
    .innerJoin(shipments, eq(shipments.id, returns.shipmentId))
    .leftJoin(orders, eq(orders.id, returns.orderId))
    .leftJoin(note, eq(note.returnId, returns.id))
    .where(IS_OWED)
    .orderBy(asc(returns.id))
    .limit(200)
  return rows.map(({ noteId, noteNumber, ...row }) => ({
    ...row,
    creditNote: noteId !== null && noteNumber !== null ? { id: noteId, number: noteNumber } : null,
  }))
}

export async function findOrderOfReturn(db: Db, id: number): Promise<OrderId | undefined> {
  const [found] = await db.select({ orderId: returns.orderId }).from(returns).where(eq(returns.id, id))
  return found?.orderId
}

/** A return with what was paid back for it. Call it after its order is locked. */
export async function lockPaidBack(tx: Transaction, id: number): Promise<PaidBack | undefined> {
  const { paidBackOn, paidBackReference: reference } = returns
  const [entry] = await tx.select({ paidBackOn, reference }).from(returns).where(eq(returns.id, id)).for('update')
  return entry?.paidBackOn ? { paidBackOn: entry.paidBackOn, reference: entry.reference } : undefined
}

/** What is owed for one return; undefined: nothing. */
export async function findOwedAmount(tx: Transaction, id: number): Promise<Paise | undefined> {
  const [owed] = await tx
    .select({ amount: sql<number>`${returns.amount}`.mapWith(Number) })
    .from(returns)
    .innerJoin(shipments, eq(shipments.id, returns.shipmentId))
    .where(and(eq(returns.id, id), IS_OWED))
  return owed?.amount
}

export async function updatePaidBack(tx: Transaction, id: number, { paidBackOn, reference }: PaidBack): Promise<void> {
  await tx.update(returns).set({ paidBackOn, paidBackReference: reference }).where(eq(returns.id, id))
}
