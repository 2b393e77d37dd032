import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** How often somebody did something within a while. Unlogged: after a crash of the database everybody starts anew. */
export const rateLimits = pgTable('rate_limits', {
  /** What, and who: an address or an account, as a keyed hash. */
  key: text().primaryKey(),
  used: integer().notNull(),
  endsAt: timestamp({ withTimezone: true }).notNull(),
})
