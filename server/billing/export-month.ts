import { strToU8, zip } from 'fflate'
import { createGstr1 } from '#domain/billing/gstr1.ts'
import type { ReturnPeriod } from '#domain/billing/return-period.ts'
import { LEDGER_COLUMNS, ledgerRow } from '#domain/billing/sales-ledger.ts'
import { fileNameOf } from '#domain/file-name.ts'
import { toPaise } from '#domain/money.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { daysOfMonth } from '#domain/time.ts'
import { csvDownload, toCsv } from '#server/http/csv.ts'
import type { Shop } from '#server/shop.ts'
import { readPeriod } from './queries.ts'

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
  for await (const batch of readPeriod(db, period, gstin)) for (const invoice of batch) gstr1.add(invoice)
  const files = Object.fromEntries(
    gstr1.toSections().map(({ name, columns, rows }) => [`${name}.csv`, strToU8(toCsv([columns, ...rows]))]),
  )
  // A fixed time, so that the same invoices give the same file.
  const zipped = await new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) =>
    zip(files, { mtime: new Date(1980, 0, 1) }, (error, bytes) =>
      error ? reject(error) : resolve(new Uint8Array(bytes)),
    ),
  )
  return new Response(zipped, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${fileNameOf(settings, `${period.name}-${gstin}.zip`)}"`,
      'cache-control': 'no-store',
    },
  })
}

/** One row per invoice and credit note, as CSV for Tally. Streamed, because a month may be long. */
export function exportSalesLedger({ db }: Pick<Shop, 'db'>, settings: Settings, month: string): Response {
  async function* rows() {
    for await (const batch of readPeriod(db, daysOfMonth(month))) yield batch.map(ledgerRow)
  }
  return csvDownload(fileNameOf(settings, `sales-ledger-${month}.csv`), LEDGER_COLUMNS, rows())
}
