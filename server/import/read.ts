import { IMPORT_COLUMNS, type ImportRow, parseImportRow, READ_ONLY_COLUMNS } from '#domain/catalog/import/csv.ts'
import { recogniseSource, type Source, type SourceFile } from '#domain/catalog/import/row.ts'
import { readShopify } from '#domain/catalog/import/shopify.ts'
import { readWoocommerce } from '#domain/catalog/import/woocommerce.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import type { Size } from '#domain/catalog/sizes.ts'
import { cleanText } from '#domain/text.ts'
import { readExport, readRows, UnreadableFileError } from '#server/http/csv.ts'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'
import { htmlToText } from './html-text.ts'

const MAX_PRODUCTS = 2000

const PROBLEMS = {
  unknown:
    'This is no product export of Shopify or WooCommerce: its first row has other headings. Choose the file as the shop made it.',
  empty: 'This file has no products.',
}

/** Reads an export of another shop. @param today as in `2026-11-22` */
export async function readSourceFile(
  file: UploadedFile,
  today: string,
): Promise<{ ok: true; file: SourceFile } | { ok: false; problem: string }> {
  const found = await readExport(file, recogniseSource, PROBLEMS)
  if (!found.ok) return found
  const { kind: source, headings } = found
  const rows = found.rows.map(({ row, cells }) => ({ row, cells: cellsByHeading(source, headings, cells) }))
  const read = source === 'shopify' ? readShopify(rows) : readWoocommerce(rows, today)
  if (read.products.length > MAX_PRODUCTS)
    return { ok: false, problem: 'This file has more than 2,000 products. Import it in parts.' }
  return { ok: true, file: read }
}

/** Is this an export of another shop? Only the first row is read. */
export async function isSourceFile(file: UploadedFile): Promise<boolean> {
  try {
    for await (const { cells } of readRows(file)) return recogniseSource(cells) !== undefined
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
  }
  return false
}

const HTML = new Set(['body (html)', 'description', 'short description'])

/** The first of several columns with one heading counts. Exports put an apostrophe before what looks like a formula. */
function cellsByHeading(source: Source, headings: readonly string[], cells: readonly string[]): Record<string, string> {
  const named = headings.flatMap((heading, index) => {
    const text = cleanText((cells[index] ?? '').replace(/^'(?=[=+\-@])/, ''))
    return heading === '' || text === '' ? [] : [[heading, HTML.has(heading) ? textOf(source, text) : text] as const]
  })
  return Object.fromEntries(named.toReversed())
}

/** WooCommerce writes line breaks as a backslash and an n. */
function textOf(source: Source, html: string): string {
  return htmlToText(source === 'woocommerce' ? html.replaceAll('\\r', '').replaceAll('\\n', '\n') : html)
}

/** A row of our own file. */
export type Row = { row: number; value: ImportRow }
export type RowProblem = { row: number; column?: string; problem: string }

/** Parses every row of our own products file, so that all problems are reported at once. */
export async function readProductRows(
  file: UploadedFile,
  sizes: readonly Size[],
  maxImages?: number,
): Promise<{ rows: Row[]; count: number; problems: RowProblem[] }> {
  const rows: Row[] = []
  const problems: RowProblem[] = []
  const seen = new Map<ProductId, number>()
  let header: string[] | undefined
  let count = 0
  try {
    for await (const { row, cells } of readRows(file)) {
      if (!header) {
        header = cells.map((cell) => cell.trim())
        problems.push(...headerProblems(header))
        if (problems.length > 0) break
        continue
      }
      count += 1
      const parsed = parseRow(header, cells, sizes, maxImages)
      if (!parsed.ok) {
        for (const [column, problem] of Object.entries(parsed.problems)) problems.push({ row, column, problem })
        continue
      }
      const { id } = parsed.value
      const earlierRow = id === null ? undefined : seen.get(id)
      if (earlierRow !== undefined) problems.push({ row, column: 'id', problem: `Row ${earlierRow} has the same id.` })
      else rows.push({ row, value: parsed.value })
      if (id !== null) seen.set(id, row)
    }
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    problems.push({ row: error.row, problem: error.message })
  }
  if (!header && problems.length === 0) problems.push({ row: 1, problem: 'This file is empty.' })
  return { rows, count, problems }
}

function parseRow(
  header: string[],
  cells: string[],
  sizes: readonly Size[],
  maxImages?: number,
): ReturnType<typeof parseImportRow> {
  if (cells.length > header.length) {
    const problem = `This row has ${cells.length} cells, but the table has ${header.length} columns.`
    return { ok: false, problems: { row: problem } }
  }
  return parseImportRow(Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])), sizes, maxImages)
}

function headerProblems(header: string[]): RowProblem[] {
  const known: readonly string[] = [...IMPORT_COLUMNS, ...READ_ONLY_COLUMNS]
  const unknown = header.filter((name) => name !== '' && !known.includes(name))
  const repeated = header.filter((name, index) => name !== '' && header.indexOf(name) !== index)
  if (!header.some((name) => known.includes(name))) {
    return [{ row: 1, problem: `The first row must contain the column names: ${IMPORT_COLUMNS.join(', ')}.` }]
  }
  return [
    ...unknown.map((column) => ({ row: 1, column, problem: 'Unknown column.' })),
    ...repeated.map((column) => ({ row: 1, column, problem: 'This column appears twice.' })),
  ]
}
