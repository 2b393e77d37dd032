import type { ProductId } from '#domain/catalog/product.ts'
import type { StockCell } from '#domain/catalog/stock/stock.ts'
import { type CellChange, formatCells } from '#domain/catalog/stock/stock-form.ts'
import type { Transaction } from '#server/db/connection.ts'
import { insertCell, writeCells } from './grid-queries.ts'

/** Writes changes of products' locked cells into their grids and histories. */
export async function saveCells(
  tx: Transaction,
  products: readonly { id: ProductId; changes: readonly CellChange[] }[],
  actorId: string,
): Promise<void> {
  const writes = products.flatMap(({ id, changes }) => changes.map((change) => ({ productId: id, ...change })))
  await writeCells(tx, writes, actorId)
}

/** The cells of a product that was restored; its history already has their units. */
export async function restoreCells(tx: Transaction, productId: ProductId, cells: readonly StockCell[]): Promise<void> {
  for (const { sizeCode, finish, units, price, sku } of cells)
    await insertCell(tx, { productId, sizeCode, finish, units, price, sku })
}

/** The changed cells before and after, as the audit log tells them. */
export function auditCells(current: readonly StockCell[], changes: readonly CellChange[]) {
  if (changes.length === 0) return { before: {}, after: {} }
  const isChanged = (cell: StockCell) =>
    changes.some(({ sizeCode, finish }) => sizeCode === cell.sizeCode && finish === cell.finish)
  return {
    before: { cells: formatCells(current.filter(isChanged)) },
    after: { cells: formatCells(changes.flatMap(({ cell, ...name }) => (cell ? { ...name, ...cell } : []))) },
  }
}

/** A cell as forms and the audit log hold it. */
export function toStockCell({ sizeCode, finish, units, price, sku }: StockCell): StockCell {
  return { sizeCode, finish, units, price, sku }
}
