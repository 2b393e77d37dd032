import { inArray, sql } from 'drizzle-orm'
import { endOfFailures, type LoginFailures } from '#domain/accounts/login-throttle.ts'
import { inBatches } from '#server/db/batch.ts'
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

const secondsLeft = 'greatest(1, ceil(extract(epoch from ends_at - now())))::integer'

/** Inserts in the sequence of the keys, so that two processes cannot deadlock. */
const counting = (uses: string) => `
  insert into rate_limits as known (key, used, ends_at)
  select key, count(*), now() + make_interval(secs => max(seconds)) from ${uses} group by key order by key
  on conflict (key) do update set
    used = case when known.ends_at <= now() then excluded.used else known.used + excluded.used end,
    ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
  returning key, used, ${secondsLeft} as "endsInSeconds"`

const countUsesOnceSql = {
  name: 'count_uses_once',
  text: `
    with wanted as materialized (
      select * from jsonb_to_recordset($1::jsonb) as wanted (thing text, keys text[], seconds double precision)
    ),
    thing as (${counting('(select thing, seconds from wanted) as things (key, seconds)')}),
    uses as (
      select unnest(keys) as key, seconds, thing.used = 1 as "isNew" from wanted join thing on thing.key = wanted.thing
    ),
    counted as (${counting('uses where "isNew"')})
    select key, used, "endsInSeconds", 'thing' as kind from thing where used = 1
    union all select key, used, "endsInSeconds", 'counted' from counted
    union all select key, used, ${secondsLeft}, 'before' from rate_limits
      where ends_at > now() and key in (select key from uses where not "isNew")`,
}

type CountRow = Count & { key: string; kind: 'thing' | 'counted' | 'before' }

/** An action that counts once, however often its request is repeated, and the counters that it increments. */
export type UseOnce = { thing: string; keys: string[]; seconds: number }

/**
 * Increments the counters of an action, but only once per `thing`. Batched, because every order needs it.
 *
 * @returns the counters afterwards
 */
export const incrementUsagesOnce = inBatches(async (db, uses: readonly UseOnce[]) => {
  const things = new Map(uses.map((use) => [use.thing, use]))
  const rows = await queryPrepared<CountRow>(db, countUsesOnceSql, [JSON.stringify([...things.values()])])
  const countsOf = (kind: CountRow['kind']) =>
    new Map(rows.flatMap(({ key, kind: own, ...count }) => (own === kind ? [[key, count]] : [])))
  const [isNew, counted, before] = [countsOf('thing'), countsOf('counted'), countsOf('before')]
  const counts = new Map<string, Count[]>()
  for (const { thing, keys } of [...things.values()].reverse())
    counts.set(
      thing,
      keys.map((key) => (isNew.has(thing) ? takeLast(counted, key) : (before.get(key) ?? NEVER))),
    )
  return uses.map(({ thing }) => counts.get(thing) ?? [])
})

const NEVER: Count = { used: 0, endsInSeconds: 0 }

/**
 * Uses of one counter that came in one batch were counted together: returns the count after the last of them, and on
 * the next call the count before that.
 */
function takeLast(counted: Map<string, Count>, key: string): Count {
  const count = counted.get(key)
  if (!count) throw new Error('The rate limit was not counted')
  counted.set(key, { ...count, used: count.used - 1 })
  return count
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
