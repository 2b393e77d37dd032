import { inArray, sql } from 'drizzle-orm'
import { endOfFailures, type LoginFailures } from '#domain/accounts/login-throttle.ts'
import { type Db, queryPrepared, type Transaction } from '#server/db/connection.ts'
import { loginFailures, rateLimits } from '#server/db/schema/operations.ts'

export type Count = { key: string; used: number; endsInSeconds: number }

const COUNT = 'key, used, greatest(1, ceil(extract(epoch from ends_at - now())))::integer as "endsInSeconds"'

/** Counters need not survive a crash, and clients that share one would wait for each other's write to the disk. */
const NO_WAIT = `no_wait as materialized (select set_config('synchronous_commit', 'off', true))`

/** In the sequence of the keys, so that two processes cannot deadlock. */
const counting = (keys: string, by: string) => `
  insert into rate_limits as known (key, used, ends_at)
  select key, ${by}, now() + make_interval(secs => $2) from no_wait, ${keys} order by key
  on conflict (key) do update set
    used = case when known.ends_at <= now() then excluded.used else known.used + excluded.used end,
    ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
  returning ${COUNT}`

const countUseSql = {
  name: 'count_use',
  text: `with ${NO_WAIT} ${counting('unnest($1::text[]) as keys (key)', '$3::integer')}`,
}

/** Increments counters, or restarts those whose period has ended. All instances share them. */
export function countUse(
  db: Db,
  keys: readonly string[],
  { seconds, by = 1 }: { seconds: number; by?: number },
): Promise<Count[]> {
  return queryPrepared<Count>(db, countUseSql, [keys, seconds, by])
}

const countUseOnceSql = {
  name: 'count_use_once',
  text: `
    with ${NO_WAIT}, thing as (${counting('(select $3::text as key) as things', '1')}),
    counted as (${counting('(select unnest($1::text[]) as key from thing where used = 1) as uses', '1')})
    select * from counted
    union all select ${COUNT} from rate_limits
      where key = any ($1) and ends_at > now() and exists (select from thing where used > 1)`,
}

/** The same for an action that counts once per `thing`, however often its request is repeated. */
export function countUseOnce(
  db: Db,
  keys: readonly string[],
  { seconds, thing }: { seconds: number; thing: string },
): Promise<Count[]> {
  return queryPrepared<Count>(db, countUseOnceSql, [keys, seconds, thing])
}

export async function resetUsage(db: Db, keys: string[]): Promise<void> {
  await db.delete(rateLimits).where(inArray(rateLimits.key, keys))
}

/** Expired counters have no effect; this only deletes them. */
export async function deleteExpiredLimits(db: Db): Promise<void> {
  for (const table of [rateLimits, loginFailures])
    await db.delete(table).where(sql`${table.endsAt} < now() - interval '1 minute'`)
}

/**
 * Locks the row until this transaction ends, creating it if necessary. The clock is the database's, for all processes.
 */
export async function lockLoginFailures(tx: Transaction, account: string) {
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
