import { bigint, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { LoginFailures } from '#domain/accounts/login-throttle.ts'

/** A job of an order, for the relay to hand to graphile-worker. */
export type OutboxJob = { task: string; payload: object; queue: string; key: string }

/**
 * Changes and jobs to publish when a transaction commits. A relay (`server/live/outbox-relay.ts`) sends rows as NOTIFY and jobs
 * in batches: PostgreSQL lets only one transaction with a NOTIFY commit at a time, so orders must not hold one.
 */
export const outbox = pgTable('outbox', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** Such as `product 17` or `order 1001 <user>`; `server/live/change-feed.ts` reads it. */
  change: text(),
  job: jsonb().$type<OutboxJob>(),
})

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
