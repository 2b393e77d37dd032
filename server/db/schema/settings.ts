import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

/** Settings that an admin has changed; one without a row has its default. domain/shop/settings.ts has their types. */
export const settings = pgTable('settings', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  time: time().notNull().defaultNow(),
})
