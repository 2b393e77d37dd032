import { sql } from 'drizzle-orm'
import {
  check,
  date,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { OfferUse } from '#domain/offers/offer.ts'
import type { DisputeState } from '#domain/orders/dispute.ts'
import type { OrderLine } from '#domain/orders/order.ts'
import type { OrderRefundReason, RefundLine } from '#domain/orders/order-refund.ts'
import type {
  Allocation,
  CounterRefundReason,
  PaymentStatus,
  RefundReason,
  RefundState,
} from '#domain/orders/payment.ts'
import { user, userRef } from './accounts.ts'
import { addressColumns, bigId, termColumns, time } from './columns.ts'
import { returns, shipments } from './shipping.ts'
import { orderChanges } from './shop.ts'
import { vouchers } from './vouchers.ts'

/** A checkout that is to be paid online, written before the provider gets its order. */
export const checkouts = pgTable(
  'checkouts',
  {
    /** The receipt of the provider's order, which finds it again when the response was lost. */
    id: uuid().primaryKey().defaultRandom(),
    userId: text().notNull(),
    email: text().notNull(),
    /** The same as for cash on delivery: one key becomes one order, however it is paid. */
    checkoutKey: uuid().notNull(),
    ...addressColumns(),
    lines: jsonb().$type<(OrderLine & { sellerId: string | null })[]>().notNull(),
    /** Paise. */
    amount: bigId().notNull(),
    ...termColumns(),
    /** The order that this payment is for, or for the rest of it; no foreign key: the order may be deleted. */
    orderId: bigId(),
    /** The voucher that pays so many paise beside it, and until when they are held; null: none. */
    voucherId: bigId().references(() => vouchers.id),
    voucherAmount: bigId().notNull().default(0),
    voucherHeldUntil: time(),
    /** The offers on it, whose uses it holds for a quarter of an hour. */
    offers: jsonb().$type<OfferUse[]>().notNull().default([]),
    providerOrderId: text(),
    /**
     * `replaced` by another checkout, with a new amount or after a refund. `closed`: became an order or was refunded.
     */
    state: text().$type<'open' | 'replaced' | 'closed'>().notNull().default('open'),
    /** Until when it holds units of counted products, from its first opening; null: it has held none. */
    heldUntil: time(),
    /** The day by which it was promised when it was last opened; null: none. */
    deliversBy: date(),
    /** When its payments were last fetched from the provider. */
    checkedAt: time(),
    /** When it was last opened. */
    time: time().notNull().defaultNow(),
  },
  (t) => [
    foreignKey({ name: 'checkouts_shopper', columns: [t.userId], foreignColumns: [user.id] }),
    unique('checkouts_provider_order').on(t.providerOrderId),
    uniqueIndex('checkouts_open').on(t.userId, t.checkoutKey).where(sql`state = 'open'`),
    check('checkouts_state', sql`${t.state} in ('open', 'replaced', 'closed')`),
    check('checkouts_whole_rupees', sql`${t.amount} > 0 and ${t.amount} % 100 = 0`),
    check('checkouts_rest_in_cash', sql`${t.restInCash} >= 0`),
    check('checkouts_voucher', sql`${t.voucherAmount} >= 0 and (${t.voucherId} is null) = (${t.voucherAmount} = 0)`),
    index('checkouts_by_key').on(t.userId, t.checkoutKey),
    index('checkouts_by_time').on(t.time),
    index('checkouts_of_voucher').on(t.voucherId).where(sql`voucher_id is not null`),
    index('checkouts_with_offers').on(t.time).where(sql`state = 'open' and offers <> '[]'`),
    index('checkouts_of_order').on(t.orderId).where(sql`order_id is not null`),
  ],
)

/** Payments that the provider has reported, each once. */
export const payments = pgTable(
  'payments',
  {
    /** The provider's id. */
    id: text().primaryKey(),
    checkoutId: uuid()
      .notNull()
      .references(() => checkouts.id),
    /** In hundredths, and the currency they are of. */
    amount: bigId().notNull(),
    currency: text().notNull(),
    status: text().$type<PaymentStatus>().notNull(),
    allocation: text().$type<Allocation>(),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    check('payments_status', sql`${t.status} in ('authorized', 'expired', 'captured')`),
    check('payments_allocation', sql`${t.allocation} in ('order', 'refund')`),
    // The transaction that records a captured payment also makes it an order or a refund.
    check('payments_captured', sql`${t.status} <> 'captured' or ${t.allocation} is not null`),
    index('payments_by_checkout').on(t.checkoutId),
  ],
)

/**
 * Keys of checkouts whose order an admin has deleted. They make no order again, however late a browser repeats what it
 * has sent.
 */
export const usedCheckoutKeys = pgTable(
  'used_checkout_keys',
  {
    userId: userRef(),
    checkoutKey: uuid().notNull(),
    /** No foreign key: the order is gone. */
    orderId: bigId().notNull(),
    time: time().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.checkoutKey] })],
)

