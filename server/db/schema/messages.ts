import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, jsonb, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core'
import type { Message } from '#domain/messages/message.ts'
import type { Channel, SentState } from '#domain/messages/sent-message.ts'
import type { MessageTemplate } from '#domain/messages/templates.ts'
import { time } from './columns.ts'

/** Failed, held by the daily limit of an address, or perhaps never arrived. */
export const NEEDS_PERSON = sql`(state in ('failed', 'held') or state = 'unclear' and lost_answers > 1)`

/** The same without what was sent beside an email, which counts for itself. The index of `NEEDS_PERSON` finds them. */
export const UNSENT = sql`(${NEEDS_PERSON} and (channel <> 'whatsapp' or coalesce(params ->> 'email', '') = ''))`

/** In lower case: the recipient's name, email and phone. */
export const SEARCHED_IN_MESSAGES = sql`lower(coalesce(params ->> 'name', '') || ' ' || coalesce(params ->> 'email', '') || ' ' || coalesce(params ->> 'phone', ''))`

/** Every message, with its text as it was at the first try. */
export const sentMessages = pgTable(
  'sent_messages',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    template: text().$type<MessageTemplate>().notNull(),
    /** Such as `order 1001` or `payment pay_N5k…`: each gets one message per template, channel and person. */
    subject: text().notNull(),
    channel: text().$type<Channel>().notNull().default('email'),
    /** A staff member's id; empty for the customer whom the subject is about. */
    person: text().notNull().default(''),
    params: jsonb().$type<Message>().notNull(),
    state: text().$type<SentState>().notNull().default('queued'),
    /** The provider's own name of the message, where it gives one. */
    providerId: text(),
    /** When a try began whose answer is awaited or was lost. One whose process was killed is found by it. */
    triedAt: time(),
    /** Attempts since it was last queued. */
    tries: smallint().notNull().default(0),
    /** Tries since it was last queued whose answer never came: each may have arrived. */
    lostAnswers: smallint().notNull().default(0),
    /** 1 at first, and one more for each time that it is sent again on purpose, as another message. */
    sending: smallint().notNull().default(1),
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
    // Begins with the subject, by which the messages about an order are found.
    unique('sent_messages_once').on(t.subject, t.template, t.channel, t.person),
    check('sent_messages_channel', sql`${t.channel} in ('email', 'whatsapp', 'push')`),
    check(
      'sent_messages_state',
      sql`${t.state} in ('queued', 'sent', 'delivered', 'read', 'failed', 'held', 'unclear')`,
    ),
    check('sent_messages_reason', sql`${t.state} not in ('failed', 'held', 'unclear') or ${t.problem} is not null`),
    check('sent_messages_allowed', sql`(${t.mailbox} is null) = (${t.allowedAt} is null)`),
    index('sent_messages_by_provider').on(t.providerId).where(sql`provider_id is not null`),
    index('sent_messages_unsent').on(t.id).where(NEEDS_PERSON),
    index('sent_messages_listed').on(t.channel, t.state, t.id),
    index('sent_messages_searched').using('gin', sql`${SEARCHED_IN_MESSAGES} gin_trgm_ops`).with({ fastupdate: 'off' }),
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
