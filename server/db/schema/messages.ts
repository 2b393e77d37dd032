import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, jsonb, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core'
import type { Message } from '#domain/messages/message.ts'
import type { Channel, SentState } from '#domain/messages/sent-message.ts'
import type { EmailTemplate } from '#domain/messages/templates.ts'
import { time } from './columns.ts'

/** Every message, with its text as it was at the first try. */
export const sentMessages = pgTable(
  'sent_messages',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    template: text().$type<EmailTemplate>().notNull(),
    /** Such as `order 1001` or `payment pay_N5k…`: each gets one message per template, channel and person. */
    subject: text().notNull(),
    channel: text().$type<Channel>().notNull().default('email'),
    /** A staff member's id; empty for the customer whom the subject is about. */
    person: text().notNull().default(''),
    params: jsonb().$type<Message>().notNull(),
    state: text().$type<SentState>().notNull().default('queued'),
    /** The provider's own name of the message, where it gives one. */
    providerId: text(),
    /** Of the try whose answer is awaited or was lost. */
    triedAt: time(),
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
    unique('sent_messages_once').on(t.template, t.subject, t.channel, t.person),
    check('sent_messages_channel', sql`${t.channel} in ('email', 'whatsapp', 'push')`),
    check(
      'sent_messages_state',
      sql`${t.state} in ('queued', 'sent', 'delivered', 'read', 'failed', 'held', 'unclear')`,
    ),
    check('sent_messages_reason', sql`${t.state} not in ('failed', 'held', 'unclear') or ${t.problem} is not null`),
    check('sent_messages_allowed', sql`(${t.mailbox} is null) = (${t.allowedAt} is null)`),
    index('sent_messages_unsent').on(t.id).where(sql`state in ('failed', 'held')`),
    index('sent_messages_by_provider').on(t.providerId).where(sql`provider_id is not null`),
    index('sent_messages_allowed_to').on(t.mailbox, t.allowedAt).where(sql`allowed_at is not null`),
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
