import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { type Cell, cellText } from '#domain/cells.ts'

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
