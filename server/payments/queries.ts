import { and, asc, eq, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { type PgUpdateSetSource, unionAll } from 'drizzle-orm/pg-core'
import { HOLD_SECONDS, type HoldFacts } from '#domain/catalog/stock/hold.ts'
import type { Paise } from '#domain/money.ts'
import type { OfferUse } from '#domain/offers/offer.ts'
import { type DeliveryAddress, storedAddress } from '#domain/orders/address.ts'
import { type OrderLine, type OrderTerms, storedTerms } from '#domain/orders/order.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { Allocation, PaymentStatus, ProviderPayment, RefundReason, RefundState } from '#domain/orders/payment.ts'
import type { RefundPart } from '#domain/orders/refund.ts'
import { type Db, getWritten, type Transaction } from '#server/db/connection.ts'
import {
  checkouts,
  counterRefunds,
  orderRefunds,
  paymentEvents,
  payments,
  refunds,
} from '#server/db/schema/payments.ts'
import { orders } from '#server/db/schema/shop.ts'
import { voucherUses } from '#server/db/schema/vouchers.ts'

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

type PaidOrder = { id: OrderId; paymentId: string | null }

/** Locks the captured payments of an order. Call it after the order is locked. */
export async function lockPaymentsOf(tx: Transaction, order: PaidOrder): Promise<Payment[]> {
  return listPaymentsOf(tx, order).for('update')
}

/** The one with which it was placed, or that replaced its cash, and those of later changes. */
export function listPaymentsOf(db: Db, { id, paymentId }: PaidOrder) {
  const ofOrder = db.select({ id: checkouts.id }).from(checkouts).where(eq(checkouts.orderId, id))
  const ofRest = inArray(payments.checkoutId, ofOrder)
  const isOurs = paymentId === null ? ofRest : or(eq(payments.id, paymentId), ofRest)
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.status, 'captured'), eq(payments.allocation, 'order'), isOurs))
    .orderBy(payments.time, payments.id)
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

export async function hasEvent(db: Db, id: string): Promise<boolean> {
  return (await db.$count(paymentEvents, eq(paymentEvents.id, id))) > 0
}

/** Deletes old webhooks: a webhook that is repeated after so long does no harm. */
export async function deleteOldEvents(db: Db): Promise<void> {
  await db.delete(paymentEvents).where(and(lt(paymentEvents.time, sql`now() - interval '90 days'`)))
}

export type StoredCheckout = typeof checkouts.$inferSelect

export type NewCheckout = {
  userId: string
  email: string
  checkoutKey: string
  address: DeliveryAddress
  lines: (OrderLine & { sellerId: string | null })[]
  amount: Paise
  /** None: it pays the rest of an order. */
  terms?: OrderTerms
  /** A voucher that pays so much beside it. */
  voucherId?: number
  voucherAmount?: Paise
  /** The offers that it holds. */
  offers?: OfferUse[]
  /** The day by which it is promised, such as `2026-11-26`. */
  deliversBy?: string | undefined
  /** The order that this payment is for, or for the rest of it. */
  orderId?: OrderId
}

/** Call it while the key is locked and has no open checkout. */
export async function insertCheckout(tx: Transaction, { address, terms = {}, ...checkout }: NewCheckout) {
  const values = { ...checkout, ...storedAddress(address), ...storedTerms(terms) }
  return getWritten(tx.insert(checkouts).values(values).returning())
}

/**
 * Locks the key until the transaction ends, so that nobody else opens, settles or closes a checkout with it meanwhile.
 */
export async function lockOpenCheckout(tx: Transaction, userId: string, key: string) {
  await lockKey(tx, sql`(values (${userId}, ${key}::uuid)) as owner (user_id, checkout_key)`)
  const [row] = await tx
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.userId, userId), eq(checkouts.checkoutKey, key), eq(checkouts.state, 'open')))
  return row
}

/** Finds the checkout of a provider order and locks its key, because settling one checkout closes the others. */
export async function lockCheckoutOf(tx: Transaction, providerOrderId: string): Promise<StoredCheckout | undefined> {
  await lockKey(tx, sql`checkouts where provider_order_id = ${providerOrderId}`)
  const [row] = await tx.select().from(checkouts).where(eq(checkouts.providerOrderId, providerOrderId))
  return row
}

