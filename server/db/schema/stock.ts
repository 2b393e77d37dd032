import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  pgView,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { MAX_QUANTITY } from '#domain/catalog/product.ts'
import type { StockReason } from '#domain/catalog/stock-mode.ts'
import { VARIANT_WORDS_MAX } from '#domain/catalog/variant.ts'
import { user, userRef } from './accounts.ts'
import { finishes, sizes } from './catalogue.ts'
import { bigId, time } from './columns.ts'
import { checkouts } from './payments.ts'
import { returns, shipments } from './shipping.ts'
import { orderChanges, products } from './shop.ts'

/**
 * Everything that can be sold: one row for each size and finish of a pot, which a trigger makes from families, sizes and
 * finishes, and for each combination of the options of another product. Read `sellable_variants` for what is on sale
 * (docs/decisions/0047-variants.md). A use case that takes, holds or gives back units locks the rows first, after orders and
 * products and by their ids (docs/decisions/0028-counted-stock.md).
 */
export const productVariants = pgTable(
  'product_variants',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    productId: bigId().notNull(),
    /** Of options; sizes and finishes have an order of their own. */
    position: integer().notNull().default(0),
    /** Both null: a product of another kind. */
    sizeCode: text(),
    finish: text(),
    /** Values of the product's own options, in their order. */
    options: text().array().notNull().default([]),
    sku: text(),
    barcode: text(),
    /** Rupees; null: the price of the product in its own size, or of the size. */
    price: integer(),
    /** Kilograms and centimetres; null: those of the size. */
    weight: numeric({ precision: 7, scale: 3, mode: 'number' }),
    width: numeric({ precision: 6, scale: 1, mode: 'number' }),
    depth: numeric({ precision: 6, scale: 1, mode: 'number' }),
    height: numeric({ precision: 6, scale: 1, mode: 'number' }),
    /** Of a counted product. */
    onHand: integer().notNull().default(0),
    /** The sum of its holds, also of those that have expired and are not deleted yet. A trigger keeps it. */
    held: integer().notNull().default(0),
    image: text(),
    /** A pot whose stock is not counted is offered in all of its sizes and finishes. */
    offered: boolean().notNull().default(false),
  },
  (t) => [
    foreignKey({ name: 'product_variants_product', columns: [t.productId], foreignColumns: [products.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ name: 'product_variants_size', columns: [t.sizeCode], foreignColumns: [sizes.code] }).onUpdate(
      'cascade',
    ),
    foreignKey({ name: 'product_variants_finish', columns: [t.finish], foreignColumns: [finishes.name] }).onUpdate(
      'cascade',
    ),
    check('product_variants_kind', sql`(${t.sizeCode} is null) = (${t.finish} is null)`),
    check('product_variants_options', sql`cardinality(${t.options}) <= 3`),
    check('product_variants_on_hand', sql`${t.onHand} >= 0`),
    check('product_variants_held', sql`${t.held} >= 0`),
    check('product_variants_price', sql`${t.price} > 0`),
    check('product_variants_sku', sql`length(${t.sku}) between 1 and 60`),
    check('product_variants_barcode', sql`length(${t.barcode}) between 1 and 60`),
    check('product_variants_measures', sql`${t.width} > 0 and ${t.depth} > 0 and ${t.height} > 0 and ${t.weight} > 0`),
    // Both others hold a part of the rows, so that neither finds all of a product.
    index('product_variants_of_product').on(t.productId),
    uniqueIndex('product_variants_of_pot').on(t.productId, t.sizeCode, t.finish).where(sql`size_code is not null`),
    uniqueIndex('product_variants_of_options').on(t.productId, t.options).where(sql`size_code is null`),
    index('product_variants_low').on(sql`(on_hand - held)`, t.productId).where(sql`offered`),
    index('product_variants_counted_in').on(t.sizeCode).where(sql`offered and size_code is not null`),
    index('product_variants_by_sku').on(sql`lower(sku)`).where(sql`sku is not null`),
  ],
)

/** The options of a product of another kind, such as `Pack`; a variant has a value for each. */
export const productOptions = pgTable(
  'product_options',
  {
    productId: bigId().notNull(),
    position: smallint().notNull(),
    name: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.position] }),
    foreignKey({ name: 'product_options_product', columns: [t.productId], foreignColumns: [products.id] }).onDelete(
      'cascade',
    ),
    check('product_options_position', sql`${t.position} between 1 and 3`),
    check('product_options_name', sql`length(${t.name}) between 1 and 40`),
  ],
)

