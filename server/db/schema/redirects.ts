import { sql } from 'drizzle-orm'
import { check, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

/** Old addresses of the shop, and the pages that took their place. Both are paths. */
export const redirects = pgTable(
  'redirects',
  {
    /** In lower case. */
    from: text().primaryKey(),
    to: text().notNull(),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    check('redirects_from', sql`${t.from} ~ '^/' and ${t.from} !~ '^//' and length(${t.from}) <= 500`),
    check('redirects_to', sql`${t.to} ~ '^/' and ${t.to} !~ '^//' and length(${t.to}) <= 500`),
  ],
)
