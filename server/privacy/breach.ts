import { STORED_DATA } from '#domain/privacy/stored-data.ts'
import { sentenceIn, type Words } from '#domain/shop/wording.ts'
import { parseId } from '#domain/text.ts'
import type { Db } from '#server/db/connection.ts'
import { UsageError } from '#server/errors.ts'
import { toCsv } from '#server/http/csv.ts'
import { type Affected, findAuditEntry, findHolder, type Holder, listAffected, listBuyersOf } from './breach-queries.ts'
import { findStored } from './stored-queries.ts'

/** The table of an export, by the subject of its audit entry. */
const EXPORTED: Record<string, string> = {
  'table users': 'user',
  'table orders': 'orders',
  'table products': 'products',
}

/**
 * Lists the people whose data somebody with this session could have seen.
 *
 * @param id of the session, or of its account if the session has ended
 * @throws UsageError
 */
export async function listAffectedBySession(db: Db, id: string, now: Date): Promise<Affected[]> {
  const holder = await findHolder(db, id)
  if (!holder)
    throw new UsageError(`There is no session ${id}. If it has ended, give the account’s ID from the security log.`)
  const own = ownData(holder)
  // Staff may have read less than an admin, but an own role could have been another one at that time.
  if (holder.role === 'admin' || holder.staffRole !== null) {
    const seen = STORED_DATA.filter(({ breach }) => !breach?.isHiddenFromAdmins)
    return [...own, ...(await listAffected(db, seen, now))]
  }
  return holder.role === 'seller' ? [...own, ...(await listBuyersOf(db, holder.userId))] : own
}

function ownData({ name, email }: Holder): Affected[] {
  return [{ name, email, kind: 'everything of this account' }]
}

/** Lists the people whose data an export contained. @param id of the export's audit entry @throws UsageError */
export async function listAffectedByExport(db: Db, id: string): Promise<Affected[]> {
  const number = parseId(id)
  const entry = number === undefined ? undefined : await findAuditEntry(db, number)
  const table = entry && EXPORTED[entry.subject]
  if (entry?.action === 'export table' && table) return listAffected(db, [findStored(table)], entry.time)
  if (entry?.action === 'download own data') {
    const holder = await findHolder(db, entry.actorId)
    if (holder) return ownData(holder)
  }
  throw new UsageError(`Entry ${id} of the audit log is no export.`)
}

/** Everybody who was in the database at this time and has not been deleted since. */
export async function listAffectedUntil(db: Db, until: Date): Promise<Affected[]> {
  return listAffected(db, STORED_DATA, until)
}

/** One row for each email address, as CSV: name, email, kinds of data. */
export function toBreachCsv(affected: readonly Affected[], words: Words): { csv: string; persons: number } {
  const byEmail = Map.groupBy(affected, ({ email }) => email.toLowerCase())
  const rows = [...byEmail].sort().map(([email, entries]) => {
    const name = entries.find((entry) => entry.name !== '')?.name ?? ''
    const kinds = [...new Set(entries.map(({ kind }) => sentenceIn(words, kind)))].sort().join('; ')
    return [name, email, kinds]
  })
  return { csv: toCsv([['name', 'email', 'data'], ...rows]), persons: rows.length }
}