/** The finish of a pot, or the options of a product of another kind, in SQL. @param row of a table with these columns */
export const variantWords = (row: string) => `coalesce(${row}.finish, (
      select left(string_agg(o.name || ': ' || ${row}.options[o.position], ' · ' order by o.position), ${VARIANT_WORDS_MAX})
      from product_options as o where o.product_id = ${row}.product_id), '')`

/** The contents of sets. A variant that was deleted stays, so that the set is Sold until somebody mends it or restores the product. */
export const setParts = pgTable(
  'set_parts',
  {
    productId: bigId().notNull(),
    position: smallint().notNull(),
    variantId: bigId().notNull(),
    quantity: smallint().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.position] }),
    foreignKey({ name: 'set_parts_product', columns: [t.productId], foreignColumns: [products.id] }).onDelete(
      'cascade',
    ),
    unique('set_parts_once').on(t.productId, t.variantId),
    check('set_parts_quantity', sql`${t.quantity} between 1 and ${sql.raw(String(MAX_QUANTITY))}`),
    index('set_parts_by_variant').on(t.variantId),
  ],
)

const sellableColumns = {
  id: bigId().notNull(),
  productId: bigId().notNull(),
  position: integer().notNull(),
  family: text().notNull(),
  sizeCode: text().notNull(),
  finish: text().notNull(),
  sku: text(),
  price: integer().notNull(),
  onHand: integer(),
  available: integer(),
  isAvailable: boolean().notNull(),
  weight: numeric({ precision: 7, scale: 3, mode: 'number' }),
  image: text(),
  /** A GTIN: 8, 12, 13 or 14 digits. */
  barcode: text(),
}

/**
 * The variants that are on sale if their product is, each by itself: of a set its last known price, and no stock. Only
 * `sellable_variants` reads it.
 */
export const singleVariants = pgView('single_variants', { ...sellableColumns, isSet: boolean().notNull() }).as(sql`
  select v.id, v.product_id, v.position, coalesce(s.family, '') as family, coalesce(v.size_code, '') as size_code,
    ${sql.raw(variantWords('v'))} as finish,
    case when p.stock = 'counted' or v.size_code is null then v.sku end as sku,
    coalesce(case when p.stock = 'counted' or v.size_code is null then v.price end,
      case when v.size_code is distinct from p.size_code then s.price else p.price end) as price,
    case when p.stock = 'counted' then v.on_hand end as on_hand,
    case when p.stock = 'counted' then greatest(0, v.on_hand - v.held + expired.quantity) end as available,
    case when p.stock = 'counted' then v.on_hand - v.held + expired.quantity > 0 else not p.is_sold end as is_available,
    coalesce(v.weight, s.weight) as weight, v.image, v.barcode, p.stock = 'set' as is_set
  from products as p
  join product_variants as v on v.product_id = p.id
    and (v.offered or p.stock = 'set' or p.stock <> 'counted' and v.size_code is not null)
  cross join lateral (
    select coalesce(sum(quantity), 0)::integer as quantity from stock_holds
    where v.held > 0 and variant_id = v.id and expires_at <= clock_timestamp()) as expired
  left join sizes as own on own.code = p.size_code
  left join sizes as s on s.code = v.size_code
  left join finishes as f on f.name = v.finish
  where v.size_code is null and p.size_code is null
    or not f.is_retired and (v.size_code = p.size_code or s.family = own.family and not s.is_retired)`)

/**
 * The variants that are on sale if their product is: the only place that says which these are, what they cost, and how many
 * units somebody without a hold can have (null: not counted). A pot has its own size, and the others of its family that are
 * not retired. A product of another kind has no size, and words such as `Pack: 5 kg` in `finish`. A product keeps the units,
 * prices and SKUs of its variants when its stock is not counted any more, but they have no effect. A set is there as often as
 * its scarcest part allows, and costs no more than its parts (the function `read_parts`); with one part off sale or sold it is
 * Sold. An offer on prices lowers the price here, for as long as it holds. The view asks once whether there is one: the function
 * `prices_on_offer` would ask for each variant.
 */
