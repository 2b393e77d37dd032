import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { Allocation, PaymentStatus, ProviderPayment, RefundReason, RefundState } from '#domain/orders/payment.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { paymentEvents, payments, refunds } from '#server/db/schema/payments.ts'

export type Payment = typeof payments.$inferSelect
export type Refund = typeof refunds.$inferSelect

/** Callers that settle the payment hold the lock of its checkout. */
export async function findPayment(db: Db, id: string): Promise<Payment | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id))
  return row
}

export async function upsertPayment(
  tx: Transaction,
  { id, amount, currency }: ProviderPayment,
  known: { checkoutId: string; status: PaymentStatus; allocation: Allocation | null },
): Promise<void> {
  const { status, allocation } = known
  await tx
    .insert(payments)
    .values({ id, amount, currency, ...known })
    .onConflictDoUpdate({ target: payments.id, set: { status, allocation } })
}

export async function updateAllocation(tx: Transaction, id: string, allocation: Allocation | null): Promise<void> {
  await tx.update(payments).set({ allocation }).where(eq(payments.id, id))
}

export type NewRefund = {
  paymentId: string
  orderId: OrderId | null
  userId: string
  reason: RefundReason
  state: RefundState
}

/** False: this payment is being refunded already. */
export async function insertRefund(tx: Transaction, refund: NewRefund): Promise<boolean> {
  const rows = await tx.insert(refunds).values(refund).onConflictDoNothing().returning({ id: refunds.paymentId })
  return rows.length > 0
}

export async function findRefund(db: Db, paymentId: string): Promise<Refund | undefined> {
  const [row] = await db.select().from(refunds).where(eq(refunds.paymentId, paymentId))
  return row
}

export async function lockRefund(tx: Transaction, paymentId: string): Promise<Refund | undefined> {
  const [row] = await tx.select().from(refunds).where(eq(refunds.paymentId, paymentId)).for('update')
  return row
}

export async function updateRefund(
  tx: Transaction,
  paymentId: string,
  changes: Partial<Pick<Refund, 'state' | 'attempt' | 'providerRefundId' | 'problem'>>,
): Promise<void> {
  await tx.update(refunds).set(changes).where(eq(refunds.paymentId, paymentId))
}

/** Refunds that the provider has not been asked for yet; without `every` only those older than 15 minutes. */
export async function listRequestedRefunds(db: Db, { every }: { every: boolean }): Promise<Refund[]> {
  const isOld = sql`(${every} or ${refunds.time} < now() - interval '15 minutes')`
  return db
    .select()
    .from(refunds)
    .where(and(eq(refunds.state, 'requested'), isOld))
}

/** Refunds that the bank is working on, in random order; the older one is, the less often it is checked. */
export async function listPendingRefunds(db: Db, { every }: { every: boolean }): Promise<Refund[]> {
  const isDue = sql`(${every} or ${refunds.checkedAt} is null or now() - ${refunds.checkedAt} > (now() - ${refunds.time}) / 4)`
  return db
    .select()
    .from(refunds)
    .where(and(eq(refunds.state, 'pending'), isDue))
    .orderBy(sql`random()`)
    .limit(500)
}

export async function recordRefundChecked(db: Db, paymentId: string): Promise<void> {
  await db.update(refunds).set({ checkedAt: sql`now()` }).where(eq(refunds.paymentId, paymentId))
}

export async function listRefundStates(db: Db, orderIds: OrderId[]): Promise<Map<OrderId, RefundState>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .select({ orderId: refunds.orderId, state: refunds.state })
    .from(refunds)
    .where(inArray(refunds.orderId, orderIds))
  return new Map(rows.flatMap(({ orderId, state }) => (orderId === null ? [] : [[orderId, state]])))
}

/** False: this webhook was received before. */
export async function insertEvent(tx: Transaction, id: string, event: string): Promise<boolean> {
  const rows = await tx
    .insert(paymentEvents)
    .values({ id, event })
    .onConflictDoNothing()
    .returning({ id: paymentEvents.id })
  return rows.length > 0
}

/** A webhook that is repeated after so long does no harm. */
export async function deleteOldEvents(db: Db): Promise<void> {
  await db.delete(paymentEvents).where(and(lt(paymentEvents.time, sql`now() - interval '90 days'`)))
}
