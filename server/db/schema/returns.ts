import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, smallint, text, unique, uuid } from 'drizzle-orm/pg-core'
import { RETURN_WORDS_MAX, WHY_MAX } from '#domain/returns/forms.ts'
import type { ReturnReasonAsked, ReturnState, Wish } from '#domain/returns/return-request.ts'
import { user } from './accounts.ts'
import { bigId, partOf, time } from './columns.ts'

const states = sql.raw(
  `'requested', 'acknowledged', 'pickup-booked', 'dropping-off', 'kept', 'received', 'settled', 'declined', 'withdrawn'`,
)

/** Requests of buyers with whose order something is wrong; goods that came back for one are rows of `returns`, one for each parcel. */
export const returnRequests = pgTable(
  'return_requests',
  {
    /** `RET-1001` is its number. */
    id: bigId().primaryKey().generatedByDefaultAsIdentity({ startWith: 1001 }),
    /** Made by the form, so that a repeated press asks once. */
    key: uuid().notNull().unique('return_requests_once'),
    /** No foreign key: the request outlives a deleted order. */
    orderId: bigId().notNull(),
    userId: text()
      .notNull()
      .references(() => user.id),
    /** Of the order's line, with its product and title as they were ordered. */
    position: smallint().notNull(),
    productId: bigId().notNull(),
    title: text().notNull(),
    quantity: integer().notNull(),
    reason: text().$type<ReturnReasonAsked>().notNull(),
    words: text().notNull(),
    wanted: text().$type<Wish>().notNull(),
    state: text().$type<ReturnState>().notNull().default('requested'),
    acknowledgedAt: time(),
    settledAt: time(),
    /** The desk's reason for declining it; empty: it was not, or its buyer deleted their account. */
    declineReason: text().notNull().default(''),
    settledAs: text().$type<Wish>(),
    /** Paise that went back as money or as a voucher; null: nothing yet, or a replacement. */
    amount: bigId(),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    check('return_requests_quantity', sql`${t.quantity} > 0`),
    check(
      'return_requests_reason',
      sql`${t.reason} in ('damaged', 'wrong', 'not-as-shown', 'late', 'never-arrived', 'changed-mind', 'warranty')`,
    ),
    check('return_requests_words', sql`length(${t.words}) <= ${sql.raw(String(RETURN_WORDS_MAX))}`),
    check('return_requests_wanted', sql`${t.wanted} in ('money', 'replacement', 'voucher')`),
    check('return_requests_state', sql`${t.state} in (${states})`),
    check('return_requests_declined', sql`${t.state} = 'declined' or ${t.declineReason} = ''`),
    check('return_requests_decline_reason', sql`length(${t.declineReason}) <= ${sql.raw(String(WHY_MAX))}`),
    check('return_requests_settled', sql`(${t.state} = 'settled') = (${t.settledAt} is not null)`),
    check('return_requests_settled_as', sql`(${t.settledAt} is null) = (${t.settledAs} is null)`),
    check('return_requests_ways', sql`${t.settledAs} in ('money', 'replacement', 'voucher')`),
    check('return_requests_amount', sql`${t.amount} >= 0`),
    index('return_requests_of_order').on(t.orderId, t.position),
    index('return_requests_by_user').on(t.userId),
    index('return_requests_by_state').on(t.state, t.id),
    index('return_requests_by_product').on(t.productId, t.id),
    index('return_requests_open').on(t.time).where(sql`state not in ('settled', 'declined', 'withdrawn')`),
  ],
)

/** The buyer's photographs, sent to the buyer and to staff only. */
export const returnRequestPictures = pgTable(
  'return_request_pictures',
  {
    /** Of its files in the image store. */
    folder: text().primaryKey(),
    requestId: partOf(() => returnRequests.id),
    /** From 0. */
    place: smallint().notNull(),
  },
  (t) => [unique('return_request_pictures_place').on(t.requestId, t.place)],
)

/** Everything that has happened to a request, oldest first. */
export const returnRequestSteps = pgTable(
  'return_request_steps',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    requestId: partOf(() => returnRequests.id),
    /** The state that it came to; a failed pickup repeats its state. */
    state: text().$type<ReturnState>().notNull(),
    /** A fact that the buyer reads beside it and that names nobody, such as an AWB; empty: none. */
    note: text().notNull().default(''),
    /** Of staff; null: the buyer, or the shop itself. */
    actorId: text().references(() => user.id, { onDelete: 'set null' }),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    check('return_request_steps_state', sql`${t.state} in (${states})`),
    check('return_request_steps_note', sql`length(${t.note}) <= ${sql.raw(String(WHY_MAX))}`),
    index('return_request_steps_of_request').on(t.requestId, t.id),
    index('return_request_steps_by_actor').on(t.actorId).where(sql`actor_id is not null`),
  ],
)

/** The account to which a buyer who paid in cash gets the money of a request, encrypted. */
export const payoutDetails = pgTable(
  'payout_details',
  {
    requestId: partOf(() => returnRequests.id).primaryKey(),
    sealed: text().notNull(),
    /** Thirty days after the money was paid back, or after the request ended without any; null: it is still needed. */
    expiresAt: time(),
    time: time().notNull().defaultNow(),
  },
  (t) => [index('payout_details_expired').on(t.expiresAt).where(sql`expires_at is not null`)],
)
