import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { LoginFailures } from '#domain/login-throttle.ts'

/** How often somebody did something within a while. Unlogged: after a crash of the database everybody starts anew. */
export const rateLimits = pgTable('rate_limits', {
  /** What, and who: an address or an account, as a keyed hash. */
  key: text().primaryKey(),
  used: integer().notNull(),
  endsAt: timestamp({ withTimezone: true }).notNull(),
})

/** Failed logins at one account from all networks. Unlogged, like the limits. */
export const loginFailures = pgTable('login_failures', {
  /** The address that somebody tries to log in with, as a keyed hash. */
  account: text().primaryKey(),
  /** Null only within the transaction that makes the row. */
  failures: jsonb().$type<LoginFailures>(),
  endsAt: timestamp({ withTimezone: true }).notNull(),
})
