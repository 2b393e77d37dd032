import type { ClientBase } from 'pg'

/** Rows that one transaction of the relay takes. */
export const BATCH = 500
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
      where id = any (array(select id from outbox where $1::boolean or job is null order by id limit ${BATCH} for update skip locked))
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

/**
 * Publishes a batch of the outbox's rows.
 *
 * @param withJobs false: jobs stay in the outbox for a later batch
 * @returns how many rows the batch held
 */
export async function relayBatch(client: ClientBase, { withJobs = true } = {}): Promise<number> {
  const { rows } = await client.query<{ taken: number }>({ ...relaySql, values: [withJobs] })
  return rows[0]?.taken ?? 0
}
