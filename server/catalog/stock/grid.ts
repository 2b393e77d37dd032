import { kindOf } from '#domain/catalog/kind.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import { formatStock, type StockedVariant, type VariantChange } from '#domain/catalog/stock/stock-form.ts'
import type { Transaction } from '#server/db/connection.ts'
import { writeStocked } from './grid-queries.ts'

/** Writes changes of products' locked cells into their grids and histories. */
export async function saveStocked(
  tx: Transaction,
  products: readonly { id: ProductId; changes: readonly VariantChange[] }[],
  actorId: string,
): Promise<void> {
  const writes = products.flatMap(({ id, changes }) => changes.map((change) => ({ productId: id, ...change })))
  await writeStocked(tx, writes, actorId)
}

/** The changed cells before and after, as the audit log tells them. */
export function auditStocked(current: readonly StockedVariant[], changes: readonly VariantChange[]) {
  if (changes.length === 0) return { before: {}, after: {} }
  const isChanged = (cell: StockedVariant) =>
    changes.some(({ sizeCode, finish }) => sizeCode === cell.sizeCode && finish === cell.finish)
  return {
    before: { cells: formatStock(current.filter(isChanged)) },
    after: { cells: formatStock(changes.flatMap(({ stocked, ...name }) => (stocked ? { ...name, ...stocked } : []))) },
  }
}

/** A cell as forms and the audit log hold it. */
export function toStocked({ sizeCode, finish, units, price, sku, ...rest }: StockedVariant): StockedVariant {
  const { barcode = null, weight = null, image = null } = rest
  return { sizeCode, finish, units, price, sku, ...(kindOf({ sizeCode }) === 'Other' && { barcode, weight, image }) }
}
