import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, jsonb, pgTable, smallint, text, timestamp, unique } from 'drizzle-orm/pg-core'
import type { LetterParams, Occasion } from '#domain/letter.ts'

const time = () => timestamp({ withTimezone: true })

export type LetterState = 'promised' | 'sent' | 'failed'

/** Every letter to a shopper, with its words as they were when it was first tried. */
export const letters = pgTable(
  'letters',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    occasion: text().$type<Occasion>().notNull(),
    /** Such as `order 1001` or `payment pay_N5k…`: about each there is one letter for one occasion. */
    subject: text().notNull(),
    params: jsonb().$type<LetterParams>().notNull(),
    state: text().$type<LetterState>().notNull().default('promised'),
    /** Since it was promised, or promised anew. */
    tries: smallint().notNull().default(0),
    /** Why the last try failed, in the provider's words where it gave any. */
    problem: text(),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    unique('letters_once').on(t.occasion, t.subject),
    check('letters_state', sql`${t.state} in ('promised', 'sent', 'failed')`),
    check('letters_reason', sql`${t.state} <> 'failed' or ${t.problem} is not null`),
    index('letters_failed').on(t.id).where(sql`state = 'failed'`),
  ],
)

/** One row: from when on the next letter may go, whichever process sends it. */
export const letterPace = pgTable(
  'letter_pace',
  {
    only: boolean().primaryKey().default(true),
    freeAt: time().notNull().defaultNow(),
  },
  (t) => [check('letter_pace_only', sql`${t.only}`)],
)
