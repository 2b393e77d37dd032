import { readShopify } from '#domain/catalog/moving/shopify.ts'
import {
  headingOf,
  recogniseSource,
  type Source,
  type SourceFile,
  type SourceRow,
} from '#domain/catalog/moving/source.ts'
import { readWoocommerce } from '#domain/catalog/moving/woocommerce.ts'
import { cleanText } from '#domain/text.ts'
import { readCells, UnreadableFileError } from '#server/admin/csv/cells.ts'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'

const MAX_ROWS = 20_000
const MAX_PRODUCTS = 2000

const UNKNOWN =
  'This is no product export of Shopify or WooCommerce: its first row has other headings. Choose the file as the shop made it.'

/** @param today as in `2026-11-22` */
export async function readSourceFile(
  file: UploadedFile,
  today: string,
): Promise<{ ok: true; file: SourceFile } | { ok: false; problem: string }> {
  let source: Source | undefined
  let headings: string[] | undefined
  const rows: SourceRow[] = []
  let row = 0
  try {
    for await (const cells of readCells(file)) {
      row += 1
      if (cells.every((cell) => cell.trim() === '')) continue
      if (headings) rows.push({ row, cells: cellsByHeading(headings, cells) })
      else {
        headings = cells.map(headingOf)
        source = recogniseSource(headings)
        if (!source) return { ok: false, problem: UNKNOWN }
      }
      if (rows.length > MAX_ROWS)
        return { ok: false, problem: 'This file has more than 20,000 rows. Import it in parts.' }
    }
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    return { ok: false, problem: `Row ${row + 1}: ${error.message}` }
  }
  if (!source || rows.length === 0) return { ok: false, problem: 'This file has no products.' }
  const read = source === 'shopify' ? readShopify(rows) : readWoocommerce(rows, today)
  if (read.products.length > MAX_PRODUCTS)
    return { ok: false, problem: 'This file has more than 2,000 products. Import it in parts.' }
  return { ok: true, file: read }
}

/** Is this an export of another shop? Only the first row is read. */
export async function isSourceFile(file: UploadedFile): Promise<boolean> {
  try {
    for await (const cells of readCells(file))
      if (cells.some((cell) => cell.trim() !== '')) return recogniseSource(cells) !== undefined
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
  }
  return false
}

/** The first of several columns with one heading counts. Exports put an apostrophe before what looks like a formula. */
function cellsByHeading(headings: readonly string[], cells: readonly string[]): Record<string, string> {
  const named = headings.flatMap((heading, index) => {
    const text = cleanText((cells[index] ?? '').replace(/^'(?=[=+\-@])/, ''))
    return heading === '' || text === '' ? [] : [[heading, text] as const]
  })
  return Object.fromEntries(named.toReversed())
}
