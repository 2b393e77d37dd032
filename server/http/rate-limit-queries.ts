import { inArray, sql } from 'drizzle-orm'
import { endOfFailures, type LoginFailures } from '#domain/login-throttle.ts'
import { type Db, queryPrepared, type Transaction } from '#server/db/connection.ts'
import { loginFailures, rateLimits } from '#server/db/schema/rate-limits.ts'

export type Count = { used: number; endsInSeconds: number }

/** Increments a counter, or restarts it when its period has ended. All instances share it. */
export async function incrementUsage(db: Db, key: string, { seconds, by = 1 }: { seconds: number; by?: number }) {
  const { used, endsAt } = rateLimits
  const isOver = sql`${endsAt} <= now()`
  const end = sql`now() + make_interval(secs => ${seconds})`
  const [row] = await db
    .insert(rateLimits)
    .values({ key, used: by, endsAt: end })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        used: sql`case when ${isOver} then ${by} else ${used} + ${by} end`,
        endsAt: sql`case when ${isOver} then ${end} else ${endsAt} end`,
      },
    })
    .returning({ used, endsInSeconds: secondsUntil(endsAt) })
  if (!row) throw new Error('The rate limit was not counted')
  return row
}

const counting = (keys: string) => `
  insert into rate_limits as known (key, used, ends_at)
  select key, 1, now() + make_interval(secs => $3) from ${keys}
  on conflict (key) do update set
    used = case when known.ends_at <= now() then 1 else known.used + 1 end,
    ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
  returning key, used, greatest(1, ceil(extract(epoch from ends_at - now())))::integer as "endsInSeconds"`

const countUsesOnceSql = {
  name: 'count_uses_once',
  text: `with thing as (${counting('(values ($1)) as things (key)')}),
    counted as (${counting('unnest($2::text[]) as keys (key) where (select used from thing) = 1')})
    select key, used, "endsInSeconds" from counted`,
}

/**
 * Increments each of these, but only once per thing; in one round trip, because every order needs it.
 * @returns undefined when this thing was already counted
 */
export async function incrementUsagesOnce(
  db: Db,
  { thing, keys, seconds }: { thing: string; keys: string[]; seconds: number },
): Promise<Map<string, Count> | undefined> {
  const rows = await queryPrepared<Count & { key: string }>(db, countUsesOnceSql, [thing, keys, seconds])
  return rows.length > 0 ? new Map(rows.map(({ key, ...count }) => [key, count])) : undefined
}

/** As it stands, without counting. */
export async function readUsage(db: Db, key: string): Promise<Count> {
  const { used, endsAt } = rateLimits
  const [row] = await db
    .select({ used, endsInSeconds: secondsUntil(endsAt) })
    .from(rateLimits)
    .where(sql`${rateLimits.key} = ${key} and ${endsAt} > now()`)
  return row ?? { used: 0, endsInSeconds: 0 }
}

export async function resetUsage(db: Db, keys: string[]): Promise<void> {
  await db.delete(rateLimits).where(inArray(rateLimits.key, keys))
}

/** Expired counters have no effect; this only deletes them. */
export async function deleteExpiredLimits(db: Db): Promise<void> {
  for (const table of [rateLimits, loginFailures])
    await db.delete(table).where(sql`${table.endsAt} < now() - interval '1 minute'`)
}

/** Held until this transaction ends, also when there is nothing yet. The clock is the database's, one for all processes. */
export async function lockLoginFailures(
  tx: Transaction,
  account: string,
): Promise<{ failures: LoginFailures | undefined; nowMs: number }> {
  const [row] = await tx
    .insert(loginFailures)
    .values({ account, endsAt: sql`now()` })
    .onConflictDoUpdate({ target: loginFailures.account, set: { account } })
    .returning({
      failures: loginFailures.failures,
      nowMs: sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::double precision`,
    })
  if (!row) throw new Error('The failed logins were not counted')
  return { failures: row.failures ?? undefined, nowMs: row.nowMs }
}

export async function updateLoginFailures(tx: Transaction, account: string, failures: LoginFailures): Promise<void> {
  await tx
    .update(loginFailures)
    .set({ failures, endsAt: new Date(endOfFailures(failures)) })
    .where(sql`${loginFailures.account} = ${account}`)
}

function secondsUntil(time: typeof rateLimits.endsAt) {
  return sql<number>`greatest(1, ceil(extract(epoch from ${time} - now())))::integer`
}
