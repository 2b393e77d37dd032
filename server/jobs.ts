import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import { openPool } from './db/connection.ts'
import { freeStuckJobs, type Job } from './db/jobs.ts'
import { forgetOldUses } from './db/limits.ts'
import { sendLetter, sendOrderLetter, sendRefundLetter } from './letters.ts'
import { findRefundAtProvider, lookAtPayment, lookAtRefund, reconcile } from './payment-news.ts'
import { refund } from './refunds.ts'
import type { Shop } from './shop.ts'

/** What a promise says besides which job it is. */
type Payload<Name extends Job['job']> = Omit<Extract<Job, { job: Name }>, 'job'>
/** How each promised job is done. One that throws is done again later, with growing pauses. */
type Tasks = { [Name in Job['job']]: (shop: Shop, payload: Payload<Name>) => Promise<void> }

const REFUND_OCCASIONS = {
  promised: 'refund-promised',
  processed: 'refund-processed',
  lapsed: 'payment-lapsed',
} as const

const promisedTasks: Tasks = {
  refund: (shop, { paymentId }) => refund(shop, paymentId),
  'look-at-payment': (shop, { paymentId }) => lookAtPayment(shop, paymentId),
  'look-at-refund': (shop, { refundId }) => lookAtRefund(shop, refundId),
  'find-refund': (shop, { paymentId }) => findRefundAtProvider(shop, paymentId),
  'order-letter': (shop, { orderId }) => sendOrderLetter(shop, 'order-placed', orderId),
  'status-letter': (shop, { orderId, what }) => sendOrderLetter(shop, what, orderId),
  'refund-letter': (shop, { paymentId, what }) => sendRefundLetter(shop, REFUND_OCCASIONS[what], paymentId),
  letter: (shop, { letterId }) => sendLetter(shop, letterId),
}

/** What nobody promises: it is done by the clock, and when the shop opens. */
const regularTasks = {
  tidy: (shop: Shop) => forgetOldUses(shop.db),

  async reconcile(shop: Shop, { every = false }: { every?: boolean }) {
    await freeStuckJobs(shop.db, { isAlone: false })
    await reconcile(shop, { every })
  },
}

export const tasks = { ...promisedTasks, ...regularTasks } as Record<
  string,
  (shop: Shop, payload: never) => Promise<void>
>

/** Of several instances of the shop one does each job, and one goes each round. */
const CRONTAB = ['*/5 * * * * reconcile ?max=3&queue=rounds', '*/10 * * * * tidy ?max=3'].join('\n')

const JOBS_AT_ONCE = 3
/** A job in flight may finish; one that hangs is done again after the next start. */
const PATIENCE_MS = 4000
/** Before it is tried again when the database has been away. */
const PAUSE_MS = 2000

/** Shops whose promises are being kept at this moment, by this process. */
const working = new WeakSet<object>()

export function isWorking(shop: Shop): boolean {
  return working.has(shop)
}

/** Keeps what was promised, from now on until the shop closes; jobs of an earlier life first. */
export function runJobs(shop: Shop): { close(): Promise<void> } {
  const closing = new AbortController()
  // Its own pool: a job that waits for the outside world keeps no page waiting.
  const pool = openPool(shop.databaseUrl, JOBS_AT_ONCE + 1, shop.log)
  const ended = runUntil(closing.signal, shop, pool)
  return {
    async close() {
      closing.abort()
      await Promise.race([ended, sleep(PATIENCE_MS, undefined, { ref: false })])
      await pool.end()
    },
  }
}

/** A database that is away for a while takes the runner along, so there is always another. */
async function runUntil(closing: AbortSignal, shop: Shop, pool: Pool): Promise<void> {
  let before: string | undefined
  while (!closing.aborted) {
    try {
      const runner = await startRunner(shop, pool, before)
      before = runner.id
      const stop = () => runner.stop().catch(() => {})
      closing.addEventListener('abort', stop)
      if (closing.aborted) await stop()
      working.add(shop)
      await runner.promise
      closing.removeEventListener('abort', stop)
    } catch (error) {
      if (!closing.aborted) shop.log.error('Promised jobs are not being done; they will be', error)
    }
    working.delete(shop)
    await sleep(PAUSE_MS, undefined, { signal: closing }).catch(() => {})
  }
}

/** @param before the runner of this process that has ended: what it held is done again at once */
async function startRunner(shop: Shop, pool: Pool, before: string | undefined) {
  // The shop's own database serves this process alone.
  await freeStuckJobs(shop.db, { isAlone: shop.config.databaseUrl === undefined, before })
  // Only now, when the shop is open: nobody waits for this code.
  const { Logger, run } = await import('graphile-worker')
  const events: WorkerEvents = new EventEmitter()
  let id: string | undefined
  events.once('pool:create', ({ workerPool }) => {
    id = workerPool.id
  })
  const runner = await run({
    pgPool: pool,
    concurrency: JOBS_AT_ONCE,
    events,
    // Without these nobody hears when the end of a job cannot be written, and an error that nobody hears ends the shop.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    crontab: CRONTAB,
    noHandleSignals: true,
    logger: new Logger(() => (level, message, meta) => {
      // The message repeats the error as it is, with the values of a query; the log knows what not to say.
      if (level === 'error') shop.log.error(message.split(" with error '")[0] ?? '', meta?.error)
    }),
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(shop, payload as never)]),
    ),
  })
  await runner.addJob('reconcile', { every: true }, { jobKey: 'first-round', maxAttempts: 5, queueName: 'rounds' })
  return { id, promise: runner.promise, stop: () => runner.stop() }
}
