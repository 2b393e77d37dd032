import type { ProductId } from '#domain/product.ts'
import type { User } from './contexts.ts'
import type { Shop } from './shop.ts'

/** `row` is the line of the table as a spreadsheet counts, the header being 1. */
export type RowProblem = { row: number; column?: string; problem: string }

export type ImportPlan = {
  rows: number
  added: number
  changed: number
  unchanged: number
  /** At most the first 200; `problemCount` is how many there are. Nothing is written while there is one. */
  problems: RowProblem[]
  problemCount: number
  /** What would change, at most the first 200. */
  changes: { row: number; id: ProductId | undefined; title: string; fields: string[] }[]
}

/** The most that an import reads. */
export const IMPORT_MAX_BYTES = 10 * 1024 * 1024

/** Says what an import would do. Nothing is written. */
export async function planImport(_shop: Pick<Shop, 'db' | 'images'>, _file: File): Promise<ImportPlan> {
  throw new Error('Being written')
}

/** Adds and changes all rows or none. `written` is false when a row has a problem. */
export async function importProducts(
  _shop: Pick<Shop, 'db' | 'images'>,
  _admin: User,
  _file: File,
): Promise<ImportPlan & { written: boolean }> {
  throw new Error('Being written')
}
