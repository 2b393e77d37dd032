import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Paise } from '#domain/money.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { RefundReason, RefundState } from '#domain/orders/payment.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { checkouts, payments, refunds } from '#server/db/schema/payments.ts'
import { orders } from '#server/db/schema/shop.ts'

export type Refund = typeof refunds.$inferSelect

export type NewRefund = {
  paymentId: string
  returnId: number | null
  /** Null: the whole payment. */
  amount: Paise | null
  orderId: OrderId | null
  userId: string
  reason: RefundReason
  state: RefundState
  providerRefundId?: string
}

/** Call it while the payment is locked. Undefined: this payment or return has a refund already. */
export async function insertRefund(tx: Transaction, refund: NewRefund): Promise<Refund | undefined> {
  const [row] = await tx.insert(refunds).values(refund).onConflictDoNothing().returning()
  return row
}

export async function findRefund(db: Db, id: number): Promise<Refund | undefined> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id))
  return row
}

/** Our refund of the payment itself, not of a return. */
async function findWholeRefund(db: Db, paymentId: string): Promise<Refund | undefined> {
  const [row] = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), isNull(refunds.returnId)))
    .orderBy(sql`${refunds.reason} = 'external'`, asc(refunds.id))
    .limit(1)
  return row
}

/** Oldest first. */
export async function listRefundsOf(db: Db, paymentId: string): Promise<Refund[]> {
  return db.select().from(refunds).where(eq(refunds.paymentId, paymentId)).orderBy(asc(refunds.id))
}

/** Call it while the payment is locked. */
export async function updateRefund(
  tx: Transaction,
  id: number,
  changes: Partial<Pick<Refund, 'state' | 'amount' | 'attempt' | 'providerRefundId' | 'problem'>>,
): Promise<void> {
  await tx.update(refunds).set(changes).where(eq(refunds.id, id))
}

/** Removes a refund for which nothing is left of the payment. */
export async function removeRefund(tx: Transaction, id: number): Promise<void> {
  await tx.delete(refunds).where(eq(refunds.id, id))
}

/** The shopper who made this payment, and its order if there is one. */
export async function findPayer(
  db: Db,
  paymentId: string,
): Promise<{ userId: string; orderId: OrderId | null } | undefined> {
  const [row] = await db
    .select({ userId: checkouts.userId, orderId: orders.id })
    .from(payments)
    .innerJoin(checkouts, eq(checkouts.id, payments.checkoutId))
    .leftJoin(
      orders,
      and(
        eq(orders.userId, checkouts.userId),
        eq(orders.checkoutKey, checkouts.checkoutKey),
        eq(orders.paymentId, payments.id),
      ),
    )
    .where(eq(payments.id, paymentId))
  return row
}

/** Why this payment did not become an order; undefined: it did, or is not settled yet. */
export async function findRefundReason(db: Db, paymentId: string): Promise<RefundReason | undefined> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, paymentId))
  return payment?.allocation === 'refund' ? (await findWholeRefund(db, paymentId))?.reason : undefined
}

/** Refunds that were not requested from the provider yet; without `every` only those older than 15 minutes. */
export async function listRequestedRefunds(db: Db, { every }: { every: boolean }): Promise<Refund[]> {
  const isOld = sql`(${every} or ${refunds.time} < now() - interval '15 minutes')`
  return db
    .select()
    .from(refunds)
    .where(and(eq(refunds.state, 'requested'), isOld))
}

/**
 * Refunds that the bank is working on, in random order. The older one is, the less often it is checked; `every` includes
 * all that were not checked since `before`.
 */
export async function listPendingRefunds(
  db: Db,
  { every, before }: { every: boolean; before: string },
): Promise<Refund[]> {
  const isDue = sql`((${every} and ${refunds.checkedAt} < ${before}) or ${refunds.checkedAt} is null or now() - ${refunds.checkedAt} > (now() - ${refunds.time}) / 4)`
  return db
    .select()
    .from(refunds)
    .where(and(eq(refunds.state, 'pending'), isDue))
    .orderBy(sql`random()`)
    .limit(500)
}

export async function recordRefundChecked(db: Db, id: number): Promise<void> {
  await db.update(refunds).set({ checkedAt: sql`now()` }).where(eq(refunds.id, id))
}
