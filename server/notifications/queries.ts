import { eq, sql } from 'drizzle-orm'
import type { Happened } from '#domain/accounts/notifications.ts'
import { stateColumns } from '#server/accounts/queries.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { notificationChoices, user } from '#server/db/schema/accounts.ts'

/** The age in seconds of the first and the last event that nobody was told of; undefined: there is none. */
export async function findPending(db: Db): Promise<{ oldest: number; newest: number } | undefined> {
  const { rows } = await db.execute<{ oldest: number | null; newest: number | null }>(sql`
    select extract(epoch from clock_timestamp() - min(time))::float as oldest,
      extract(epoch from clock_timestamp() - max(time))::float as newest
    from notification_events`)
  const { oldest = null, newest = null } = rows[0] ?? {}
  return oldest === null || newest === null ? undefined : { oldest, newest }
}

/** Several events of one kind: how many, their rupees together, and the last of them. */
export type Events = Happened & { count: number; amount: number }

/** Takes the events that nobody was told of. By row, so that what a slow transaction commits later is taken later. */
export async function takeEvents(tx: Transaction): Promise<Events[]> {
  const { rows } = await tx.execute<Events>(sql`
    with taken as (delete from notification_events returning *)
    select kind, user_id as "userId", count(*)::integer as count, sum(amount)::float as amount,
      (array_agg(about order by id desc))[1] as about
    from taken group by kind, user_id, about = 'message'`)
  return rows
}

/** Everybody who wants to hear of something, with their account as it is now; `toldAgo` in seconds, null: never told. */
export async function lockListeners(tx: Transaction) {
  return tx
    .select({
      choice: notificationChoices,
      account: stateColumns,
      toldAgo: sql<number | null>`extract(epoch from clock_timestamp() - ${notificationChoices.toldAt})::float`,
    })
    .from(notificationChoices)
    .innerJoin(user, eq(user.id, notificationChoices.userId))
    .orderBy(notificationChoices.userId, notificationChoices.kind)
    .for('update', { of: notificationChoices })
}

export type Choice = typeof notificationChoices.$inferSelect

export async function updateNews(
  tx: Transaction,
  { userId, kind }: Pick<Choice, 'userId' | 'kind'>,
  { count, amount, about, isTold }: Pick<Choice, 'count' | 'amount' | 'about'> & { isTold: boolean },
): Promise<void> {
  await tx
    .update(notificationChoices)
    .set({ count, amount, about, ...(isTold && { toldAt: sql`clock_timestamp()` }) })
    .where(sql`${notificationChoices.userId} = ${userId} and ${notificationChoices.kind} = ${kind}`)
}
