import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import { removeEndedSessions } from './accounts/session-queries.ts'
import { removeStaleUploads } from './catalog/images/save.ts'
import { priceSets } from './catalog/sets.ts'
import { addFinish } from './catalog/sizes/edit.ts'
import { releaseExpiredHolds } from './catalog/stock/stock.ts'
import { dropConnections, openPool, RunnerPool } from './db/connection.ts'
import {
  announceWorker,
  EMAIL_LANES,
  JOBS,
  type Job,
  type JobName,
  jobKey,
  unlockOrphanedJobs,
  unlockRunners,
} from './db/enqueue.ts'
import { deleteExpiredLimits } from './http/rate-limit-queries.ts'
import { preparePictures } from './import/pictures.ts'
import {
  sendAccountCode,
  sendAccountEmail,
  sendAccountNotice,
  sendExportEmail,
  sendLoginSlowedEmail,
  sendStaffInvite,
  sendVoucherEmail,
} from './messages/account-emails.ts'
import { sendEmail, sendRefundEmail } from './messages/send.ts'
import { notifyRequesters } from './messages/send-available.ts'
import {
  sendCashEmail,
  sendChangeEmail,
  sendDeclinedReview,
  sendOrderEmail,
  sendOwedEmail,
  sendPaidBackEmail,
  sendRestPaidEmail,
  sendReturnEmail,
  sendReturnStep,
  sendReviewRequest,
  sendShipmentEmail,
} from './messages/send-order.ts'
import { sendAcknowledgement, sendReply } from './messages/send-reply.ts'
import { sendPush } from './notifications/send-push.ts'
import { sendDigests, tellStaff } from './notifications/tell.ts'
import { cancelUnconfirmed } from './orders/cash.ts'
import { bookShipment, cancelBooking } from './parcels/book.ts'
import { finishDelivery } from './parcels/deliver.ts'
import { answerCourier } from './parcels/not-delivered.ts'
import { trackShipments } from './parcels/track.ts'
import { findExternalRefund, reconcile, syncPayment, syncRefund } from './payments/reconcile.ts'
import { refund } from './payments/refunds.ts'
import { enforceRetention } from './privacy/retention.ts'
import { followPickup } from './returns/pickup.ts'
import { askForReviews } from './reviews/ask.ts'
import { refreshSearchWords } from './search/queries.ts'
import { publishByClock } from './settings/queries.ts'
import type { Shop } from './shop.ts'
import { resendWhatsapp, sendCashReply, sendWhatsapp } from './whatsapp/send.ts'
import { sendWhatsappCode } from './whatsapp/send-code.ts'
import { tellPriceFalls } from './wishlist/prices.ts'

/** The fields of a job besides its name. */
type Payload<Name extends Job['job']> = Omit<Extract<Job, { job: Name }>, 'job'>
/** One that throws is retried later, with growing pauses. At the signal it leaves the rest of its list to its next run. */
type Task<Name extends Job['job']> = (shop: Shop, payload: Payload<Name>, signal?: AbortSignal) => Promise<void>

