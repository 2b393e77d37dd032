import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { TemplateState } from '#domain/messages/whatsapp-templates.ts'
import { userRef } from './accounts.ts'
import { time } from './columns.ts'

/** Meta's decisions about templates; one row for each of domain/messages/whatsapp-templates.ts that Meta was asked about. */
export const whatsappTemplates = pgTable(
  'whatsapp_templates',
  {
    name: text().notNull(),
    language: text().notNull(),
    state: text().$type<TemplateState>().notNull(),
    category: text().notNull().default(''),
    /** Before Meta changed it; empty: it did not. */
    formerCategory: text().notNull().default(''),
    quality: text().notNull().default(''),
    /** Why it was rejected, paused or disabled, in Meta's words. */
    reason: text().notNull().default(''),
    /** When Meta said so; an older report that comes late is ignored. */
    time: time().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.name, t.language] }),
    check(
      'whatsapp_templates_state',
      sql`${t.state} in ('missing', 'pending', 'approved', 'paused', 'rejected', 'disabled')`,
    ),
  ],
)

/** The orders whose shoppers want updates by WhatsApp, by their checkout: it is noted before the order is placed. */
export const whatsappUpdates = pgTable(
  'whatsapp_updates',
  {
    userId: userRef(),
    checkoutKey: uuid().notNull(),
    /** E.164; `STOP` from it deletes the row. */
    number: text().notNull(),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.checkoutKey] }),
    index('whatsapp_updates_by_number').on(t.number),
    check('whatsapp_updates_number', sql`${t.number} ~ '^\\+[1-9][0-9]{7,14}$'`),
  ],
)

/** The number by which an account is logged in to, once its owner has typed a code that was sent there. */
export const whatsappNumbers = pgTable(
  'whatsapp_numbers',
  {
    userId: userRef().primaryKey(),
    /** E.164; of one account, the last that has confirmed it. */
    number: text().notNull().unique(),
    time: time().notNull().defaultNow(),
  },
  (t) => [check('whatsapp_numbers_number', sql`${t.number} ~ '^\\+[1-9][0-9]{7,14}$'`)],
)
