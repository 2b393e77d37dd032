import { type SQL, sql } from 'drizzle-orm'
import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import type { Db } from '#server/db/connection.ts'

/** Rows per statement, so that none holds its locks for long. */
const BATCH = 1000

export async function deleteOldMessages(db: Db, before: Date, signal?: AbortSignal): Promise<void> {
  for (const table of [sql`contact_messages`, sql`product_raise`])
    await inBatches(db, signal, (limit) => deleteOldest(table, sql`time < ${before}`, limit))
}

/** Queued emails stay, because they are still to be sent. */
export async function deleteOldEmails(db: Db, before: Date, signal?: AbortSignal): Promise<void> {
  await inBatches(db, signal, (limit) => deleteOldest(sql`emails`, sql`time < ${before} and state <> 'queued'`, limit))
}

export async function deleteOldSearches(db: Db, before: Date, signal?: AbortSignal): Promise<void> {
  await inBatches(db, signal, (limit) => deleteOldest(sql`missed_searches`, sql`time < ${before}`, limit))
}

function deleteOldest(table: SQL, which: SQL, limit: SQL): SQL {
  return sql`delete from ${table} where id in (select id from ${table} where ${which} order by id ${limit})`
}

/**
 * Removes the personal data of old checkouts. They stay, closed, so that a payment that arrives after all is refunded.
 */
export async function blankOldCheckouts(db: Db, before: Date, signal?: AbortSignal): Promise<void> {
  const { name, email } = DELETED_USER
  await inBatches(
    db,
    signal,
    (limit) => sql`
      update checkouts set name = ${name}, email = ${email}, address = '', city = '', pincode = '', mobile_number = '',
        state_code = '', firm = '', gstin = '', registered_address = '', state = 'closed'
      where id in (select id from checkouts where time < ${before} and email <> ${email} order by time ${limit})`,
  )
}

/**
 * Removes the buyer from old bills of deleted accounts; number, goods and amounts stay.
 *
 * @param before such as `2026-04-01`
 */
export async function blankOldBills(db: Db, before: string, signal?: AbortSignal): Promise<void> {
  const nobody = JSON.stringify({ name: DELETED_USER.name, address: '', city: '', pincode: '', firm: '', gstin: '' })
  await inBatches(
    db,
    signal,
    (limit) => sql`
      update bills set buyer_gstin = '', document = jsonb_set(document, '{buyer}', (document -> 'buyer') - 'deliverTo' || ${nobody}::jsonb)
      where id in (
        select id from bills
        where user_id is null and date < ${before} and document -> 'buyer' ->> 'name' <> ${DELETED_USER.name} ${limit})`,
  )
}

/** Deletes expired sessions, codes, and links to downloads. */
export async function deleteExpired(db: Db): Promise<void> {
  for (const table of [sql`session`, sql`verification`, sql`data_exports`])
    await db.execute(sql`delete from ${table} where expires_at < now()`)
}

async function inBatches(db: Db, signal: AbortSignal | undefined, statement: (limit: SQL) => SQL): Promise<void> {
  while (!signal?.aborted) {
    const { rowCount } = await db.execute(statement(sql`limit ${BATCH}`))
    if ((rowCount ?? 0) < BATCH) return
  }
}