/** Refunds of a part of an order, as they were asked for. A writer locks the order first. */
export const orderRefunds = pgTable(
  'order_refunds',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    /** Made by the form, so that a repeated press refunds once. */
    key: uuid().notNull().unique('order_refunds_once'),
    /** No foreign key: it outlives a deleted order. */
    orderId: bigId().notNull(),
    /** Paise. */
    amount: bigId().notNull(),
    /** Paise of it that come back to the voucher with which the order was paid. */
    toVoucher: bigId().notNull().default(0),
    reason: text().$type<OrderRefundReason>().notNull(),
    /** Shares of the lines that it is for; empty: it is for the whole order. */
    lines: jsonb().$type<RefundLine[]>().notNull().default([]),
    /** The request that it settles; no foreign key: a request may be erased first. */
    returnRequestId: bigId(),
    actorId: text().references(() => user.id, { onDelete: 'set null' }),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    check('order_refunds_amount', sql`${t.amount} > 0`),
    check('order_refunds_to_voucher', sql`${t.toVoucher} between 0 and ${t.amount}`),
    check('order_refunds_reason', sql`${t.reason} in ('price-reduced', 'goodwill', 'item-missing', 'returned')`),
    index('order_refunds_of_order').on(t.orderId, t.id),
    index('order_refunds_of_request').on(t.returnRequestId).where(sql`return_request_id is not null`),
    index('order_refunds_by_actor').on(t.actorId).where(sql`actor_id is not null`),
  ],
)

/**
 * Refunds of a payment: at most one of ours for all or what is left of it, one for each return, change and asked refund of the
 * order, and those made in the provider's dashboard. A writer locks the payment first.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    paymentId: text()
      .notNull()
      .references(() => payments.id),
    /** The return that it refunds, or the change that made the order cheaper; all three null: it refunds the payment itself. */
    returnId: bigId().references(() => returns.id),
    changeId: bigId().references(() => orderChanges.id),
    /** The refund of a part of the order that it performs. */
    orderRefundId: bigId().references(() => orderRefunds.id),
    /** Paise; null: the whole payment. */
    amount: bigId(),
    /** No foreign key: the refund outlives a deleted order. */
    orderId: bigId(),
    userId: text().notNull(),
    reason: text().$type<RefundReason>().notNull(),
    state: text().$type<RefundState>().notNull(),
    /** The provider repeats its first response to a repeated request, so a retry needs another number. */
    attempt: smallint().notNull().default(1),
    providerRefundId: text(),
    /** Why it failed, in the provider's words. */
    problem: text(),
    /** When it was last fetched from the provider. */
    checkedAt: time(),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    unique('refunds_provider_refund').on(t.providerRefundId),
    uniqueIndex('refunds_whole')
      .on(t.paymentId)
      .where(sql`return_id is null and change_id is null and order_refund_id is null and reason <> 'external'`),
    // An order whose total a change has raised has several payments.
    uniqueIndex('refunds_of_return').on(t.returnId, t.paymentId).where(sql`return_id is not null`),
    uniqueIndex('refunds_of_change').on(t.changeId, t.paymentId).where(sql`change_id is not null`),
    uniqueIndex('refunds_of_order_refund').on(t.orderRefundId, t.paymentId).where(sql`order_refund_id is not null`),
    index('refunds_of_payment').on(t.paymentId),
    check('refunds_amount', sql`${t.amount} > 0`),
    check('refunds_state', sql`${t.state} in ('requested', 'pending', 'processed', 'failed')`),
    check(
      'refunds_reason',
      sql`${t.reason} in ('sold', 'paid-twice', 'wrong-amount', 'cancelled', 'deleted', 'external', 'returned', 'changed', 'not-payable', 'voucher-spent', 'price-reduced', 'goodwill', 'item-missing')`,
    ),
    check('refunds_attempt', sql`${t.attempt} > 0`),
    index('refunds_by_order').on(t.orderId),
    index('refunds_unfinished').on(t.time).where(sql`state in ('requested', 'pending')`),
  ],
)

