import { and, type SQL, sql } from 'drizzle-orm'
import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import { STORED_DATA } from '#domain/privacy/stored-data.ts'
import type { StoredTable } from '#domain/privacy/stored-table.ts'
import type { Db } from '#server/db/connection.ts'
import { columnOf, tableOf, type Values } from './stored-queries.ts'

/** Rows per statement, so that none holds its locks for long. */
const BATCH = 1000

/** Deletes the rows of a table that are older than its period. */
export async function deleteOld(db: Db, { table, about }: StoredTable, before: Date, signal?: AbortSignal) {
  const except = typeof about?.kept === 'object' ? about.kept.except : undefined
  const from = tableOf(table)
  const id = columnOf(table, 'id')
  const old = and(
    sql`${columnOf(table, 'time')} < ${before}`,
    except && sql`${columnOf(table, except.column)} <> ${except.value}`,
  )
  await inBatches(signal, (limit) =>
    db.execute(
      sql`delete from ${from} where ${id} in (select ${id} from ${from} where ${old} order by ${id} ${limit})`,
    ),
  )
}

/**
 * Removes the personal data of old rows, which stay: a payment that arrives after all finds its checkout, closed, and is
 * refunded.
 */
export async function blankOld(db: Db, { table }: StoredTable, erased: Values, before: Date, signal?: AbortSignal) {
  const { userId: _owner, ...values } = erased
  const [from, id, time, email] = [tableOf(table), ...['id', 'time', 'email'].map((name) => columnOf(table, name))]
  const old = sql`${time} < ${before} and ${email} <> ${DELETED_USER.email}`
  await inBatches(signal, (limit) =>
    db.update(from).set(values).where(sql`${id} in (select ${id} from ${from} where ${old} order by ${time} ${limit})`),
  )
}

/**
 * Removes the buyer from old invoices of deleted accounts; number, goods and amounts stay.
 *
 * @param before such as `2026-04-01`
 */
export async function blankOldInvoices(db: Db, before: string, signal?: AbortSignal): Promise<void> {
  const nobody = JSON.stringify({ name: DELETED_USER.name, address: '', city: '', pincode: '', firm: '', gstin: '' })
  await inBatches(signal, (limit) =>
    db.execute(sql`
      update bills set buyer_gstin = '', document = jsonb_set(document, '{buyer}', (document -> 'buyer') - 'deliverTo' || ${nobody}::jsonb)
      where id in (
        select id from bills
        where user_id is null and date < ${before} and document -> 'buyer' ->> 'name' <> ${DELETED_USER.name} ${limit})`),
  )
}

/** Deletes expired sessions, codes, and links to downloads. */
export async function deleteExpired(db: Db): Promise<void> {
  for (const { table, expires } of STORED_DATA)
    if (expires !== undefined) await db.delete(tableOf(table)).where(sql`${columnOf(table, expires)} < now()`)
}

async function inBatches(
  signal: AbortSignal | undefined,
  statement: (limit: SQL) => Promise<{ rowCount: number | null }>,
): Promise<void> {
  while (!signal?.aborted) {
    const { rowCount } = await statement(sql`limit ${BATCH}`)
    if ((rowCount ?? 0) < BATCH) return
  }
}
