import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { AppliesTo, OfferKind } from '#domain/offers/offer.ts'
import { collections } from './collections.ts'
import { bigId, partOf, time } from './columns.ts'
import { orders, products } from './shop.ts'

export const OFFER_CODE_INDEX = 'offers_code'

/** Reductions of prices or orders from one moment until another. One that has begun is ended, never deleted. */
export const offers = pgTable(
  'offers',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    name: text().notNull(),
    kind: text().$type<OfferKind>().notNull(),
    /** Percent or rupees. */
    amount: integer().notNull().default(0),
    buy: smallint().notNull().default(0),
    get: smallint().notNull().default(0),
    appliesTo: text().$type<AppliesTo>().notNull(),
    collectionId: bigId().references(() => collections.id, { onDelete: 'set null' }),
    startsAt: time().notNull(),
    endsAt: time(),
    /** Rupees; 0: any. */
    smallestOrder: integer().notNull().default(0),
    firstOrderOnly: boolean().notNull().default(false),
    paidOnlineOnly: boolean().notNull().default(false),
    /** In capitals. */
    code: text().notNull().default(''),
    /** Its own code, or made ones. */
    needsCode: boolean().notNull().default(false),
    /** 0: no limit. */
    usesInAll: integer().notNull().default(0),
    usesByPerson: integer().notNull().default(0),
    /** An email in small letters. */
    onlyFor: text().notNull().default(''),
    addsUp: boolean().notNull().default(false),
    /** The same for everybody, so that it shows as the price of its products: `isPriceOffer` in SQL. */
    isPrice: boolean()
      .notNull()
      .generatedAlwaysAs(
        sql`kind <> 'buy-get' and applies_to <> 'order' and not (needs_code or first_order_only or paid_online_only) and only_for = '' and smallest_order + uses_in_all + uses_by_person = 0`,
      ),
    version: integer().notNull().default(1),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    check('offers_name', sql`length(${t.name}) between 1 and 60`),
    check('offers_kind', sql`${t.kind} in ('percent', 'rupees', 'buy-get')`),
    check(
      'offers_amount',
      sql`case ${t.kind} when 'percent' then ${t.amount} between 1 and 100 when 'rupees' then ${t.amount} > 0 else ${t.buy} > 0 and ${t.get} > 0 end`,
    ),
    check('offers_applies_to', sql`${t.appliesTo} in ('all', 'collection', 'products', 'order')`),
    check('offers_end', sql`${t.endsAt} > ${t.startsAt}`),
    check('offers_limits', sql`${t.smallestOrder} >= 0 and ${t.usesInAll} >= 0 and ${t.usesByPerson} >= 0`),
    uniqueIndex(OFFER_CODE_INDEX).on(t.code).where(sql`code <> ''`),
    index('offers_on_prices').on(t.endsAt).where(sql`is_price`),
    index('offers_by_end').on(t.endsAt),
  ],
)

/** The products of an offer that applies to products. */
export const offerProducts = pgTable(
  'offer_products',
  {
    offerId: partOf(() => offers.id),
    productId: partOf(() => products.id),
  },
  (t) => [primaryKey({ columns: [t.offerId, t.productId] }), index('offer_products_by_product').on(t.productId)],
)

/** Codes made for an offer. Each is good for one order. */
export const offerCodes = pgTable(
  'offer_codes',
  {
    code: text().primaryKey(),
    offerId: partOf(() => offers.id),
    time: time().notNull().defaultNow(),
  },
  (t) => [index('offer_codes_of_offer').on(t.offerId)],
)

/** The offers of an order. A cancelled order has used none: its uses no longer count. A writer locks the offer first. */
export const offerUses = pgTable(
  'offer_uses',
  {
    orderId: partOf(() => orders.id),
    offerId: bigId()
      .notNull()
      .references(() => offers.id),
    /** The name of the offer then. */
    name: text().notNull(),
    /** Rupees. */
    discount: integer().notNull(),
    /** With which it was used; empty: without one. */
    code: text().notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.offerId] }),
    check('offer_uses_discount', sql`${t.discount} >= 0`),
    index('offer_uses_of_offer').on(t.offerId),
    index('offer_uses_by_code').on(t.code).where(sql`code <> ''`),
  ],
)

/** The lower and higher prices of before: each price that was changed, until when it held. Triggers write it. */
export const formerPrices = pgTable(
  'former_prices',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    /** Of a product in its own size; null: of a size. */
    productId: bigId().references(() => products.id, { onDelete: 'cascade' }),
    /** No foreign key: a variant may be replaced. Null: of the product. */
    variantId: bigId(),
    sizeCode: text(),
    /** Rupees. */
    price: integer().notNull(),
    until: time().notNull().defaultNow(),
  },
  (t) => [
    index('former_prices_of_product').on(t.productId, t.until),
    index('former_prices_of_size').on(t.sizeCode, t.until).where(sql`size_code is not null`),
  ],
)