/** Refunds by hand of what was paid at the counter, or in cash on delivery. A writer locks the order first. */
export const counterRefunds = pgTable(
  'counter_refunds',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    /** No foreign key: it outlives a deleted order. */
    orderId: bigId().notNull(),
    /** The return, the change or the asked refund that it pays back; all null: the rest of the order. */
    returnId: bigId().references(() => returns.id),
    changeId: bigId().references(() => orderChanges.id),
    orderRefundId: bigId().references(() => orderRefunds.id),
    /** It is owed once the cash of this parcel has come; null: at once. */
    shipmentId: bigId().references(() => shipments.id),
    /** Paise. */
    amount: bigId().notNull(),
    reason: text().$type<CounterRefundReason>().notNull(),
    /** By the Indian calendar; null: it is owed. */
    paidBackOn: date(),
    /** Of that payment; empty while there is none. */
    paidBackReference: text().notNull().default(''),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('counter_refunds_of_return')
      .on(t.returnId, sql`(shipment_id is null)`)
      .where(sql`return_id is not null`),
    unique('counter_refunds_of_change').on(t.changeId),
    unique('counter_refunds_of_order_refund').on(t.orderRefundId),
    check('counter_refunds_amount', sql`${t.amount} > 0`),
    check(
      'counter_refunds_reason',
      sql`${t.reason} in ('cancelled', 'deleted', 'returned', 'changed', 'price-reduced', 'goodwill', 'item-missing')`,
    ),
    check('counter_refunds_paid_back', sql`(${t.paidBackOn} is null) = (${t.paidBackReference} = '')`),
    check('counter_refunds_reference', sql`length(${t.paidBackReference}) <= 100`),
    index('counter_refunds_by_order').on(t.orderId),
    // `To pay back` reads these alone.
    index('counter_refunds_owed').on(t.id).where(sql`paid_back_on is null`),
  ],
)

/** One that the shop has to answer: the condition of the index below. */
export const OPEN_DISPUTE = sql`disputes.state in ('open', 'action_required')`

/** Payments that their buyers dispute at the bank, as the provider reports them. */
export const disputes = pgTable(
  'disputes',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    /** The provider's. */
    disputeId: text().notNull().unique('disputes_once'),
    /** No foreign key: also of payments that the shop does not know. */
    paymentId: text().notNull(),
    /** In hundredths of the currency. */
    amount: bigId().notNull(),
    currency: text().notNull(),
    /** Taken from the shop. */
    deducted: bigId().notNull(),
    reason: text().notNull(),
    phase: text().notNull(),
    state: text().$type<DisputeState>().notNull(),
    respondBy: time(),
    createdAt: time().notNull(),
    /** When the provider reported this state. */
    reportedAt: time().notNull(),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    check('disputes_amount', sql`${t.amount} >= 0 and ${t.deducted} >= 0`),
    check('disputes_state', sql`${t.state} in ('open', 'action_required', 'under_review', 'won', 'lost', 'closed')`),
    index('disputes_of_payment').on(t.paymentId),
    index('disputes_open').on(t.time).where(sql`state in ('open', 'action_required')`),
  ],
)

/** Webhooks that were received, so that each is handled once. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: text().primaryKey(),
    event: text().notNull(),
    time: time().notNull().defaultNow(),
  },
  (t) => [index('payment_events_by_time').on(t.time)],
)
