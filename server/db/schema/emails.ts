import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, jsonb, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core'
import type { Message } from '#domain/messages/message.ts'
import type { EmailTemplate } from '#domain/messages/templates.ts'
import { time } from './columns.ts'

/** `held`: the daily limit of its address was reached; an admin can send it all the same. */
export type EmailState = 'queued' | 'sent' | 'failed' | 'held'

/** Every email to a shopper, with its text as it was at the first try. */
export const emails = pgTable(
  'emails',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    template: text().$type<EmailTemplate>().notNull(),
    /** Such as `order 1001` or `payment pay_N5k…`: each gets one email per template. */
    subject: text().notNull(),
    params: jsonb().$type<Message>().notNull(),
    state: text().$type<EmailState>().notNull().default('queued'),
    /** Attempts since it was last queued. */
    tries: smallint().notNull().default(0),
    /** Why the last try failed, in the provider's words where it gave any. */
    problem: text(),
    /**
     * The recipient's mailbox, set when the daily limit allowed the email. The limit counts by mailbox and `allowedAt`.
     */
    mailbox: text(),
    allowedAt: time(),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    unique('emails_once').on(t.template, t.subject),
    check('emails_state', sql`${t.state} in ('queued', 'sent', 'failed', 'held')`),
    check('emails_reason', sql`${t.state} not in ('failed', 'held') or ${t.problem} is not null`),
    check('emails_allowed', sql`(${t.mailbox} is null) = (${t.allowedAt} is null)`),
    index('emails_unsent').on(t.id).where(sql`state in ('failed', 'held')`),
    index('emails_allowed_to').on(t.mailbox, t.allowedAt).where(sql`allowed_at is not null`),
  ],
)

/** A single row: when the next email may be sent, by whichever process. */
export const emailThrottle = pgTable(
  'email_throttle',
  {
    singleton: boolean().primaryKey().default(true),
    nextSendAt: time().notNull().defaultNow(),
  },
  (t) => [check('email_throttle_singleton', sql`${t.singleton}`)],
)
