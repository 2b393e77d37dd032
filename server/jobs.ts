import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import type { Pool, PoolClient } from 'pg'
import { dropConnections, openPool } from './db/connection.ts'
import { announceWorker, type Job, unlockOrphanedJobs } from './db/enqueue.ts'
import { sendEmail, sendLoginAttemptsEmail, sendOrderEmail, sendRefundEmail } from './emails/send.ts'
import { deleteExpiredLimits } from './http/rate-limit-queries.ts'
import { reconcile } from './orders/payments/reconcile.ts'
import { refund } from './orders/payments/refunds.ts'
import { findExternalRefund, syncPayment, syncRefund } from './orders/payments/sync.ts'
import type { Shop } from './shop.ts'

/** What a promise says besides which job it is. */
type Payload<Name extends Job['job']> = Omit<Extract<Job, { job: Name }>, 'job'>
/** How each promised job is done. One that throws is done again later, with growing pauses. */
type Tasks = { [Name in Job['job']]: (shop: Shop, payload: Payload<Name>) => Promise<void> }

const REFUND_TEMPLATES = {
  promised: 'refund-promised',
  processed: 'refund-processed',
  lapsed: 'payment-lapsed',
} as const

const queuedTasks: Tasks = {
  refund: (shop, { paymentId }) => refund(shop, paymentId),
  'look-at-payment': (shop, { paymentId }) => syncPayment(shop, paymentId),
  'look-at-refund': (shop, { refundId }) => syncRefund(shop, refundId),
  'find-refund': (shop, { paymentId }) => findExternalRefund(shop, paymentId),
  'order-letter': (shop, { orderId }) => sendOrderEmail(shop, 'order-placed', orderId),
  'status-letter': (shop, { orderId, what }) => sendOrderEmail(shop, what, orderId),
  'refund-letter': (shop, { paymentId, what }) => sendRefundEmail(shop, REFUND_TEMPLATES[what], paymentId),
  'login-letter': sendLoginAttemptsEmail,
  letter: (shop, { emailId }) => sendEmail(shop, emailId),
}

/** What nobody promises: it is done by the clock, and when the shop opens. */
const scheduledTasks = {
  tidy: (shop: Shop) => deleteExpiredLimits(shop.db),

  'free-stuck': (shop: Shop) => unlockOrphanedJobs(shop.db),

  reconcile: (shop: Shop, { every = false }: { every?: boolean }) => reconcile(shop, { every }),
}

export const tasks = { ...queuedTasks, ...scheduledTasks } as Record<
  string,
  (shop: Shop, payload: never) => Promise<void>
>

/** Of several instances of the shop one does each job, and one goes each round. */
const CRONTAB = [
  '*/5 * * * * reconcile ?max=3&queue=rounds',
  '*/10 * * * * tidy ?max=3',
  '* * * * * free-stuck ?max=1',
].join('\n')

/** In all processes of a shop together, and one at least in each. */
const JOBS_AT_ONCE = 3
/** A job in flight may finish; one that hangs is done again after the next start. */
const TIMEOUT_MS = 4000
/** Before it is tried again when the database has been away. */
const PAUSE_MS = 2000
/** A runner that has to end because of an error has so long for it. */
const HANGING_MS = 3000
/** Well within the time after which a runner that nobody sees counts as dead. */
const PRESENCE_PAUSE_MS = 500

/** Shops whose promises are being kept at this moment, by this process. */
const working = new WeakSet<object>()

export function isWorking(shop: Shop): boolean {
  return working.has(shop)
}

/** Before any process of this shop runs jobs, and only where no other shop shares the database: nobody holds one now. */
export async function unlockAllJobs(shop: Shop): Promise<void> {
  await unlockOrphanedJobs(shop.db, { isAlone: true })
}

