import { and, desc, eq, inArray, max } from 'drizzle-orm'
import type { ProductId } from '#domain/catalog/product.ts'
import type { StockCell } from '#domain/catalog/stock/stock.ts'
import type { StockReason } from '#domain/catalog/stock/stock-mode.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { user } from '#server/db/schema/accounts.ts'
import { stockCells, stockChanges } from '#server/db/schema/stock.ts'
import type { CellKey } from './queries.ts'

/** Inserts, changes or removes a locked cell, and records the reason. `cell` undefined: not offered any more. */
export async function saveCell(
  tx: Transaction,
  key: CellKey,
  cell: Omit<StockCell, 'sizeCode' | 'finish'> | undefined,
  log: { change: number; reason: StockReason; actorId: string | null },
): Promise<void> {
  const { productId, sizeCode, finish } = key
  const target = [stockCells.productId, stockCells.sizeCode, stockCells.finish]
  if (cell)
    await tx
      .insert(stockCells)
      .values({ ...key, ...cell })
      .onConflictDoUpdate({ target, set: cell })
  else
    await tx
      .delete(stockCells)
      .where(and(eq(stockCells.productId, productId), eq(stockCells.sizeCode, sizeCode), eq(stockCells.finish, finish)))
  // A change of price or SKU alone belongs in the audit log, not in the history of units.
  if (cell && log.change === 0 && cell.units > 0) return
  await tx.insert(stockChanges).values({ productId, sizeCode, finish, unitsAfter: cell?.units ?? null, ...log })
}

/** Inserts the first cells of new products in one statement, and records the reason. */
export async function insertCells(
  tx: Transaction,
  cells: readonly (CellKey & StockCell)[],
  log: { reason: StockReason; actorId: string },
): Promise<void> {
  if (cells.length === 0) return
  await tx.insert(stockCells).values([...cells])
  await tx.insert(stockChanges).values(
    cells.map(({ productId, sizeCode, finish, units }) => ({
      ...{ productId, sizeCode, finish, change: units, unitsAfter: units },
      ...log,
    })),
  )
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