export const sellableVariants = pgView('sellable_variants', {
  ...sellableColumns,
  /** The price without an offer. */
  regular: integer().notNull(),
  /**
   * The price to strike through. With an offer on the price: the lowest of the thirty days before. Of a set: what its parts cost
   * together today, which is never null, so that nothing else is struck.
   */
  was: integer(),
}).as(sql`
  select v.id, v.product_id, v.position, v.family, v.size_code, v.finish, v.sku,
    least(coalesce(offer.prices[1], base.price), case when parts.are_all_there then parts.on_offer end) as price,
    case when v.is_set then parts.on_hand else v.on_hand end as on_hand,
    case when not v.is_set then v.available when parts.are_available then parts.available else 0 end as available,
    case when v.is_set then parts.are_available else v.is_available end as is_available,
    coalesce(v.weight, parts.weight) as weight, v.image, v.barcode, base.price as regular,
    case when v.is_set then coalesce(case when parts.are_all_there then parts.on_offer end, offer.prices[1], base.price)
      else offer.prices[2] end as was
  from single_variants as v
  left join lateral (select * from read_parts(v.product_id) where v.is_set offset 0) as parts on true
  cross join lateral (select case when parts.are_all_there then parts.price else v.price end as price offset 0) as base
  cross join lateral (
    select case when (select exists (select from offers where is_price and starts_at <= statement_timestamp()
        and (ends_at is null or ends_at > statement_timestamp())))
      then lowest_on_offer(v.product_id, base.price, v.id, nullif(v.size_code, '')) end as prices offset 0) as offer`)

/** Units held for an online payment until it is paid or the hold expires; one hold for each shopper and variant. */
export const stockHolds = pgTable(
  'stock_holds',
  {
    variantId: bigId().notNull(),
    userId: userRef(),
    checkoutId: uuid()
      .notNull()
      .references(() => checkouts.id, { onDelete: 'cascade' }),
    quantity: integer().notNull(),
    /** An expired hold keeps nobody from ordering; a job deletes the row later. */
    expiresAt: time().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.variantId, t.userId] }),
    foreignKey({
      name: 'stock_holds_variant',
      columns: [t.variantId],
      foreignColumns: [productVariants.id],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
    check('stock_holds_quantity', sql`${t.quantity} > 0`),
    index('stock_holds_of_checkout').on(t.checkoutId),
    index('stock_holds_by_end').on(t.expiresAt),
    index('stock_holds_by_user').on(t.userId),
  ],
)

/** Every change of units. Append-only: a variant's changes add up to its units on hand. */
export const stockChanges = pgTable(
  'stock_changes',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    /** No foreign keys: a deleted product can be restored with its history. Null: it was deleted before there were ids. */
    variantId: bigId(),
    productId: bigId().notNull(),
    /** The variant's name at that time. */
    sizeCode: text(),
    finish: text(),
    options: text().array().notNull().default([]),
    /** 0 when units came back to a variant that is not offered any more. */
    change: integer().notNull(),
    /** On hand afterwards; null: not offered. */
    unitsAfter: integer(),
    reason: text().$type<StockReason>().notNull(),
    /** No foreign key: the order may be deleted. */
    orderId: bigId(),
    /** The return that brought the units back. */
    returnId: bigId().references(() => returns.id),
    /** The change of the order that took or gave back the units. */
    changeId: bigId().references(() => orderChanges.id),
    /** The replacement that took the units. */
    shipmentId: bigId().references(() => shipments.id),
    /** Null: the shopper of the order, or somebody whose account is deleted. */
    actorId: text().references(() => user.id, { onDelete: 'set null' }),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    foreignKey({ name: 'stock_changes_size', columns: [t.sizeCode], foreignColumns: [sizes.code] }).onUpdate('cascade'),
    foreignKey({ name: 'stock_changes_finish', columns: [t.finish], foreignColumns: [finishes.name] }).onUpdate(
      'cascade',
    ),
    check(
      'stock_changes_reason',
      sql`${t.reason} in ('ordered', 'cancelled', 'deleted', 'counted', 'not-offered', 'imported', 'returned', 'changed', 'replaced')`,
    ),
    // An order takes each variant once, and gives it back once; each return, change and replacement does too.
    uniqueIndex('stock_changes_once')
      .on(
        t.orderId,
        t.variantId,
        sql`(${t.reason} in ('ordered', 'replaced'))`,
        sql`coalesce(return_id, 0)`,
        sql`coalesce(change_id, 0)`,
        sql`coalesce(shipment_id, 0)`,
      )
      .where(sql`order_id is not null`),
    index('stock_changes_of_product').on(t.productId, t.id),
    index('stock_changes_by_actor').on(t.actorId).where(sql`actor_id is not null`),
  ],
)