/** Keeps what was promised, from now on until the shop closes; jobs of an earlier life first. */
export function runJobs(shop: Shop): { close(): Promise<void> } {
  const closing = new AbortController()
  const ended = runUntil(closing.signal, shop)
  return {
    async close() {
      closing.abort()
      // Whoever asks whether we are ready is told at once that we are leaving.
      working.delete(shop)
      await Promise.race([ended, sleep(TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}

/** A database that is away for a while takes the runner along, so there is always another. */
async function runUntil(closing: AbortSignal, shop: Shop): Promise<void> {
  /** The runner of this process that has ended: what it held is done again at once. */
  let before: string | undefined
  const jobsAtOnce = Math.ceil(JOBS_AT_ONCE / shop.config.workers)
  while (!closing.aborted) {
    // A pool of their own: a job that waits for the outside world keeps no page waiting. And one for each runner: of one
    // that came to a bad end nobody knows what it has given back.
    const pool = makeReleaseIdempotent(openPool(shop.databaseUrl, jobsAtOnce + 2, shop.log))
    const forget = shop.live.onUnresponsive(() => dropConnections(pool))
    try {
      await unlockOrphanedJobs(shop.db, { before })
      const runner = await startRunner(shop, pool, jobsAtOnce, (id) => {
        before = id
      })
      const stop = () => runner.stop().catch(() => {})
      closing.addEventListener('abort', stop)
      if (closing.aborted) await stop()
      else working.add(shop)
      await runner.promise
      closing.removeEventListener('abort', stop)
    } catch (error) {
      if (!closing.aborted) shop.log.error('Promised jobs are not being done; they will be', error)
    }
    working.delete(shop)
    forget()
    dropConnections(pool)
    await Promise.race([pool.end(), sleep(PAUSE_MS, undefined, { signal: closing, ref: false })]).catch(() => {})
    if (!closing.aborted) await sleep(PAUSE_MS, undefined, { signal: closing }).catch(() => {})
  }
}

/**
 * A runner that comes to its end while the connection that listens is being lost gives that back twice. The second time
 * is an error that nobody hears, which would end the shop.
 */
export function makeReleaseIdempotent(pool: Pool): Pool {
  const connect = pool.connect.bind(pool)
  pool.connect = ((done?: Parameters<typeof connect>[0]) => {
    if (!done) return connect()
    connect((error, client, release) => {
      let isReleased = false
      done(error, client, (why) => {
        if (isReleased) return
        isReleased = true
        release(why)
      })
    })
  }) as Pool['connect']
  return pool
}

/** @param isBorn is told its id before it takes a job: it may come to its end before it has fully started */
async function startRunner(shop: Shop, pool: Pool, concurrency: number, isBorn: (id: string) => void) {
  // Only now, when the shop is open: nobody waits for this code.
  const { Logger, run } = await import('graphile-worker')
  const events: WorkerEvents = new EventEmitter()
  let id = ''
  events.once('pool:create', ({ workerPool }) => {
    id = workerPool.id
    isBorn(id)
  })
  const runner = await run({
    pgPool: pool,
    concurrency,
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
      listPossibleTasks(shop).map(([name, task]) => [name, (payload: unknown) => task(shop, payload as never)]),
    ),
  })
  const ended = Promise.race([runner.promise, failIfShutdownHangs(events)])
  workerHeartbeat(pool, id, ended)
  try {
    await runner.addJob('reconcile', { every: true }, { jobKey: 'first-round', maxAttempts: 5, queueName: 'rounds' })
  } catch (error) {
    // Left alone it would go on for ever, asking for connections that there are no more.
    runner.stop().catch(() => {})
    await ended.catch(() => {})
    throw error
  }
  return { promise: ended, stop: () => runner.stop() }
}

/**
 * Jobs for a service that nobody has given keys for stay in the queue, untried, until an instance with keys takes them:
 * tried in vain, they would be given up one day.
 */
function listPossibleTasks({ emails, payments }: Pick<Shop, 'emails' | 'payments'>) {
  const isPossible = (name: string) =>
    (emails.isAvailable || !/(^|-)letter$/.test(name)) &&
    (payments.isAvailable || !/^refund$|^look-at-|^find-refund$/.test(name))
  return Object.entries(tasks).filter(([name]) => isPossible(name))
}

/** A runner that has lost its connections at the wrong moment wants to end, and waits for ever for its own jobs. */
async function failIfShutdownHangs(events: WorkerEvents): Promise<never> {
  await once(events, 'pool:gracefulShutdown')
  await sleep(HANGING_MS, undefined, { ref: false })
  throw new Error('The runner of promised jobs did not come to its end; what it held is done by the next')
}

/** For as long as the runner lives; a connection that is lost meanwhile is taken anew. */
function workerHeartbeat(pool: Pool, id: string, ended: Promise<unknown>): void {
  let isOver = false
  let presence: PoolClient | undefined
  ended.then(leave, leave)
  show()

  async function show(): Promise<void> {
    try {
      presence = await pool.connect()
      presence.once('error', showAgain)
      if (isOver) return leave()
      await announceWorker(presence, id)
    } catch {
      showAgain()
    }
  }

  function showAgain(): void {
    release()
    if (!isOver) setTimeout(show, PRESENCE_PAUSE_MS).unref()
  }

  function leave(): void {
    isOver = true
    release()
  }

  function release(): void {
    presence?.release(true)
    presence = undefined
  }
}
