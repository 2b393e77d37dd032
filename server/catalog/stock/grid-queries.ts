import { desc, eq, inArray, max } from 'drizzle-orm'
import type { ProductId } from '#domain/catalog/product.ts'
import type { StockCell } from '#domain/catalog/stock/stock.ts'
import type { StockReason } from '#domain/catalog/stock/stock-mode.ts'
import { type Db, queryPrepared, type Transaction } from '#server/db/connection.ts'
import { user } from '#server/db/schema/accounts.ts'
import { stockCells, stockChanges } from '#server/db/schema/stock.ts'
import type { CellKey } from './queries.ts'

/** Cells per statement. */
const BATCH = 2000

/** A change of a cell. `cell` undefined: it is not offered any more. */
export type CellWrite = CellKey & {
  cell: Omit<StockCell, 'sizeCode' | 'finish'> | undefined
  /** Of the units on hand. */
  change: number
  reason: StockReason
}

/**
 * Inserts, changes and removes locked cells, and records the reasons. A change of price or SKU alone belongs in the audit
 * log, not in the history of units.
 */
export async function writeCells(tx: Transaction, writes: readonly CellWrite[], actorId: string): Promise<void> {
  for (let start = 0; start < writes.length; start += BATCH) {
    const rows = writes
      .slice(start, start + BATCH)
      .map(({ cell, ...write }) => ({ ...write, ...cell, isOffered: cell !== undefined }))
    await queryPrepared(tx, writeCellsSql, [JSON.stringify(rows), actorId])
  }
}

const writeCellsSql = {
  name: 'write_stock_cells',
  text: `
    with write as (
      select * from jsonb_to_recordset($1::jsonb) as w ("productId" bigint, "sizeCode" text, finish text,
        "isOffered" boolean, units integer, price integer, sku text, change integer, reason text)
    ),
    removed as (
      delete from stock_cells as c using write as w
      where c.product_id = w."productId" and c.size_code = w."sizeCode" and c.finish = w.finish and not w."isOffered"
    ),
    saved as (
      insert into stock_cells (product_id, size_code, finish, units, price, sku)
      select "productId", "sizeCode", finish, units, price, sku from write where "isOffered"
      on conflict (product_id, size_code, finish) do update
      set units = excluded.units, price = excluded.price, sku = excluded.sku
    )
    insert into stock_changes (product_id, size_code, finish, change, units_after, reason, actor_id)
    select "productId", "sizeCode", finish, change, units, reason, $2 from write
    where not "isOffered" or change <> 0 or units = 0`,
}

/** Inserts a cell of a restored product, whose history still exists. */
export async function insertCell(tx: Transaction, cell: CellKey & StockCell): Promise<void> {
  await tx.insert(stockCells).values(cell).onConflictDoNothing()
}

/** The id of the last change of each product's stock; products without any change are left out. */
export async function listStockVersions(db: Db, ids: readonly ProductId[]): Promise<Map<ProductId, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: stockChanges.productId, version: max(stockChanges.id) })
    .from(stockChanges)
    .where(inArray(stockChanges.productId, [...ids]))
    .groupBy(stockChanges.productId)
  return new Map(rows.flatMap(({ id, version }) => (version === null ? [] : [[id, version] as const])))
}

/** How many changes the history of a product shows. */
const HISTORY = 50

export type StockChange = CellKey & {
  id: number
  change: number
  unitsAfter: number | null
  reason: StockReason
  orderId: number | null
  /** Null: the shopper of the order, or somebody whose account is deleted. */
  actor: string | null
  time: string
}

/** The latest changes of a product's stock, newest first. */
export async function listStockChanges(db: Db, productId: ProductId): Promise<StockChange[]> {
  const rows = await db
    .select({
      id: stockChanges.id,
      productId: stockChanges.productId,
      sizeCode: stockChanges.sizeCode,
      finish: stockChanges.finish,
      change: stockChanges.change,
      unitsAfter: stockChanges.unitsAfter,
      reason: stockChanges.reason,
      orderId: stockChanges.orderId,
      actor: user.name,
      time: stockChanges.time,
    })
    .from(stockChanges)
    .leftJoin(user, eq(user.id, stockChanges.actorId))
    .where(eq(stockChanges.productId, productId))
    .orderBy(desc(stockChanges.id))
    .limit(HISTORY)
  return rows.map((row) => ({ ...row, time: row.time.toISOString() }))
}
