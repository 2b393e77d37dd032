import { sql } from 'drizzle-orm'
import { check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { TemplateState } from '#domain/messages/whatsapp-templates.ts'
import { time } from './columns.ts'

/** What Meta allows the shop to send; one row for each of domain/messages/whatsapp-templates.ts that Meta was asked about. */
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
