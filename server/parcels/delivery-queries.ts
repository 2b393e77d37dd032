import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { type OrderId, UNDO_SECONDS } from '#domain/orders/order-state.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { openDeliveries, orderLines, orders } from '#server/db/schema/shop.ts'

export type OpenDelivery = typeof openDeliveries.$inferSelect

/** Its time is the transaction's, as that of a job which the same transaction enqueues. */
export async function insertOpenDelivery(tx: Transaction, delivery: Omit<OpenDelivery, 'undoUntil'>): Promise<void> {
  await tx
    .insert(openDeliveries)
    .values({ ...delivery, undoUntil: sql`now() + make_interval(secs => ${UNDO_SECONDS})` })
}

export async function hasOpenDelivery(db: Db, id: OrderId): Promise<boolean> {
  return (await db.$count(openDeliveries, eq(openDeliveries.orderId, id))) > 0
}

/** For how many more seconds the delivery of this order can be undone; 0: it cannot. */
export async function findUndoSeconds(db: Db, id: OrderId): Promise<number> {
  const { orderId, undoUntil } = openDeliveries
  const seconds = sql<number>`greatest(0, extract(epoch from ${undoUntil} - clock_timestamp()))::float8`
  const [row] = await db.select({ seconds }).from(openDeliveries).where(eq(orderId, id))
  return row?.seconds ?? 0
}

/** The delivery, if it can still be undone. Removes it, so that it is not finished too. Call it while the order is locked. */
export async function takeForUndo(tx: Transaction, id: OrderId): Promise<OpenDelivery | undefined> {
  const { orderId, undoUntil } = openDeliveries
  const isOpen = and(eq(orderId, id), gt(undoUntil, sql`clock_timestamp()`))
  const [delivery] = await tx.delete(openDeliveries).where(isOpen).returning()
  return delivery
}

/**
 * The delivery, to be finished. Removes it, so that it is finished once. Call it while the order is locked.
 *
 * @param early also while it could still be undone
 */
export async function takeToFinish(
  tx: Transaction,
  id: OrderId,
  { early }: { early: boolean },
): Promise<Pick<OpenDelivery, 'sent'> | undefined> {
  const { orderId, undoUntil, sent } = openDeliveries
  const isDue = and(eq(orderId, id), early ? undefined : lte(undoUntil, sql`clock_timestamp()`))
  const [delivery] = await tx.delete(openDeliveries).where(isDue).returning({ sent })
  return delivery
}

/** Makes a delivered order what it was, and its products available again. */
export async function updateUndelivered(
  tx: Transaction,
  { orderId, cancel, dispatched }: Pick<OpenDelivery, 'orderId' | 'cancel' | 'dispatched'>,
): Promise<void> {
  const before = { status: 'confirmed', cancel, dispatched, deliveredAt: null } as const
  await tx.update(orders).set(before).where(eq(orders.id, orderId))
  await tx.update(orderLines).set({ deliveredAt: null }).where(eq(orderLines.orderId, orderId))
}
