import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, jsonb, pgTable, smallint, text, timestamp, unique } from 'drizzle-orm/pg-core'
import type { EmailParams, EmailTemplate } from '#domain/orders/order-emails.ts'

const time = () => timestamp({ withTimezone: true })

/** Held: enough emails have gone to its address today; an admin can send it all the same. */
export type EmailState = 'promised' | 'sent' | 'failed' | 'held'

/** Every letter to a shopper, with its words as they were when it was first tried. */
export const emails = pgTable(
  'letters',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    template: text('occasion').$type<EmailTemplate>().notNull(),
    /** Such as `order 1001` or `payment pay_N5k…`: about each there is one letter for one occasion. */
    subject: text().notNull(),
    params: jsonb().$type<EmailParams>().notNull(),
    state: text().$type<EmailState>().notNull().default('promised'),
    /** Since it was promised, or promised anew. */
    tries: smallint().notNull().default(0),
    /** Why the last try failed, in the provider's words where it gave any. */
    problem: text(),
    /** Where it arrives, written when it was first allowed to go: allowed emails are counted by mailbox and day. */
    mailbox: text(),
    allowedAt: time(),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    unique('letters_once').on(t.template, t.subject),
    check('letters_state', sql`${t.state} in ('promised', 'sent', 'failed', 'held')`),
    check('letters_reason', sql`${t.state} not in ('failed', 'held') or ${t.problem} is not null`),
    check('letters_allowed', sql`(${t.mailbox} is null) = (${t.allowedAt} is null)`),
    index('letters_unsent').on(t.id).where(sql`state in ('failed', 'held')`),
    index('letters_allowed_to').on(t.mailbox, t.allowedAt).where(sql`allowed_at is not null`),
  ],
)

/** One row: from when on the next letter may go, whichever process sends it. */
export const emailThrottle = pgTable(
  'letter_pace',
  {
    only: boolean().primaryKey().default(true),
    freeAt: time().notNull().defaultNow(),
  },
  (t) => [check('letter_pace_only', sql`${t.only}`)],
)