/** Locks the key of the checkouts that may have become this order. */
export async function lockCheckoutsOfOrder(tx: Transaction, orderId: OrderId): Promise<void> {
  await lockKey(tx, sql`orders where id = ${orderId}`)
}

/**
 * Locks all checkouts with a key at once, before any row: locking them one by one in any order deadlocks when another
 * transaction adds one meanwhile.
 */
async function lockKey(tx: Transaction, source: SQL): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(user_id || ' ' || checkout_key, 0)) from ${source}`,
  )
}

/** Locks the holds of an account; call it before anything but the key is locked. */
export async function lockHolder(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`holds ${userId}`}, 0))`)
}

/** The facts that decide how much a checkout may hold. Call it while the account's holds are locked. */
export async function findHoldFacts(tx: Transaction, userId: string, key: string): Promise<HoldFacts> {
  const { rows } = await tx.execute<Omit<HoldFacts, 'secondsLeft'> & { secondsLeft: number | null }>(sql`
    select
      (select extract(epoch from max(held_until) - clock_timestamp())::float8 from checkouts
        where user_id = ${userId} and checkout_key = ${key}) as "secondsLeft",
      (select count(distinct checkout_key)::integer from checkouts as other
        where user_id = ${userId} and checkout_key <> ${key} and held_until > now() - interval '1 day'
          and not exists (select from orders where user_id = ${userId} and checkout_key = other.checkout_key)) as unpaid,
      holds.* from (
        select count(*)::integer as variants, coalesce(sum(quantity), 0)::integer as units
        from stock_holds join checkouts on checkouts.id = checkout_id
        where stock_holds.user_id = ${userId} and checkout_key <> ${key} and expires_at > clock_timestamp()) as holds`)
  const [facts] = rows
  if (!facts) throw new Error('The holds of an account could not be counted')
  return { ...facts, secondsLeft: facts.secondsLeft ?? undefined }
}

/** The checkout holds its units for so many seconds from now on. */
export async function updateHeldUntil(tx: Transaction, id: string, seconds: number): Promise<void> {
  await updateCheckout(tx, id, { heldUntil: sql`clock_timestamp() + make_interval(secs => ${seconds})` })
}

/** The checkout keeps its part of a voucher as long as units are held, or until now: its payment has failed. */
export async function holdVoucher(tx: Transaction, id: string, { ends = false } = {}): Promise<void> {
  const seconds = ends ? 0 : HOLD_SECONDS
  await updateCheckout(tx, id, { voucherHeldUntil: sql`clock_timestamp() + make_interval(secs => ${seconds})` })
}

/** Undefined: the checkout is unknown, or another user's. */
export async function findCheckoutOf(db: Db, userId: string, id: string): Promise<StoredCheckout | undefined> {
  const [row] = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.id, id), eq(checkouts.userId, userId)))
  return row
}

/**
 * Reopens a checkout. Its time is reset, because it may be paid weeks after it was first opened and the reconciler goes by
 * its age. The amount never changes, because the provider's order has it.
 */
export async function reopenCheckout(
  tx: Transaction,
  id: string,
  {
    address,
    lines,
    terms = {},
    deliversBy = null,
  }: Pick<NewCheckout, 'address' | 'lines' | 'terms'> & { deliversBy: string | null | undefined },
): Promise<void> {
  await updateCheckout(tx, id, {
    ...storedAddress(address),
    ...storedTerms(terms),
    lines,
    deliversBy,
    time: sql`now()`,
  })
}

export async function replaceCheckout(tx: Transaction, id: string): Promise<void> {
  await updateCheckout(tx, id, { state: 'replaced' })
}

async function updateCheckout(tx: Transaction, id: string, changes: PgUpdateSetSource<typeof checkouts>) {
  await tx.update(checkouts).set(changes).where(eq(checkouts.id, id))
}

/** Stores the provider's order id unless one is stored already. @returns the stored id */
export async function saveProviderOrder(db: Db, id: string, providerOrderId: string): Promise<string> {
  const [row] = await db
    .update(checkouts)
    .set({ providerOrderId: sql`coalesce(${checkouts.providerOrderId}, ${providerOrderId})` })
    .where(eq(checkouts.id, id))
    .returning({ stored: checkouts.providerOrderId })
  if (!row?.stored) throw new Error(`Checkout ${id} was not found`)
  return row.stored
}

