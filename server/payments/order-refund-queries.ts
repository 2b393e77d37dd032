import { and, eq, inArray, isNotNull, isNull, lt, ne } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { counterRefunds, orderRefunds, refunds } from '#server/db/schema/payments.ts'
import { voucherUses } from '#server/db/schema/vouchers.ts'

type OrderRefund = typeof orderRefunds.$inferSelect

export async function findOrderRefund(db: Db, key: string): Promise<OrderRefund | undefined> {
  const [row] = await db.select().from(orderRefunds).where(eq(orderRefunds.key, key))
  return row
}

/** Call it while the order is locked, after `findOrderRefund`. */
export async function insertOrderRefund(tx: Transaction, refund: Omit<OrderRefund, 'id' | 'time'>): Promise<number> {
  const [row] = await tx.insert(orderRefunds).values(refund).returning({ id: orderRefunds.id })
  if (!row) throw new Error('The refund was not written')
  return row.id
}

/** A refund that was asked for a part of this order and is not finished, online or by hand. */
export async function hasOpenRefund(db: Db, orderId: OrderId): Promise<boolean> {
  const isRunning = inArray(refunds.state, ['requested', 'pending'])
  const online = db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), isRunning, isNotNull(refunds.orderRefundId)))
  const isOwed = and(isNull(counterRefunds.paidBackOn), isNotNull(counterRefunds.orderRefundId))
  const byHand = db
    .select({ id: counterRefunds.id })
    .from(counterRefunds)
    .where(and(eq(counterRefunds.orderId, orderId), isOwed))
  const rows = await unionAll(online, byHand).limit(1)
  return rows.length > 0
}

/** True when a refund has lowered the price of a line in one of these places. */
export async function hasReductions(tx: Transaction, orderId: OrderId, positions: readonly number[]): Promise<boolean> {
  const rows = await tx
    .select({ lines: orderRefunds.lines })
    .from(orderRefunds)
    .where(and(eq(orderRefunds.orderId, orderId), ne(orderRefunds.reason, 'goodwill')))
  return rows.some(({ lines }) => lines.some(({ position }) => positions.includes(position)))
}

/** A voucher has paid for this order, and not all of that was given back. */
export async function hasOpenVoucher(db: Db, orderId: OrderId): Promise<boolean> {
  const { id, amount, givenBack } = voucherUses
  const isOpen = and(eq(voucherUses.orderId, orderId), lt(givenBack, amount))
  return (await db.select({ id }).from(voucherUses).where(isOpen).limit(1)).length > 0
}