const queuedTasks: { [Name in Exclude<Job['job'], ScheduledJob>]: Task<Name> } = {
  'request-refund': refund,
  'sync-payment': (shop, { paymentId }) => syncPayment(shop, paymentId),
  'sync-refund': (shop, { refundId }) => syncRefund(shop, refundId),
  'find-external-refund': (shop, { paymentId }) => findExternalRefund(shop, paymentId),
  'send-order-email': (shop, { orderId }) => sendOrderEmail(shop, 'order-placed', orderId),
  'send-status-email': (shop, { orderId, template }) => sendOrderEmail(shop, template, orderId),
  'send-cash-email': (shop, { orderId, template }) => sendCashEmail(shop, template, orderId),
  'send-shipment-email': (shop, { shipmentId, template }) => sendShipmentEmail(shop, template, shipmentId),
  'send-return-email': (shop, { returnId }) => sendReturnEmail(shop, returnId),
  'send-paid-back-email': (shop, { counterRefundId }) => sendPaidBackEmail(shop, counterRefundId),
  'send-owed-email': (shop, { counterRefundId }) => sendOwedEmail(shop, counterRefundId),
  'send-return-step': (shop, { stepId }) => sendReturnStep(shop, stepId),
  'send-change-email': (shop, { changeId }) => sendChangeEmail(shop, changeId),
  'send-rest-paid-email': (shop, { orderId, paymentId }) => sendRestPaidEmail(shop, orderId, paymentId),
  'send-acknowledgement': (shop, { messageId }) => sendAcknowledgement(shop, messageId),
  'send-message-reply': (shop, { replyId }) => sendReply(shop, replyId),
  'send-review-request': (shop, { orderId }) => sendReviewRequest(shop, orderId),
  'send-review-email': (shop, { reviewId }) => sendDeclinedReview(shop, reviewId),
  'send-refund-email': (shop, { template, ...about }) => sendRefundEmail(shop, template, about),
  'send-login-slowed-email': sendLoginSlowedEmail,
  'send-account-email': sendAccountEmail,
  'send-account-code': sendAccountCode,
  'send-account-notice': sendAccountNotice,
  'send-staff-invite': (shop, { inviteId }) => sendStaffInvite(shop, inviteId),
  'send-voucher-email': sendVoucherEmail,
  'send-export-email': (shop, { userId }) => sendExportEmail(shop, userId),
  'resend-email': (shop, { emailId }) => sendEmail(shop, emailId),
  'send-push': (shop, { messageId }) => sendPush(shop, messageId),
  'send-whatsapp': sendWhatsapp,
  'resend-whatsapp': (shop, { messageId }) => resendWhatsapp(shop, messageId),
  'send-whatsapp-reply': sendCashReply,
  'send-whatsapp-code': sendWhatsappCode,
  'notify-requesters': (shop, { productId }) => notifyRequesters(shop, productId),
  'finish-delivery': (shop, { orderId }) => finishDelivery(shop, orderId, { early: false }),
  'book-shipment': (shop, { shipmentId }) => bookShipment(shop, shipmentId),
  'answer-courier': (shop, { answerId }) => answerCourier(shop, answerId),
  'follow-pickup': followPickup,
  'end-pause': ({ db }) => publishByClock(db, 'pausedUntil'),
  'cancel-booking': (shop, { shipmentId }) => cancelBooking(shop, shipmentId),
  'add-finish': addFinish,
  'price-sets': priceSets,
  'prepare-pictures': (shop, { importId }, signal) => preparePictures(shop, importId, signal),
}

/** Run by cron, `reconcile` also when the shop opens. */
const scheduledTasks = {
  'delete-expired-limits': (shop: Shop) => deleteExpiredLimits(shop.db),
  // Also ends the live streams of these sessions on every instance.
  'remove-ended-sessions': (shop: Shop) => removeEndedSessions(shop.db),
  'refresh-search-words': (shop: Shop) => refreshSearchWords(shop.db),
  'unlock-orphaned-jobs': (shop: Shop, { missing }: Payload<'unlock-orphaned-jobs'>) =>
    unlockOrphanedJobs(shop.db, missing),
  'cancel-unconfirmed': (shop: Shop, _: object, signal?: AbortSignal) => cancelUnconfirmed(shop, signal),
  'ask-for-reviews': askForReviews,
  'tell-price-falls': tellPriceFalls,
  'remove-stale-uploads': removeStaleUploads,
  'release-expired-holds': releaseExpiredHolds,
  'tell-staff': tellStaff,
  'morning-digest': sendDigests,
  'begin-year': ({ db }: Shop) => publishByClock(db, 'copyrightYear'),
  'enforce-retention': (shop: Shop, _: object, signal?: AbortSignal) => enforceRetention(shop, signal),
  'track-shipments': (shop: Shop, _: object, signal?: AbortSignal) => trackShipments(shop, signal),
  reconcile,
}

type ScheduledJob = keyof typeof scheduledTasks

export const tasks: Record<JobName, (shop: Shop, payload: never, signal?: AbortSignal) => Promise<void>> = {
  ...queuedTasks,
  ...scheduledTasks,
}

