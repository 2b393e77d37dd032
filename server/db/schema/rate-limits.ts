import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { LoginFailures } from '#domain/accounts/login-throttle.ts'

/** Counters of the rate limits. Unlogged: a crash of the database resets them. */
export const rateLimits = pgTable('rate_limits', {
  /** The limit and the client: an address or an account, as a keyed hash. */
  key: text().primaryKey(),
  used: integer().notNull(),
  endsAt: timestamp({ withTimezone: true }).notNull(),
})

/** Failed logins at one account from all networks. Unlogged, like the limits. */
export const loginFailures = pgTable('login_failures', {
  /** The email address of the login, as a keyed hash. */
  account: text().primaryKey(),
  /** Null only within the transaction that makes the row. */
  failures: jsonb().$type<LoginFailures>(),
  endsAt: timestamp({ withTimezone: true }).notNull(),
})
