import { strToU8, zipSync } from 'fflate'
import { STORED_DATA } from '#domain/privacy/stored-data.ts'
import { sentenceIn, type Words } from '#domain/shop/wording.ts'
import { formatDateTime, formatIndianIso } from '#domain/time.ts'
import { toCsv } from '#server/http/csv.ts'
import type { ExportedTable } from './export-queries.ts'

const README = (madeAt: Date, { shop, nouns }: Words) => `Your data at ${shop}, as of ${formatDateTime(madeAt)} (India)

data.json   everything, for programs: each table with what it is for
csv/        the same, one file for each table, for spreadsheets

Times are Indian time. Amounts of orders and ${nouns} are in rupees, those of payments and checkouts in hundredths.
Your password and the keys of your devices are not in here: we have only hashes or halves of them.
`

/** Packs everything about a person into a zip file, as JSON and as CSV. */
export function packData(tables: readonly ExportedTable[], madeAt: Date, words: Words): Uint8Array<ArrayBuffer> {
  const csv = tables.map((table) => [`${table.table}.csv`, strToU8(`\uFEFF${toCsv(rowsOf(table))}`)])
  const zipped = zipSync({
    'README.txt': strToU8(README(madeAt, words)),
    'data.json': strToU8(toJson(tables, madeAt, words)),
    csv: Object.fromEntries(csv),
  })
  return new Uint8Array(zipped)
}

function toJson(tables: readonly ExportedTable[], madeAt: Date, words: Words): string {
  const described = tables.map(({ table, rows }) => {
    const about = STORED_DATA.find((stored) => stored.table === table)?.about
    const what = about && sentenceIn(words, about.what)
    return [table, { what, why: about?.why, rows: rows.map(withIndianTimes) }]
  })
  return `${JSON.stringify({ madeAt: formatIndianIso(madeAt), tables: Object.fromEntries(described) }, null, 2)}\n`
}

function withIndianTimes(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? formatIndianIso(value) : value]),
  )
}

function rowsOf({ columns, rows }: ExportedTable): string[][] {
  return [[...columns], ...rows.map((row) => columns.map((column) => toCell(row[column])))]
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return formatIndianIso(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