const SCHEDULE: Record<ScheduledJob, string> = {
  reconcile: '*/5 * * * *',
  'track-shipments': '*/10 * * * *',
  'delete-expired-limits': '*/10 * * * *',
  // At 3 a.m. in India.
  'enforce-retention': '30 21 * * *',
  'remove-ended-sessions': '* * * * *',
  'refresh-search-words': '7 * * * *',
  'unlock-orphaned-jobs': '* * * * *',
  'release-expired-holds': '* * * * *',
  // At midnight in India, and again for a page that was written across it or a database that was away.
  'begin-year': '30 18-20 31 12 *',
  'cancel-unconfirmed': '*/5 * * * *',
  // Between 10 a.m. and 6 p.m. in India, when nobody sleeps.
  'ask-for-reviews': '35 4-12 * * *',
  // A price that is corrected within the minute is told to nobody.
  'tell-price-falls': '* * * * *',
  'remove-stale-uploads': '*/10 * * * *',
  // Also enqueued when something happens; this finds what two transactions left to each other.
  'tell-staff': '* * * * *',
  // At 8:30 a.m. in India.
  'morning-digest': '0 3 * * *',
}

/** A shop that was closed in the morning sends the digest when it opens, if that is not too late. */
const DIGEST_FILL = '6h'

/** All processes of a shop together, but at least one job in each. Waiting emails leave two for all else. */
const JOBS_AT_ONCE = EMAIL_LANES + 2
/** Time limit of a job that works through a list; its next run does the rest. */
const LIMIT_MS = 60_000
/** A job that takes so long hangs, because each of its calls has a time limit. It fails, so that it is retried. */
const HANGING_JOB_MS = 300_000
/** How long running jobs may take to finish when the shop closes; one that hangs is repeated after the next start. */
const TIMEOUT_MS = 4000
/** Pause between attempts while the database is unreachable. */
const PAUSE_MS = 2000
/**
 * How soon a runner asks for a job that nobody told it of: the next of a queue is often asked for just before the one
 * before it is written off, so this is also the pause between some emails.
 */
const POLL_MS = 250
/** How long a failed runner may take to shut down. */
const HANGING_MS = 3000

/** Shops whose jobs this process is running now. */
const working = new WeakSet<object>()

export function isWorking(shop: Shop): boolean {
  return working.has(shop)
}

