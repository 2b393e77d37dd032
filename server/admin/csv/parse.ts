import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { IMPORT_COLUMNS, IMPORT_MAX_BYTES, type ImportRow, parseImportRow, TOLD_COLUMNS } from '#domain/catalog/csv.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'

/** `row` is the line of the table as a spreadsheet counts, the header being 1. */
export type Row = { row: number; value: ImportRow }
export type RowProblem = { row: number; column?: string; problem: string }

/** The rows of a products' file, each read by itself, so that all problems are told at once. */
export async function readRows(file: UploadedFile): Promise<{ rows: Row[]; count: number; problems: RowProblem[] }> {
  const rows: Row[] = []
  const problems: RowProblem[] = []
  const seen = new Map<ProductId, number>()
  let header: string[] | undefined
  let row = 0
  let count = 0
  try {
    for await (const cells of readCells(file)) {
      row += 1
      if (cells.every((cell) => cell.trim() === '')) continue
      if (!header) {
        header = cells.map((cell) => cell.trim())
        problems.push(...headerProblems(header))
        if (problems.length > 0) break
        continue
      }
      count += 1
      const parsed = parseRow(header, cells)
      if (!parsed.ok) {
        for (const [column, problem] of Object.entries(parsed.problems)) problems.push({ row, column, problem })
        continue
      }
      const { id } = parsed.value
      const counterpart = id === null ? undefined : seen.get(id)
      if (counterpart !== undefined)
        problems.push({ row, column: 'id', problem: `Row ${counterpart} is about the same product.` })
      else rows.push({ row, value: parsed.value })
      if (id !== null) seen.set(id, row)
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    problems.push({ row: row + 1, problem: error.message })
  }
  if (row === 0 && problems.length === 0) problems.push({ row: 1, problem: 'This file is empty.' })
  return { rows, count, problems }
}

function parseRow(header: string[], cells: string[]): ReturnType<typeof parseImportRow> {
  if (cells.length > header.length) {
    const problem = `This row has ${cells.length} cells, the table only ${header.length} columns.`
    return { ok: false, problems: { row: problem } }
  }
  return parseImportRow(Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])))
}

function headerProblems(header: string[]): RowProblem[] {
  const known: readonly string[] = [...IMPORT_COLUMNS, ...TOLD_COLUMNS]
  const unknown = header.filter((name) => name !== '' && !known.includes(name))
  const doubled = header.filter((name, index) => name !== '' && header.indexOf(name) !== index)
  if (!header.some((name) => known.includes(name))) {
    return [{ row: 1, problem: `The first row must name the columns: ${IMPORT_COLUMNS.join(', ')}.` }]
  }
  return [
    ...unknown.map((column) => ({ row: 1, column, problem: 'This column is not known.' })),
    ...doubled.map((column) => ({ row: 1, column, problem: 'This column is there twice.' })),
  ]
}

/** What cannot be read on; the message is for whoever made the file. */
class Unreadable extends Error {}

async function* readCells(file: UploadedFile): AsyncGenerator<string[]> {
  if (file.size > IMPORT_MAX_BYTES) throw new Unreadable('This file is larger than 10 MB. Import it in parts.')
  const text = decode(await file.arrayBuffer())
  const parser = parse({ bom: true, delimiter: delimiterOf(text), relax_column_count: true, skip_empty_lines: false })
  try {
    for await (const cells of Readable.from(piecesOf(text)).pipe(parser)) yield cells
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new Unreadable('This row cannot be read as CSV: a quotation mark is missing, or there is one too many.')
  }
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Unreadable('This file is not text in UTF-8. Save it as "CSV UTF-8" in your spreadsheet.')
  }
}

/** Spreadsheets in countries with a decimal comma write semicolons. */
function delimiterOf(text: string): string {
  const header = text.slice(0, 2000).split(/\r?\n/, 1)[0] ?? ''
  return [',', ';', '\t'].toSorted((a, b) => header.split(b).length - header.split(a).length)[0] ?? ','
}

/** So that a large file is read in many short steps, and other requests are answered in between. */
function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += 64 * 1024) yield text.slice(start, start + 64 * 1024)
}
