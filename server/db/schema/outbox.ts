import { bigint, jsonb, pgTable, text } from 'drizzle-orm/pg-core'

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
