import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

/** What an admin has changed; a setting without a row has its default. domain/settings.ts has their types. */
export const settings = pgTable('settings', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  time: time().notNull().defaultNow(),
})
