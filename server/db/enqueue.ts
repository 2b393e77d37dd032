import { sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import type { OrderId } from '#domain/orders/order.ts'
import { type Db, queryPrepared, type Transaction } from './connection.ts'

/** What can be promised; server/jobs.ts says how each is done. */
export type Job =
  /** Ask the provider to send this payment back. */
  | { job: 'refund'; paymentId: string }
  /** The provider has told of this payment, or of this refund: ask how it stands. */
  | { job: 'look-at-payment'; paymentId: string }
  | { job: 'look-at-refund'; refundId: string }
  /** Somebody else has sent this payment back: find out how that stands. */
  | { job: 'find-refund'; paymentId: string }
  | { job: 'order-letter'; orderId: OrderId }
  | { job: 'status-letter'; orderId: OrderId; what: 'cancellation-requested' | 'cancelled' | 'delivered' }
  /** Promised: the money will go back, and why. Processed: it has gone. Lapsed: the bank never let us have it. */
  | { job: 'refund-letter'; paymentId: string; what: 'promised' | 'processed' | 'lapsed' }
  /** Many have tried to log in to this account: tell its owner. */
  | { job: 'login-letter'; uid: string; failures: number; networks: number; time: string }
  /** One that had failed, and is to be tried again. */
  | { job: 'letter'; emailId: number }

type Timing = {
  /** Of two promises with one key, of which neither has been kept yet, one is kept. */
  key?: string
  inSeconds?: number
  /** A promise that still waits keeps its time; only one that got stuck is made anew. */
  isReminder?: boolean
}

/** Is kept if, and only if, this transaction commits: as often as it takes, whichever process does it. */
export async function enqueueJob(tx: Transaction, promised: Job & Timing): Promise<void> {
  const { job, key, inSeconds = 0, isReminder = false, ...payload } = promised
  // Letters go one by one: they are not what a refund should wait for.
  const queue = /(^|-)letter$/.test(job) ? 'letters' : null
  await queryPrepared(tx, enqueueSql, [job, JSON.stringify(payload), queue, inSeconds, key, isReminder])
}

const enqueueSql = {
  name: 'promise',
  text: `
    select from graphile_worker.add_job($1::text, $2::json, queue_name => $3::text,
      run_at => now() + make_interval(secs => $4::double precision),
      job_key => $5::text, job_key_mode => case when $6::boolean then 'preserve_run_at' else 'replace' end)`,
}

/** The promise of an order's letter, for the statement that writes the order: `id` is its SQL. */
export function orderEmailJobSql(id: string): string {
  return `graphile_worker.add_job('order-letter', json_build_object('orderId', ${id}), queue_name => 'letters',
    job_key => 'order-letter:' || ${id})`
}

const PRESENCE = 'gamla jobs '

/** For as long as this connection stands, everybody can see that this runner lives. */
export async function announceWorker(client: PoolClient, runnerId: string): Promise<void> {
  await client.query('select set_config($1, $2, false)', ['application_name', PRESENCE + runnerId])
}

/**
 * A process that was killed takes its jobs along: nobody else touches them for four hours. They are free for everybody
 * when its connection is gone, after a moment in which it may only have lost that; after some minutes in any case, as none
 * of ours takes one; and at once when there is no other process, or of `before`, a runner of our own that has ended.
 */
export async function unlockOrphanedJobs(
  db: Db,
  { isAlone = false, before = null }: { isAlone?: boolean; before?: string | null | undefined } = {},
): Promise<void> {
  await db.execute(sql`select graphile_worker.force_unlock_workers(array(
    select distinct locked_by from graphile_worker._private_jobs
    where locked_by is not null and (
      ${isAlone} or locked_by = ${before}::text or locked_at < now() - interval '10 minutes'
      or locked_at < now() - interval '15 seconds' and not exists (
        select from pg_stat_activity where application_name = ${PRESENCE} || locked_by))))`)
}
