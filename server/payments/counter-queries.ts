import { asc, eq, sum } from 'drizzle-orm'
import { type Paise, toPaise } from '#domain/money.ts'
import type { CounterRefundReason } from '#domain/orders/payment.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { counterRefunds } from '#server/db/schema/payments.ts'
import { orderChanges } from '#server/db/schema/shop.ts'
import type { OrderRow } from '#server/orders/queries.ts'

type CounterPart = {
  returnId: number | null
  changeId: number | null
  reason: CounterRefundReason
  /** Undefined: all that is left. */
  amount: Paise | undefined
}

/** What somebody pays back by hand, at most what was paid at the counter. Call it while the order is locked. */
export async function insertCounterRefund(
  tx: Transaction,
  order: OrderRow,
  { amount, ...part }: CounterPart,
): Promise<void> {
  if (order.paidAtCounter === null) return
  const left = await findLeftOfCounter(tx, order)
  const owed = Math.min(left, amount ?? left)
  if (owed > 0) await tx.insert(counterRefunds).values({ ...part, orderId: order.id, amount: owed })
}

/** The total of the time when it was paid, less what went back or is to go back. */
async function findLeftOfCounter(tx: Transaction, { id, totalAmount }: OrderRow): Promise<Paise> {
  const [first] = await tx
    .select({ total: orderChanges.totalBefore })
    .from(orderChanges)
    .where(eq(orderChanges.orderId, id))
    .orderBy(asc(orderChanges.id))
    .limit(1)
  const [back] = await tx
    .select({ amount: sum(counterRefunds.amount).mapWith(Number) })
    .from(counterRefunds)
    .where(eq(counterRefunds.orderId, id))
  return toPaise(first?.total ?? totalAmount) - (back?.amount ?? 0)
}

export type CounterRefund = typeof counterRefunds.$inferSelect

export async function findCounterRefund(db: Db, id: number): Promise<CounterRefund | undefined> {
  const [row] = await db.select().from(counterRefunds).where(eq(counterRefunds.id, id))
  return row
}
