import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { Turn } from '#domain/admin-lists.ts'
import type { LetterParams, Occasion, PaidFor } from '#domain/orders/order-emails.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { NUMBER, type Page, readPage } from '#server/db/keyset-pagination.ts'
import { user } from '#server/db/schema/accounts.ts'
import { type LetterState, letterPace, letters } from '#server/db/schema/emails.ts'
import { checkouts, payments, refunds } from '#server/db/schema/payments.ts'

export type Letter = typeof letters.$inferSelect

export type NewLetter = { occasion: Occasion; subject: string; params: LetterParams }

/** Writes it down, unless that was done before: there is one for each occasion. */
export async function keepLetter(db: Db, letter: NewLetter): Promise<void> {
  await db.insert(letters).values(letter).onConflictDoNothing()
}

export async function findLetter(db: Db, occasion: Occasion, subject: string): Promise<Letter | undefined> {
  const [letter] = await db
    .select()
    .from(letters)
    .where(and(eq(letters.occasion, occasion), eq(letters.subject, subject)))
  return letter
}

export async function findLetterById(db: Db, id: number): Promise<Letter | undefined> {
  const [letter] = await db.select().from(letters).where(eq(letters.id, id))
  return letter
}

export async function lockLetter(tx: Transaction, id: number): Promise<Letter | undefined> {
  const [letter] = await tx.select().from(letters).where(eq(letters.id, id)).for('update')
  return letter
}

export async function updateLetter(
  db: Db,
  id: number,
  changes: { state: LetterState; tries: number; problem: string | null },
): Promise<void> {
  await db.update(letters).set(changes).where(eq(letters.id, id))
}

/** Of two emails to one mailbox the second is counted after the first has been, whichever processes send them. */
export async function lockMailbox(tx: Transaction, mailbox: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mailbox ${mailbox}`}, 0))`)
}

/** How many have been allowed to go to this mailbox within a day. */
export async function countAllowed(tx: Transaction, mailbox: string): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(letters)
    .where(and(eq(letters.mailbox, mailbox), sql`${letters.allowedAt} > now() - interval '1 day'`))
  return row?.count ?? 0
}

export async function updateAllowed(tx: Transaction, id: number, mailbox: string): Promise<void> {
  await tx.update(letters).set({ mailbox, allowedAt: sql`now()` }).where(eq(letters.id, id))
}

/** Has somebody proved that this address is theirs? */
export async function isConfirmed(db: Db, email: string): Promise<boolean> {
  const [row] = await db.select({ emailVerified: user.emailVerified }).from(user).where(eq(user.email, email))
  return row?.emailVerified ?? false
}

/**
 * Takes the next turn to send, if it has come.
 * @returns 0, or the milliseconds until it comes
 */
export async function takeTurn(db: Db, paceMs: number): Promise<number> {
  const now = sql`clock_timestamp()`
  const taken = await db
    .update(letterPace)
    .set({ freeAt: sql`${now} + make_interval(secs => ${paceMs / 1000})` })
    .where(sql`${letterPace.freeAt} <= ${now}`)
    .returning({ only: letterPace.only })
  if (taken.length > 0) return 0
  const [wait] = await db
    .select({ ms: sql<number>`ceil(extract(epoch from ${letterPace.freeAt} - ${now}) * 1000)::integer` })
    .from(letterPace)
  return Math.max(1, wait?.ms ?? 1)
}

/** What was to be had for this payment, and why it goes back, if it does. */
export async function findPaidFor(db: Db, paymentId: string): Promise<PaidFor | undefined> {
  const { email, name, lines } = checkouts
  const [row] = await db
    .select({ email, name, lines, amount: payments.amount, reason: refunds.reason, orderId: refunds.orderId })
    .from(payments)
    .innerJoin(checkouts, eq(checkouts.id, payments.checkoutId))
    .leftJoin(refunds, eq(refunds.paymentId, payments.id))
    .where(eq(payments.id, paymentId))
  return row && { ...row, paymentId, reason: row.reason ?? undefined, orderId: row.orderId ?? undefined }
}

/** What the index holds, in its words. */
const UNSENT = sql`state in ('failed', 'held')`

export async function countUnsentLetters(db: Db): Promise<number> {
  const [row] = await db.select({ count: count() }).from(letters).where(UNSENT)
  return row?.count ?? 0
}

export type UnsentLetter = Omit<Letter, 'time' | 'mailbox' | 'allowedAt'> & { time: string }

/** What could not be sent or was held back, newest first. */
export async function listUnsentLetters(db: Db, turn: Turn): Promise<Page<UnsentLetter>> {
  const page = await readPage<UnsentLetter>(turn, {
    async read(from, backwards, limit) {
      const { id } = letters
      const rows = await db
        .select()
        .from(letters)
        .where(and(UNSENT, from && sql`${id} ${backwards ? sql`>` : sql`<`} ${from[0]}::bigint`))
        .orderBy(backwards ? id : desc(id))
        .limit(limit)
      return rows.map(({ time, mailbox: _, allowedAt: __, ...row }) => ({ ...row, time: time.toISOString() }))
    },
    keyOf: (row) => [String(row.id)],
    shape: [NUMBER],
  })
  return { ...page, count: await countUnsentLetters(db) }
}
