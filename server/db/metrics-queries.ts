import { count, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { readCounters } from '#server/db/keyset-pagination.ts'
import { emails } from '#server/db/schema/emails.ts'
import { payments } from '#server/db/schema/payments.ts'

/** Fails when the database does not answer. */
export async function touchDatabase(db: Db): Promise<void> {
  await db.execute(sql`select 1`)
}

export type ShopFigures = {
  orders: { status: string; cancel: string; value: number }[]
  settlements: { stage: string; use: string; value: number }[]
  emails: { state: string; value: number }[]
  jobs: { state: string; value: number }[]
}

/** The same from every process: Prometheus takes one of them, such as the greatest. */
export async function readShopFigures(db: Db): Promise<ShopFigures> {
  const [figures, settled, written, jobs] = await Promise.all([
    readCounters(db, 'orders ', 'orders~'),
    db
      .select({ stage: payments.stage, use: payments.use, value: count() })
      .from(payments)
      .groupBy(payments.stage, payments.use),
    db.select({ state: emails.state, value: count() }).from(emails).groupBy(emails.state),
    db.execute<{ state: string; value: string }>(sql`
      select case when attempts >= max_attempts then 'given up' when locked_at is not null then 'running'
        when run_at > now() then 'later' else 'waiting' end as state, count(*) as value
      from graphile_worker.jobs group by 1`),
  ])
  return {
    orders: Array.from(figures, ([name, value]) => {
      const [, status = '', cancel = ''] = name.split(' ')
      return { status, cancel, value }
    }),
    settlements: settled.map(({ use, ...row }) => ({ ...row, use: use ?? 'none' })),
    emails: written,
    jobs: jobs.rows.map(({ state, value }) => ({ state, value: Number(value) })),
  }
}
