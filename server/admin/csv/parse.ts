import { IMPORT_COLUMNS, type ImportRow, parseImportRow, READ_ONLY_COLUMNS } from '#domain/catalog/csv.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import type { Size } from '#domain/catalog/sizes.ts'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'
import { readCells, UnreadableFileError } from './cells.ts'

/** `row` counts as a spreadsheet does: the header is row 1. */
export type Row = { row: number; value: ImportRow }
export type RowProblem = { row: number; column?: string; problem: string }

/** Parses every row of a products file, so that all problems are reported at once. */
export async function readRows(
  file: UploadedFile,
  sizes: readonly Size[],
): Promise<{ rows: Row[]; count: number; problems: RowProblem[] }> {
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
      const parsed = parseRow(header, cells, sizes)
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
    problems.push({ row: row + 1, problem: error.message })
  }
  if (row === 0 && problems.length === 0) problems.push({ row: 1, problem: 'This file is empty.' })
  return { rows, count, problems }
}

function parseRow(header: string[], cells: string[], sizes: readonly Size[]): ReturnType<typeof parseImportRow> {
  if (cells.length > header.length) {
    const problem = `This row has ${cells.length} cells, but the table has ${header.length} columns.`
    return { ok: false, problems: { row: problem } }
  }
  return parseImportRow(Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])), sizes)
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
