import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { StockReason } from '#domain/catalog/stock/stock-mode.ts'
import { user } from './accounts.ts'
import { finishes, sizes } from './catalogue.ts'
import { bigId, time } from './columns.ts'
import { checkouts } from './payments.ts'
import { returns } from './shipping.ts'
import { products } from './shop.ts'

const cellColumns = () => ({
  productId: bigId().notNull(),
  sizeCode: text().notNull(),
  finish: text().notNull(),
})

/**
 * Units on hand of counted products, for each size and finish that is offered. Whoever takes, holds or gives back units
 * locks the rows first, after orders and products and in the sequence of this key (docs/decisions/0028-counted-stock.md).
 */
export const stockCells = pgTable(
  'stock_cells',
  {
    ...cellColumns(),
    units: integer().notNull(),
    /** Rupees; null: the price of the size. */
    price: integer(),
    sku: text(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.sizeCode, t.finish] }),
    foreignKey({ name: 'stock_cells_product', columns: [t.productId], foreignColumns: [products.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ name: 'stock_cells_size', columns: [t.sizeCode], foreignColumns: [sizes.code] }).onUpdate('cascade'),
    foreignKey({ name: 'stock_cells_finish', columns: [t.finish], foreignColumns: [finishes.name] }).onUpdate(
      'cascade',
    ),
    check('stock_cells_units', sql`${t.units} >= 0`),
    check('stock_cells_price', sql`${t.price} > 0`),
    check('stock_cells_sku', sql`length(${t.sku}) between 1 and 60`),
    index('stock_cells_low').on(t.units, t.productId),
  ],
)

/** Units held for an online payment until it is paid or the hold expires; one hold for each shopper and choice. */
export const stockHolds = pgTable(
  'stock_holds',
  {
    ...cellColumns(),
    userId: text()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    checkoutId: uuid()
      .notNull()
      .references(() => checkouts.id, { onDelete: 'cascade' }),
    quantity: integer().notNull(),
    /** An expired hold has no effect; a job deletes the row later. */
    expiresAt: time().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.sizeCode, t.finish, t.userId] }),
    foreignKey({
      name: 'stock_holds_cell',
      columns: [t.productId, t.sizeCode, t.finish],
      foreignColumns: [stockCells.productId, stockCells.sizeCode, stockCells.finish],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
    check('stock_holds_quantity', sql`${t.quantity} > 0`),
    index('stock_holds_of_checkout').on(t.checkoutId),
    index('stock_holds_by_end').on(t.expiresAt),
    index('stock_holds_by_user').on(t.userId),
  ],
)

/** Every change of units. Append-only: a cell's changes add up to its units. */
export const stockChanges = pgTable(
  'stock_changes',
  {
    id: bigId().primaryKey().generatedByDefaultAsIdentity(),
    /** No foreign key: a deleted product can be restored with its history. */
    ...cellColumns(),
    /** 0 when units came back to a choice that is not offered any more. */
    change: integer().notNull(),
    /** On hand afterwards; null: not offered. */
    unitsAfter: integer(),
    reason: text().$type<StockReason>().notNull(),
    /** No foreign key: the order may be deleted. */
    orderId: bigId(),
    /** The return that brought the units back. */
    returnId: bigId().references(() => returns.id),
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
      sql`${t.reason} in ('ordered', 'cancelled', 'deleted', 'counted', 'not-offered', 'imported', 'returned')`,
    ),
    // An order takes each choice once, and gives it back once; each return does too.
    uniqueIndex('stock_changes_once')
      .on(t.orderId, t.productId, t.sizeCode, t.finish, sql`(${t.reason} = 'ordered')`, sql`coalesce(return_id, 0)`)
      .where(sql`order_id is not null`),
    index('stock_changes_of_product').on(t.productId, t.id),
    index('stock_changes_by_actor').on(t.actorId).where(sql`actor_id is not null`),
  ],
)