/** Closes this key, so that later payments for it are refunded. @returns the ids of the checkouts that were closed */
export async function closeCheckouts(tx: Transaction, userId: string, key: string): Promise<string[]> {
  const closed = await tx
    .update(checkouts)
    .set({ state: 'closed' })
    .where(and(eq(checkouts.userId, userId), eq(checkouts.checkoutKey, key), ne(checkouts.state, 'closed')))
    .returning({ id: checkouts.id })
  return closed.map(({ id }) => id)
}

/**
 * Provider orders to reconcile, between 15 minutes and 8 days old, because banks may take up to a week. The older one
 * is, the less often it is checked; `every` includes all open ones that were not checked since `before`. Shuffled, so
 * that a few that always fail cannot keep the same others from being checked.
 */
export async function listCheckoutsToSync(db: Db, { every, before }: { every: boolean; before: string }) {
  const age = sql`(now() - ${checkouts.time})`
  const rows = await db
    .select({ id: checkouts.providerOrderId })
    .from(checkouts)
    .where(
      sql`${checkouts.time} between now() - interval '8 days' and now() - interval '15 minutes'
        and ${checkouts.providerOrderId} is not null
        and ((${every} and ${checkouts.state} <> 'closed' and ${checkouts.checkedAt} < ${before}) or ${checkouts.checkedAt} is null or now() - ${checkouts.checkedAt} > ${age} / 4)`,
    )
    .orderBy(sql`random()`)
    .limit(500)
  return rows.flatMap(({ id }) => id ?? [])
}

export async function recordChecked(db: Db, providerOrderId: string): Promise<void> {
  await db.update(checkouts).set({ checkedAt: sql`now()` }).where(eq(checkouts.providerOrderId, providerOrderId))
}

export type Refund = typeof refunds.$inferSelect

export type NewRefund = RefundPart & {
  paymentId: string
  /** Null: the whole payment. */
  amount: Paise | null
  orderId: OrderId | null
  userId: string
  reason: RefundReason
  state: RefundState
  providerRefundId?: string
}

/** Call it while the payment is locked. Undefined: this payment, or the part that is refunded, has one already. */
export async function insertRefund(tx: Transaction, refund: NewRefund): Promise<Refund | undefined> {
  const [row] = await tx.insert(refunds).values(refund).onConflictDoNothing().returning()
  return row
}

export async function findRefund(db: Db, id: number): Promise<Refund | undefined> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id))
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
export async function findPayer(db: Db, paymentId: string) {
  const [row] = await db
    .select({ userId: checkouts.userId, orderId: orders.id })
    .from(payments)
    .innerJoin(checkouts, eq(checkouts.id, payments.checkoutId))
    .leftJoin(
      orders,
      and(
        eq(orders.userId, checkouts.userId),
        eq(orders.checkoutKey, checkouts.checkoutKey),
        or(eq(orders.paymentId, payments.id), and(eq(orders.id, checkouts.orderId), eq(payments.allocation, 'order'))),
      ),
    )
    .where(eq(payments.id, paymentId))
  return row
}

/** Why this payment did not become an order; undefined: it did, or is not settled yet. */
export async function findRefundReason(db: Db, paymentId: string): Promise<RefundReason | undefined> {
  const { reason, returnId, changeId, orderRefundId, id } = refunds
  const isWhole = and(isNull(returnId), isNull(changeId), isNull(orderRefundId))
  const [whole] = await db
    .select({ reason })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(payments.id, paymentId), eq(payments.allocation, 'refund'), isWhole))
    .orderBy(sql`${reason} = 'external'`, asc(id))
    .limit(1)
  return whole?.reason
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
export async function listPendingRefunds(db: Db, { every, before }: { every: boolean; before: string }) {
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

type OrderRefund = typeof orderRefunds.$inferSelect

export async function findOrderRefund(db: Db, key: string): Promise<OrderRefund | undefined> {
  const [row] = await db.select().from(orderRefunds).where(eq(orderRefunds.key, key))
  return row
}

/** Call it while the order is locked, after `findOrderRefund`. */
export async function insertOrderRefund(tx: Transaction, refund: Omit<OrderRefund, 'id' | 'time'>): Promise<number> {
  const { id } = await getWritten(tx.insert(orderRefunds).values(refund).returning({ id: orderRefunds.id }))
  return id
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