/** Runs background jobs until the shop closes. */
export function runJobs(shop: Shop, { hangingJobMs = HANGING_JOB_MS } = {}): { close(): Promise<void> } {
  const closing = new AbortController()
  const ended = runUntil(closing.signal, shop, hangingJobMs)
  return {
    async close() {
      closing.abort()
      // /readyz reports at once that this process is closing.
      working.delete(shop)
      await Promise.race([ended, sleep(TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}

/** A runner ends when the database is unreachable for a while, so a new one is started until the shop closes. */
async function runUntil(closing: AbortSignal, shop: Shop, hangingJobMs: number): Promise<void> {
  const jobsAtOnce = Math.ceil(JOBS_AT_ONCE / shop.config.workers)
  while (!closing.aborted) {
    // Jobs have a pool of their own so that a slow provider delays no page. Each runner gets a new one, because a runner
    // that failed may not have released its connections.
    const pool = openPool(shop.databaseUrl, jobsAtOnce + 1, shop.log, RunnerPool)
    const forget = shop.changeFeed.onUnresponsive(() => dropConnections(pool))
    const running = createRunning(shop, hangingJobMs)
    try {
      const runner = await startRunner(shop, pool, jobsAtOnce, running)
      const stop = () => runner.stop().catch(() => {})
      closing.addEventListener('abort', stop)
      // Another runner follows, which also takes the jobs of a service whose keys were just saved.
      const forgetServices = shop.connections.onAvailable(stop)
      if (closing.aborted) await stop()
      else working.add(shop)
      await runner.promise.finally(forgetServices)
      closing.removeEventListener('abort', stop)
    } catch (error) {
      if (!closing.aborted) shop.log.error('Background jobs are interrupted; they will be retried', error)
    }
    working.delete(shop)
    forget()
    dropConnections(pool)
    void running.unlockWhenEnded(closing)
    await Promise.race([pool.end(), sleep(PAUSE_MS, undefined, { signal: closing, ref: false })]).catch(() => {})
    if (!closing.aborted) await sleep(PAUSE_MS, undefined, { signal: closing }).catch(() => {})
  }
}

/** The jobs that one runner is working on. */
function createRunning(shop: Shop, hangingJobMs: number) {
  const jobs = new Set<Promise<void>>()
  const stopping = new AbortController()
  let runnerId: string | undefined
  return {
    /** The runner's id is known before its first job, and it may fail before it has fully started. */
    listen(events: WorkerEvents) {
      events.once('pool:create', ({ workerPool }) => {
        runnerId = workerPool.id
      })
      events.once('pool:gracefulShutdown', () => stopping.abort())
    },

    async run(name: JobName, payload: never): Promise<void> {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(LIMIT_MS)])
      const job = failIfHanging(name, tasks[name](shop, payload, signal), hangingJobMs)
      jobs.add(job)
      await job.finally(() => jobs.delete(job))
    },

    /** Other runners get its jobs when this process works on none of them any more, and the database answers. */
    async unlockWhenEnded(closing: AbortSignal) {
      stopping.abort()
      await Promise.allSettled(jobs)
      const tryToUnlock = (id: string) =>
        unlockRunners(shop.db, [id]).then(
          () => true,
          () => false,
        )
      while (runnerId && !(await tryToUnlock(runnerId)) && !closing.aborted)
        await sleep(PAUSE_MS, undefined, { ref: false })
    },
  }
}

async function failIfHanging(name: JobName, job: Promise<void>, afterMs: number): Promise<void> {
  const ended = new AbortController()
  const hanging = sleep(afterMs, undefined, { ref: false, signal: ended.signal }).then(() => {
    throw new Error(`The job ${name} did not end in time; it will be retried`)
  })
  await Promise.race([job, hanging]).finally(() => ended.abort())
}

async function startRunner(shop: Shop, pool: Pool, concurrency: number, running: ReturnType<typeof createRunning>) {
  // Loaded on demand, because the shop opens faster without this code.
  const { Logger, run } = await import('graphile-worker')
  const events: WorkerEvents = new EventEmitter()
  running.listen(events)
  // The runner keeps this connection open, and replaces it if it breaks. Without it other processes unlock its jobs.
  events.on('pool:listen:success', ({ workerPool, client }) => {
    announceWorker(client, workerPool.id).catch(() => {})
  })
  const runner = await run({
    pgPool: pool,
    concurrency,
    events,
    // Without batches, a job whose completion cannot be written is an unhandled rejection, and the worker is replaced.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, pollInterval: POLL_MS } },
    crontab: writeCrontab(),
    noHandleSignals: true,
    logger: new Logger(() => (level, message, meta) => {
      // The message repeats the error including the values of a query, which the log would redact.
      if (level === 'error') shop.log.error(message.split(" with error '")[0] ?? '', meta?.error)
    }),
    taskList: Object.fromEntries(
      listPossibleTasks(shop).map((name) => [name, (payload: unknown) => running.run(name, payload as never)]),
    ),
  })
  // One that is given up would go on asking for connections of its closed pool, each minute for its schedule.
  const ended = Promise.race([runner.promise, failIfShutdownHangs(events)]).finally(
    () => void runner.stop().catch(() => {}),
  )
  try {
    const { queue, maxAttempts } = JOBS.reconcile
    const payload = { every: true }
    await runner.addJob('reconcile', payload, { jobKey: jobKey('reconcile', payload), maxAttempts, queueName: queue })
  } catch (error) {
    // Otherwise it would keep asking for connections of a closed pool.
    runner.stop().catch(() => {})
    await ended.catch(() => {})
    throw error
  }
  return { promise: ended, stop: () => runner.stop() }
}

/** Each scheduled run is done by one of the instances. */
function writeCrontab(): string {
  const lines = Object.entries(SCHEDULE).map(([name, schedule]) => {
    const { queue, maxAttempts } = JOBS[name as keyof typeof SCHEDULE]
    const fill = name === 'morning-digest' ? `&fill=${DIGEST_FILL}` : ''
    return `${schedule} ${name} ?max=${maxAttempts}${queue ? `&queue=${queue}` : ''}${fill}`
  })
  return lines.join('\n')
}

/** Jobs for a service without keys stay queued, because failed attempts would use up their retries. */
function listPossibleTasks(shop: Pick<Shop, 'emails' | 'whatsapp' | 'payments' | 'courier'>): JobName[] {
  return (Object.keys(tasks) as JobName[]).filter((name) => {
    const { needs } = JOBS[name]
    return needs.length === 0 || needs.some((service) => shop[service].isAvailable)
  })
}

/** A runner that fails waits for its running jobs, forever if one of them hangs. */
async function failIfShutdownHangs(events: WorkerEvents): Promise<never> {
  await once(events, 'pool:gracefulShutdown')
  await sleep(HANGING_MS, undefined, { ref: false })
  throw new Error('The job runner did not stop in time; its jobs will be retried')
}
