import { and, eq, getTableColumns, ne, or, sql } from 'drizzle-orm'
import type { Role } from '#domain/accounts/user.ts'
import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import type { Identity } from '#domain/privacy/redact.ts'
import { STORED_DATA } from '#domain/privacy/stored-data.ts'
import { wordsOf } from '#domain/shop/wording.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { user } from '#server/db/schema/accounts.ts'
import { checkouts } from '#server/db/schema/payments.ts'
import { orderLines, orders } from '#server/db/schema/shop.ts'
import { findSettings } from '#server/settings/queries.ts'
import { columnOf, mentions, rowsOf, tableOf, valuesOf } from './stored-queries.ts'

export type Person = { userId: string; name: string; email: string; role: Role }

/** Lets this transaction change the audit log, and gives it time to read all of it. */
export async function allowErasing(tx: Transaction): Promise<void> {
  await tx.execute(sql`select set_config('gamla.erasing', 'on', true), set_config('statement_timeout', '60s', true)`)
}

/**
 * Locks the account. From here on nobody can write a record of this person: the foreign key makes them wait for this
 * transaction and then finds no user. Orders that are being placed finish first.
 */
export async function lockPerson(tx: Transaction, userId: string): Promise<Person | undefined> {
  const [row] = await tx
    .select({ userId: user.id, name: user.name, email: user.email, role: user.role })
    .from(user)
    .where(eq(user.id, userId))
    .for('update')
  return row
}

/** Everything that identifies this person, read before it is erased. */
export async function findIdentity(tx: Transaction, { userId, name, email }: Person): Promise<Identity> {
  const identity = { names: [name], emails: [email], details: [] as string[] }
  for (const stored of STORED_DATA) {
    if (!stored.details) continue
    const { names, details } = stored
    const parts = { names: names?.name ?? [], emails: names?.email ? [names.email] : [], details }
    for (const [part, columns] of Object.entries(parts) as [keyof typeof parts, readonly string[]][])
      for (const column of columns) {
        const rows = await tx
          .selectDistinct({ text: sql<string>`${columnOf(stored.table, column)}` })
          .from(tableOf(stored.table))
          .where(rowsOf(stored.table, userId, email))
        identity[part].push(...rows.map(({ text }) => text))
      }
  }
  return {
    userId,
    emails: distinct(identity.emails.map((text) => text.toLowerCase())),
    names: distinct(identity.names),
    // Short texts would also match parts of other texts.
    details: distinct(identity.details).filter((text) => text.length >= 8),
  }
}

/**
 * Locks the person's orders and checkouts, which waits for changes of their orders and payments, and for emails about
 * them that are being stored, so that those are found and removed.
 */
export async function lockPurchases(tx: Transaction, userId: string): Promise<void> {
  await tx
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(eq(checkouts.userId, userId))
    .orderBy(checkouts.id)
    .for('update')
  await tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId)).orderBy(orders.id).for('update')
}

/** Deletes what is not kept without its owner, and the jobs of emails that are still to be sent to this person. */
export async function removeMessages(tx: Transaction, { userId, email }: Person): Promise<void> {
  // The other way round, because emails are found by the requests that they answer.
  for (const { table, about } of STORED_DATA.toReversed())
    if (about?.erased === 'deleted' && table !== 'user')
      await tx.delete(tableOf(table)).where(rowsOf(table, userId, email))
  await tx.execute(sql`delete from outbox where job is not null and ${mentions(sql`job::text`, userId, email)}`)
  // A job's payload is in its key. A failed job that was enqueued again while it ran has lost its key and is of no use.
  await tx.execute(
    sql`select graphile_worker.remove_job(key) from graphile_worker.jobs where ${mentions(sql`key`, userId, email)}
      or exists (select from (select number from whatsapp_numbers where user_id = ${userId}
        union select number from whatsapp_updates where user_id = ${userId}) as their where position(number in key) > 0)`,
  )
  await tx.execute(sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs where key is null and attempts >= max_attempts))`)
}

/**
 * Takes the person out of the rows that stay: orders move to the deleted user, products to the shop.
 *
 * @returns the number of rows of each table
 */
export async function anonymise(tx: Transaction, { userId, email }: Person): Promise<Record<string, number>> {
  await tx.insert(user).values(DELETED_USER).onConflictDoNothing()
  await tx.update(orderLines).set({ sellerId: null }).where(eq(orderLines.sellerId, userId))
  await tx.execute(sql`update checkouts set lines = (
      select jsonb_agg(case when line ->> 'sellerId' = ${userId} then line || '{"sellerId": null}' else line end)
      from jsonb_array_elements(lines) as line)
    where lines @> jsonb_build_array(jsonb_build_object('sellerId', ${userId}::text))`)
  const words = wordsOf(await findSettings(tx))
  // Keys are unique per user only, so the old owner is hashed into them to keep them unique for the deleted user.
  const checkoutKey = sql`md5(user_id || ' ' || checkout_key)::uuid`
  const counts: Record<string, number> = {}
  for (const { table, about } of STORED_DATA) {
    if (typeof about?.erased !== 'object') continue
    const hasKey = 'checkoutKey' in getTableColumns(tableOf(table))
    const { rowCount } = await tx
      .update(tableOf(table))
      .set({ ...valuesOf(about.erased, words), ...(hasKey && { checkoutKey }) })
      .where(rowsOf(table, userId, email))
    counts[table] = rowCount ?? 0
  }
  return counts
}

/** Deletes the account; sessions, passwords, passkeys, addresses and consents are deleted with it. */
export async function removePerson(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(user).where(eq(user.id, userId))
}

function distinct(texts: string[]): string[] {
  return [...new Set(texts.filter((text) => text !== ''))]
}

/** @param who an email address in any case, or an ID */
export async function findUserId(db: Db, who: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: user.id })
    .from(user)
    .where(and(or(eq(user.email, who.toLowerCase()), eq(user.id, who)), ne(user.id, DELETED_USER.id)))
  return row?.id
}
