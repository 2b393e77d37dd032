import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { Turn } from '#domain/back-office-lists.ts'
import type { LetterParams, Occasion, PaidFor } from '#domain/letter.ts'
import { NUMBER, type Page, readPage } from './back-office-page.ts'
import type { Db, Transaction } from './connection.ts'
import { type LetterState, letterPace, letters } from './schema-letters.ts'
import { checkouts, payments, refunds } from './schema-payments.ts'

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

export async function countFailedLetters(db: Db): Promise<number> {
  const [row] = await db.select({ count: count() }).from(letters).where(sql`state = 'failed'`)
  return row?.count ?? 0
}

export type FailedLetter = Omit<Letter, 'time' | 'state'> & { time: string }

/** What could not be sent, newest first. */
export async function listFailedLetters(db: Db, turn: Turn): Promise<Page<FailedLetter>> {
  const page = await readPage<FailedLetter>(turn, {
    async read(from, backwards, limit) {
      const { id } = letters
      const rows = await db
        .select()
        .from(letters)
        .where(and(sql`state = 'failed'`, from && sql`${id} ${backwards ? sql`>` : sql`<`} ${from[0]}::bigint`))
        .orderBy(backwards ? id : desc(id))
        .limit(limit)
      return rows.map(({ time, state: _, ...row }) => ({ ...row, time: time.toISOString() }))
    },
    keyOf: (row) => [String(row.id)],
    shape: [NUMBER],
  })
  return { ...page, count: await countFailedLetters(db) }
}
