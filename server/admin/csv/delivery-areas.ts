import type { User } from '#domain/accounts/user.ts'
import { AREA_COLUMNS, parseArea } from '#domain/delivery/area-file.ts'
import { fileNameOf } from '#domain/file-name.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { calendarDay } from '#domain/time.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import { countAreas, listAreas, replaceAreas } from '#server/delivery/queries.ts'
import { type LineProblem, readTable } from '#server/http/csv.ts'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'
import type { Shop } from '#server/shop.ts'
import { download, type ExportShop, oneBatch } from './export.ts'

export type AreaImport = { ok: true; count: number } | { ok: false; problems: LineProblem[] }

/** Replaces the list of serviceable pincodes unless a row is wrong. A file with headings only removes the list. */
export async function importAreas({ db }: Pick<Shop, 'db'>, admin: User, file: UploadedFile): Promise<AreaImport> {
  const { rows, columns, problems } = await readTable(
    file,
    (heading) => AREA_COLUMNS.find((column) => column === heading.toLowerCase()),
    parseArea,
  )
  if (problems.length === 0 && !columns.includes('pincode'))
    problems.push({ row: 1, problem: `The first row must contain the column names: ${AREA_COLUMNS.join(',')}.` })
  const rowOf = new Map<string, number>()
  for (const { row, value } of rows) {
    const earlier = rowOf.get(value.pincode)
    if (earlier !== undefined) problems.push({ row, problem: `Row ${earlier} has the same pincode.` })
    else rowOf.set(value.pincode, row)
  }
  if (problems.length > 0) return { ok: false, problems: problems.toSorted((one, other) => one.row - other.row) }
  await db.transaction(async (tx) => {
    const before = await countAreas(tx)
    await replaceAreas(
      tx,
      rows.map(({ value }) => value),
    )
    await insertAudit(tx, admin, {
      action: 'replace pincodes',
      subject: 'shop',
      before: { pincodes: before },
      after: { pincodes: rows.length },
    })
  })
  return { ok: true, count: rows.length }
}

/** Exports the list in the format of the import. */
export function exportAreas({ db, now }: ExportShop, settings: Settings): Response {
  const areas = oneBatch(() => listAreas(db))
  return download(fileNameOf(settings, `pincodes-${calendarDay(now())}.csv`), AREA_COLUMNS, areas, (area) => [
    { ...area, cash: area.cash ? 'yes' : 'no' },
  ])
}
