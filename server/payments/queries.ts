import { and, eq, lt, sql } from 'drizzle-orm'
import type { Allocation, PaymentStatus, ProviderPayment } from '#domain/orders/payment.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { paymentEvents, payments } from '#server/db/schema/payments.ts'

export type Payment = typeof payments.$inferSelect

/** Callers that settle the payment have locked its checkout. */
export async function findPayment(db: Db, id: string): Promise<Payment | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id))
  return row
}

export async function getPayment(db: Db, id: string): Promise<Payment> {
  const payment = await findPayment(db, id)
  if (!payment) throw new Error(`Payment ${id} was not found`)
  return payment
}

/** Locks the payment. Every writer of refunds does so first, so that together they never exceed it. */
export async function lockPayment(tx: Transaction, id: string): Promise<Payment | undefined> {
  const [row] = await tx.select().from(payments).where(eq(payments.id, id)).for('update')
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

/** False: this webhook was received before. */
export async function insertEvent(tx: Transaction, id: string, event: string): Promise<boolean> {
  const rows = await tx
    .insert(paymentEvents)
    .values({ id, event })
    .onConflictDoNothing()
    .returning({ id: paymentEvents.id })
  return rows.length > 0
}

/** Deletes old webhooks: a webhook that is repeated after so long does no harm. */
export async function deleteOldEvents(db: Db): Promise<void> {
  await db.delete(paymentEvents).where(and(lt(paymentEvents.time, sql`now() - interval '90 days'`)))
}
