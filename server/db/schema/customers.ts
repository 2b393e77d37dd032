import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { PAST_NUMBER_MAX, PAST_STATE_MAX, type PastLine, type PastSource } from '#domain/orders/past-order.ts'
import { userRef } from './accounts.ts'
import { addressColumns, bigId, partOf, time } from './columns.ts'
import { products } from './shop.ts'

/** Delivery addresses that a shopper has saved; an order keeps a copy of its own. */
export const addresses = pgTable(
  'addresses',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    userId: userRef(),
    ...addressColumns(),
    isDefault: boolean().notNull().default(false),
    /** When an order last went there. */
    lastUsedAt: time(),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    index('addresses_by_user').on(t.userId, t.lastUsedAt),
    uniqueIndex('addresses_default').on(t.userId).where(sql`is_default`),
  ],
)

/** The form where somebody saw the notice about their data, or their wish to start or stop updates by WhatsApp. */
export type ConsentPurpose = 'signup' | 'checkout' | 'whatsapp' | 'whatsapp-stop'

/** Which version of the notice somebody saw, and when (DPDP Act 2023, section 5). */
export const consents = pgTable(
  'consents',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    userId: userRef(),
    purpose: text().$type<ConsentPurpose>().notNull(),
    /** Such as `2026-11-22`. */
    textVersion: text().notNull(),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    check('consents_purpose', sql`${t.purpose} in ('signup', 'checkout', 'whatsapp', 'whatsapp-stop')`),
    uniqueIndex('consents_once').on(t.userId, t.purpose, t.textVersion).where(sql`purpose in ('signup', 'checkout')`),
  ],
)

/** The staff’s notes about customers, who find them in the copy of their data. */
export const customerNotes = pgTable(
  'customer_notes',
  {
    userId: userRef().primaryKey(),
    note: text().notNull().default(''),
    tags: text().array().notNull().default([]),
    /** Incremented by every change, so that the second of two concurrent ones is refused. */
    version: integer().notNull().default(1),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    check('customer_notes_note', sql`length(${t.note}) <= 2000`),
    check('customer_notes_tags', sql`cardinality(${t.tags}) <= 20`),
    index('customer_notes_by_tag').using('gin', t.tags),
  ],
)

/** Addresses of deleted accounts under a keyed hash, so that an import does not bring their owners back. */
export const erasedEmails = pgTable('erased_emails', { hash: text().primaryKey(), time: time().notNull().defaultNow() })

/** Orders of another shop, as history only: no bill, payment, stock or report of this shop knows them. */
export const pastOrders = pgTable(
  'past_orders',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    userId: userRef(),
    source: text().$type<PastSource>().notNull(),
    /** As the other shop wrote it, such as `#1001`. */
    number: text().notNull(),
    placedAt: time().notNull(),
    /** Rupees with paise. */
    total: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull(),
    /** In the other shop's word. */
    state: text().notNull(),
    lines: jsonb().$type<PastLine[]>().notNull(),
    /** When it was imported. */
    time: time().notNull().defaultNow(),
  },
  (t) => [
    unique('past_orders_once').on(t.source, t.number),
    index('past_orders_by_user').on(t.userId, t.placedAt),
    check('past_orders_source', sql`${t.source} in ('shopify', 'woocommerce')`),
    check('past_orders_number', sql`length(${t.number}) between 1 and ${sql.raw(String(PAST_NUMBER_MAX))}`),
    check('past_orders_total', sql`${t.total} >= 0`),
    check('past_orders_state', sql`length(${t.state}) <= ${sql.raw(String(PAST_STATE_MAX))}`),
  ],
)

/** Products that a shopper has saved. */
export const wishlistItems = pgTable(
  'wishlist_items',
  {
    userId: userRef(),
    productId: partOf(() => products.id),
    time: time().notNull().defaultNow(),
    /** Rupees, when its owner asked to be told of a fall; null: they did not. */
    askedPrice: integer(),
    /** The lowest price that they know: asked at or told of, and never above the one they asked at. */
    knownPrice: integer(),
    /** When they were told of a fall last. */
    toldAt: time(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.productId] }),
    index('wishlist_items_by_product').on(t.productId),
    index('wishlist_items_watched').on(t.productId).where(sql`asked_price is not null`),
    check('wishlist_items_prices', sql`(${t.askedPrice} is null) = (${t.knownPrice} is null)`),
    check('wishlist_items_known', sql`${t.knownPrice} <= ${t.askedPrice}`),
  ],
)

/** Links under which a wishlist is shared. The token is not hashed, because its owner sees it again, and what it shows is beside it. */
export const wishlistLinks = pgTable('wishlist_links', {
  userId: userRef().primaryKey(),
  token: uuid().notNull().unique().defaultRandom(),
  time: time().notNull().defaultNow(),
})

/** Links to a copy of somebody's data; the file is made when the link is opened. */
export const dataExports = pgTable(
  'data_exports',
  {
    /** SHA-256 of the token in the link, as hex. */
    tokenHash: text().primaryKey(),
    userId: userRef(),
    expiresAt: time().notNull(),
    time: time().notNull().defaultNow(),
  },
  (t) => [index('data_exports_by_user').on(t.userId)],
)
