import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { IMPORT_MAX_BYTES, importTooLarge } from '#domain/catalog/csv.ts'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'

/** The file cannot be parsed any further; the message is shown to the admin. */
export class UnreadableFileError extends Error {}

/** The cells of a CSV file, row by row. @throws UnreadableFileError */
export async function* readCells(file: UploadedFile): AsyncGenerator<string[]> {
  if (file.size > IMPORT_MAX_BYTES) throw new UnreadableFileError(importTooLarge)
  const text = decode(await file.arrayBuffer())
  const parser = parse({ bom: true, delimiter: delimiterOf(text), relax_column_count: true, skip_empty_lines: false })
  try {
    for await (const cells of Readable.from(chunksOf(text)).pipe(parser)) yield cells
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnreadableFileError('This row is not valid CSV. Check its quotation marks.')
  }
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new UnreadableFileError('This file is not UTF-8 text. Save it as "CSV UTF-8" in your spreadsheet.')
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

export type LineProblem = { row: number; problem: string }

/**
 * Reads a table whose rows do not depend on each other; every problem is reported with its row, as spreadsheets number
 * them.
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
  let row = 0
  try {
    for await (const cells of readCells(file)) {
      row += 1
      if (cells.every((cell) => cell.trim() === '')) continue
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
    problems.push({ row: row + 1, problem: error.message })
  }
  return { rows, columns: (columns ?? []).flatMap((name) => name ?? []), problems }
}
