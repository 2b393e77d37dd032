import { eq } from 'drizzle-orm'
import type { Db, Transaction } from '#server/db/connection.ts'
import { orderRefunds } from '#server/db/schema/payments.ts'

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
