import type { ClientBase } from 'pg'
import type { Log } from '#server/observability/log.ts'

/** Interval for finding rows that another process wrote: a command, a person, a process that died. */
const POLL_MS = 100
/** Commits that follow each other this closely are published in one batch. */
const GATHER_MS = 50

/** Publishes the rows of the outbox. Every process has a relay that takes any row, so others go on when one dies. */
export function openRelay(log: Pick<Log, 'error'>) {
  let client: ClientBase | undefined
  let timer: NodeJS.Timeout | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let ranAt = 0
  let isRunning = false
  let isFailing = false

  function runAt(time: number) {
    if (!client || time >= dueAt) return
    clearTimeout(timer)
    dueAt = time
    timer = setTimeout(run, Math.max(0, time - performance.now()))
  }

  async function run() {
    dueAt = Number.POSITIVE_INFINITY
    if (isRunning || !client) return
    isRunning = true
    ranAt = performance.now()
    const taken = await take(client)
    isRunning = false
    runAt(ranAt + (taken === BATCH ? GATHER_MS : POLL_MS))
  }

  async function take(present: ClientBase): Promise<number> {
    try {
      const taken = await relayBatch(present)
      isFailing = false
      return taken
    } catch (error) {
      // The code that opened the connection logs its loss.
      if (client === present && !isFailing)
        log.error('Change notifications could not be sent; they will be retried', error)
      isFailing = true
      return 0
    }
  }

  return {
    /** Relays over this connection from now on; undefined: there is none. */
    use(next: ClientBase | undefined) {
      client = next
      clearTimeout(timer)
      dueAt = Number.POSITIVE_INFINITY
      runAt(performance.now())
    },
    /** Publishes soon, because this process has just committed something. */
    poke() {
      runAt(ranAt + GATHER_MS)
    },
  }
}

/** Rows that one transaction of the relay takes. */
const BATCH = 500
/** NOTIFY takes less than 8,000 bytes; a longer one is shortened to `*`. */
const MAX_CHANGE_BYTES = 4000

/**
 * Rows are deleted by the ids that were read, not up to the highest one, because a slow transaction commits lower ids
 * later. Rows that another relay has locked are skipped. NOTIFY, jobs and the deletion are one transaction. If
 * PostgreSQL loses it in a crash, the rows are there again, so it need not wait for the disk or for standbys.
 */
const relaySql = {
  name: 'relay_outbox',
  text: `
    with batch as (
      delete from outbox
      where id = any (array(select id from outbox order by id limit ${BATCH} for update skip locked))
      returning change, job
    )
    select set_config('synchronous_commit', 'off', true),
      (select count(*) from batch)::integer as taken,
      (select count(pg_notify('gamla', change)) from (
        select distinct case
          when octet_length(change) > ${MAX_CHANGE_BYTES} then split_part(change, ' ', 1) || ' *' else change end as change
        from batch where change is not null
      ) as changes) as told,
      -- add_jobs notifies even without a row, and so would make every poll a commit.
      case when exists (select from batch where job is not null) then (
        select count(*) from graphile_worker.add_jobs(array(
          select distinct on (job ->> 'key') row(job ->> 'task', job -> 'payload', job ->> 'queue', null,
            (job ->> 'maxAttempts')::integer, job ->> 'key', null, null)::graphile_worker.job_spec
          from batch where job is not null))
      ) end as jobs`,
}

/** Publishes a batch of the outbox's rows. @returns how many it held */
export async function relayBatch(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ taken: number }>(relaySql)
  return rows[0]?.taken ?? 0
}
