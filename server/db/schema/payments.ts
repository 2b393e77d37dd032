import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { OrderLine } from '#domain/orders/order.ts'
import type { Allocation, PaymentStatus, RefundReason, RefundState } from '#domain/orders/payment.ts'
import { user } from './accounts.ts'

const time = () => timestamp({ withTimezone: true })
const bigId = () => bigint({ mode: 'number' })

/** What somebody wants to pay for online, written before the provider hears of it. */
export const checkouts = pgTable(
  'checkouts',
  {
    /** The provider's receipt, by which its order is found again when the answer got lost. */
    id: uuid().primaryKey().defaultRandom(),
    userId: text().notNull(),
    email: text().notNull(),
    /** The same as for cash on delivery: one key becomes one order, one way or the other. */
    checkoutKey: uuid().notNull(),
    name: text().notNull(),
    address: text().notNull(),
    city: text().notNull(),
    pincode: text().notNull(),
    mobileNumber: text().notNull(),
    lines: jsonb().$type<(OrderLine & { sellerId: string | null })[]>().notNull(),
    /** Paise. */
    amount: bigId().notNull(),
    providerOrderId: text(),
    /** Replaced: a price has changed since, and the shopper is asked for another amount. Over: nothing more can come of it. */
    state: text().$type<'open' | 'replaced' | 'over'>().notNull().default('open'),
    /** When the provider was last asked what has become of it. */
    askedAt: time(),
    /** When it was last opened. */
    time: time().notNull().defaultNow(),
  },
  (t) => [
    foreignKey({ name: 'checkouts_shopper', columns: [t.userId], foreignColumns: [user.id] }),
    unique('checkouts_provider_order').on(t.providerOrderId),
    uniqueIndex('checkouts_open').on(t.userId, t.checkoutKey).where(sql`state = 'open'`),
    check('checkouts_state', sql`${t.state} in ('open', 'replaced', 'over')`),
    check('checkouts_whole_rupees', sql`${t.amount} > 0 and ${t.amount} % 100 = 0`),
    index('checkouts_by_key').on(t.userId, t.checkoutKey),
    index('checkouts_by_time').on(t.time),
  ],
)

/** Money that the provider has told of, each payment once. */
export const payments = pgTable(
  'payments',
  {
    /** The provider's. */
    id: text().primaryKey(),
    checkoutId: uuid()
      .notNull()
      .references(() => checkouts.id),
    /** In hundredths, and the currency they are of. */
    amount: bigId().notNull(),
    currency: text().notNull(),
    status: text('stage').$type<PaymentStatus>().notNull(),
    allocation: text('use').$type<Allocation>(),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    check('payments_stage', sql`${t.status} in ('authorized', 'lapsed', 'captured')`),
    check('payments_use', sql`${t.allocation} in ('order', 'refund')`),
    // Money that has arrived is an order or on its way back, in the same transaction in which the shop hears of it.
    check('payments_used', sql`${t.status} <> 'captured' or ${t.allocation} is not null`),
    index('payments_by_checkout').on(t.checkoutId),
  ],
)

/**
 * Keys of checkouts whose order an admin has deleted. Such a key makes no order again, however late a browser repeats
 * what it sent.
 */
export const usedCheckoutKeys = pgTable(
  'used_checkout_keys',
  {
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    checkoutKey: uuid().notNull(),
    /** No foreign key: the order is gone. */
    orderId: bigId().notNull(),
    time: time().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.checkoutKey] })],
)

/** Money on its way back: always a payment's whole amount. */
export const refunds = pgTable(
  'refunds',
  {
    paymentId: text()
      .primaryKey()
      .references(() => payments.id),
    /** No foreign key: the refund outlives a deleted order. */
    orderId: bigId(),
    userId: text().notNull(),
    reason: text().$type<RefundReason>().notNull(),
    state: text().$type<RefundState>().notNull(),
    /** The provider answers a repeat with the first answer, so one that failed is tried again under another number. */
    attempt: smallint().notNull().default(1),
    providerRefundId: text(),
    /** Why it failed, in the provider's words. */
    problem: text(),
    /** When the provider was last asked how it stands. */
    askedAt: time(),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    unique('refunds_provider_refund').on(t.providerRefundId),
    check('refunds_state', sql`${t.state} in ('promised', 'pending', 'processed', 'failed')`),
    check(
      'refunds_reason',
      sql`${t.reason} in ('sold', 'paid-twice', 'wrong-amount', 'cancelled', 'deleted', 'elsewhere')`,
    ),
    check('refunds_attempt', sql`${t.attempt} > 0`),
    index('refunds_by_order').on(t.orderId),
    index('refunds_under_way').on(t.time).where(sql`state in ('promised', 'pending')`),
  ],
)

/** What the provider has told us, so that the same telling is heard once. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: text().primaryKey(),
    event: text().notNull(),
    time: time().notNull().defaultNow(),
  },
  (t) => [index('payment_events_by_time').on(t.time)],
)
