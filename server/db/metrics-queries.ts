import { count, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { sentMessages } from '#server/db/schema/messages.ts'
import { payments } from '#server/db/schema/payments.ts'
import { orders } from '#server/db/schema/shop.ts'

/** Fails when the database does not answer. */
export async function touchDatabase(db: Db): Promise<void> {
  await db.execute(sql`select 1`)
}

/** Every process reports the same figures, so a dashboard takes their maximum, not their sum. */
export async function readShopFigures(db: Db) {
  const [byState, settled, written, jobs] = await Promise.all([
    db
      .select({ status: orders.status, cancel: orders.cancel, value: count() })
      .from(orders)
      .groupBy(orders.status, orders.cancel),
    db
      .select({ status: payments.status, allocation: payments.allocation, value: count() })
      .from(payments)
      .groupBy(payments.status, payments.allocation),
    db.select({ state: sentMessages.state, value: count() }).from(sentMessages).groupBy(sentMessages.state),
    db.execute<{ state: string; value: string }>(sql`
      select case when attempts >= max_attempts then 'given up' when locked_at is not null then 'running'
        when run_at > now() then 'later' else 'waiting' end as state, count(*) as value
      from graphile_worker.jobs group by 1`),
  ])
  return {
    orders: byState,
    payments: settled.map(({ allocation, ...row }) => ({ ...row, allocation: allocation ?? 'none' })),
    emails: written,
    jobs: jobs.rows.map(({ state, value }) => ({ state, value: Number(value) })),
  }
}
