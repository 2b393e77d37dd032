import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { stringify } from 'csv-stringify/sync'
import { headingOf } from '#domain/catalog/import/row.ts'
import { type Cell, cellText, IMPORT_MAX_BYTES, importTooLarge } from '#domain/cells.ts'
import type { UploadedFile } from './uploads/spooled-form.ts'

/** Rows as CSV in which no cell is taken for a formula. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((row) => row.map(cellText)),
    // Without the match, a cell with several lines is quoted only if it also has a comma or a quotation mark.
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  )
}

/** A UTF-8 download with a byte order mark; rows are read as the browser receives them. */
export function csvDownload(file: string, columns: readonly string[], batches: AsyncIterable<Cell[][]>): Response {
  const encoder = new TextEncoder()
  async function* write() {
    yield encoder.encode(`\uFEFF${toCsv([columns])}`)
    for await (const rows of batches) yield encoder.encode(toCsv(rows))
  }
  return new Response(Readable.toWeb(Readable.from(write())) as ReadableStream, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${file}"`,
      'cache-control': 'no-store',
    },
  })
}

/** The file cannot be parsed any further than this row; the message is shown to the admin. */
export class UnreadableFileError extends Error {
  readonly row: number
  constructor(row: number, message: string) {
    super(message)
    this.row = row
  }
}

/** A row that is not empty, as spreadsheets number it: the first one has number 1. */
export type CsvRow = { row: number; cells: string[] }

/** The rows of a CSV file; the first one has the headings. @throws UnreadableFileError */
export async function* readRows(file: UploadedFile): AsyncGenerator<CsvRow> {
  if (file.size > IMPORT_MAX_BYTES) throw new UnreadableFileError(1, importTooLarge)
  const text = decode(await file.arrayBuffer())
  const parser = parse({ bom: true, delimiter: delimiterOf(text), relax_column_count: true, skip_empty_lines: false })
  let row = 0
  try {
    for await (const cells of Readable.from(chunksOf(text)).pipe(parser)) {
      row += 1
      if (cells.some((cell: string) => cell.trim() !== '')) yield { row, cells }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnreadableFileError(row + 1, 'This row is not valid CSV. Check its quotation marks.')
  }
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new UnreadableFileError(1, 'This file is not UTF-8 text. Save it as "CSV UTF-8" in your spreadsheet.')
  }
}

/** Spreadsheets in countries with a decimal comma separate cells by semicolons. */
function delimiterOf(text: string): string {
  const header = text.slice(0, 2000).split(/\r?\n/, 1)[0] ?? ''
  return [',', ';', '\t'].toSorted((a, b) => header.split(b).length - header.split(a).length)[0] ?? ','
}

/** Short chunks keep the event loop free for other requests while a large file is parsed. */
function* chunksOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += 64 * 1024) yield text.slice(start, start + 64 * 1024)
}

const MAX_ROWS = 20_000

/**
 * The rows of another shop's export, with its headings (`headingOf`).
 *
 * @param kindOf the kind by these headings; undefined: not a known export
 * @param texts the messages for an unknown export and for a file without rows
 */
export async function readExport<Kind extends string>(
  file: UploadedFile,
  kindOf: (headings: string[]) => Kind | undefined,
  { unknown, empty }: { unknown: string; empty: string },
): Promise<{ ok: true; kind: Kind; headings: string[]; rows: CsvRow[] } | { ok: false; problem: string }> {
  let kind: Kind | undefined
  let headings: string[] = []
  const rows: CsvRow[] = []
  try {
    for await (const { row, cells } of readRows(file)) {
      if (kind) rows.push({ row, cells })
      else {
        headings = cells.map(headingOf)
        kind = kindOf(headings)
        if (!kind) return { ok: false, problem: unknown }
      }
      if (rows.length > MAX_ROWS)
        return { ok: false, problem: 'This file has more than 20,000 rows. Import it in parts.' }
    }
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    return { ok: false, problem: `Row ${error.row}: ${error.message}` }
  }
  return kind && rows.length > 0 ? { ok: true, kind, headings, rows } : { ok: false, problem: empty }
}

export type LineProblem = { row: number; problem: string }

/**
 * Reads a table whose rows do not depend on each other; every problem is reported with its row.
 *
 * @param headings the parser's name for a heading of the file; undefined: this column is left out
 * @param parse a row by those names
 */
export async function readTable<Value>(
  file: UploadedFile,
  headings: (heading: string) => string | undefined,
  parse: (cells: Record<string, string>) => { ok: true; value: Value } | { ok: false; problem: string },
): Promise<{ rows: { row: number; value: Value }[]; columns: string[]; problems: LineProblem[] }> {
  const rows: { row: number; value: Value }[] = []
  const problems: LineProblem[] = []
  let columns: (string | undefined)[] | undefined
  try {
    for await (const { row, cells } of readRows(file)) {
      if (!columns) {
        columns = cells.map((cell) => headings(cell.trim()))
        continue
      }
      const named = columns.flatMap((name, index) => (name === undefined ? [] : [[name, (cells[index] ?? '').trim()]]))
      const parsed = parse(Object.fromEntries(named))
      if (parsed.ok) rows.push({ row, value: parsed.value })
      else problems.push({ row, problem: parsed.problem })
    }
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    problems.push({ row: error.row, problem: error.message })
  }
  return { rows, columns: (columns ?? []).flatMap((name) => name ?? []), problems }
}
