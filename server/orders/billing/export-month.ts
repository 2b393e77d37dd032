import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { strToU8, zip } from 'fflate'
import { type Cell, cellText } from '#domain/billing/cells.ts'
import { createGstr1, type Gstr1Section } from '#domain/billing/gstr1.ts'
import type { ReturnPeriod } from '#domain/billing/return-period.ts'
import { LEDGER_COLUMNS, ledgerRow } from '#domain/billing/sales-ledger.ts'
import { fileNameOf } from '#domain/file-name.ts'
import { toPaise } from '#domain/money.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { daysOfMonth } from '#domain/time.ts'
import type { Shop } from '#server/shop.ts'
import { readPeriod } from './month-queries.ts'

/**
 * GSTR-1 or IFF of one registration for the GST offline tool: a zip with a CSV file for each section.
 *
 * @param gstin of the seller
 */
export async function exportGstr1(
  { db }: Pick<Shop, 'db'>,
  settings: Settings,
  { period, gstin }: { period: ReturnPeriod; gstin: string },
): Promise<Response> {
  const gstr1 = createGstr1(toPaise(settings.b2clThreshold), period)
  for await (const batch of readPeriod(db, period, gstin)) for (const bill of batch) gstr1.add(bill)
  const files = Object.fromEntries(
    gstr1.toSections().map((section) => [`${section.name}.csv`, strToU8(toCsv(section))]),
  )
  // A fixed time, so that the same bills give the same file.
  const zipped = await new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) =>
    zip(files, { mtime: new Date(1980, 0, 1) }, (error, bytes) =>
      error ? reject(error) : resolve(new Uint8Array(bytes)),
    ),
  )
  return new Response(zipped, {
    headers: downloadHeaders('application/zip', fileNameOf(settings, `${period.name}-${gstin}.zip`)),
  })
}

/** One row per bill and credit note, as CSV for Tally. Streamed, because a month may be long. */
export function exportSalesLedger({ db }: Pick<Shop, 'db'>, settings: Settings, month: string): Response {
  const encoder = new TextEncoder()
  async function* write() {
    yield encoder.encode(`\uFEFF${rowsToCsv([[...LEDGER_COLUMNS]])}`)
    for await (const batch of readPeriod(db, daysOfMonth(month))) yield encoder.encode(rowsToCsv(batch.map(ledgerRow)))
  }
  return new Response(Readable.toWeb(Readable.from(write())) as ReadableStream, {
    headers: downloadHeaders('text/csv; charset=utf-8', fileNameOf(settings, `sales-ledger-${month}.csv`)),
  })
}

function toCsv({ columns, rows }: Gstr1Section): string {
  return rowsToCsv([[...columns], ...rows])
}

function rowsToCsv(rows: readonly Cell[][]): string {
  return stringify(
    rows.map((row) => row.map(cellText)),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  )
}

function downloadHeaders(type: string, file: string): Record<string, string> {
  return { 'content-type': type, 'content-disposition': `attachment; filename="${file}"`, 'cache-control': 'no-store' }
}
