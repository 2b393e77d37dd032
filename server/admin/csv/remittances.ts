import type { User } from '#domain/accounts/user.ts'
import { parseRemittance, type Remittance, remittanceColumn } from '#domain/delivery/remittance-file.ts'
import { fileNameOf } from '#domain/file-name.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { cleanLine } from '#domain/text.ts'
import { calendarDay, formatIndianIso } from '#domain/time.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import { type LineProblem, readTable } from '#server/http/csv.ts'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'
import { insertRemittances, listOutstanding, lockCash } from '#server/parcels/remittance-queries.ts'
import type { Shop } from '#server/shop.ts'
import { download, type ExportShop, oneBatch } from './export.ts'

export type RemittanceImport =
  /** `repeated`: rows that an earlier file, or an earlier row of this one, had already. */
  { ok: true; added: number; repeated: number; unknown: number } | { ok: false; problems: LineProblem[] }

/** Imports a courier's file, or nothing if a row is wrong. A row is added once, however often it is uploaded. */
export async function importRemittances(
  { db }: Pick<Shop, 'db'>,
  admin: User,
  file: UploadedFile,
): Promise<RemittanceImport> {
  const { rows, columns, problems } = await readTable<Remittance>(file, remittanceColumn, parseRemittance)
  const missing = (['awb', 'amount', 'paidOn'] as const).filter((name) => !columns.includes(name))
  if (missing.length > 0) {
    const problem = 'The first row must name the columns AWB, amount, date and reference (or UTR).'
    return { ok: false, problems: [{ row: 1, problem }] }
  }
  if (problems.length > 0) return { ok: false, problems }
  return db.transaction(async (tx) => {
    await lockCash(tx)
    const { added, unknown } = await insertRemittances(
      tx,
      rows.map(({ value }) => value),
      { fileName: cleanLine(file.name).slice(0, 200) },
    )
    const repeated = rows.length - added
    await insertAudit(tx, admin, { action: 'import remittances', subject: 'shop', after: { added, repeated, unknown } })
    return { ok: true, added, repeated, unknown }
  })
}

const COLUMNS = ['orderId', 'courier', 'awb', 'deliveredAt', 'days', 'cash', 'paid', 'outstanding']

/** Delivered parcels whose cash the courier has not handed over yet, oldest first; amounts in rupees. */
export function exportCash({ db, now }: ExportShop, settings: Settings): Response {
  const parcels = oneBatch(() => listOutstanding(db, now()))
  const rupees = (paise: number) => (paise / 100).toFixed(2)
  return download(fileNameOf(settings, `cash-${calendarDay(now())}.csv`), COLUMNS, parcels, (parcel) => [
    {
      ...parcel,
      deliveredAt: formatIndianIso(parcel.deliveredAt),
      cash: rupees(parcel.cash),
      paid: rupees(parcel.paid),
      outstanding: rupees(parcel.outstanding),
    },
  ])
}
