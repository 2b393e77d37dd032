import { sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import type { AccountEmailKind } from '#domain/accounts/email-code.ts'
import type { AccountCode } from '#domain/accounts/profile.ts'
import type {
  AccountNotice,
  CashEmailTemplate,
  OrderEmailTemplate,
  RefundEmailTemplate,
  ShipmentEmailTemplate,
  VoucherEmail,
} from '#domain/messages/templates.ts'
import type { CashReply, WhatsappMessage } from '#domain/messages/whatsapp-messages.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { ShipmentId } from '#domain/orders/shipment.ts'
import { type Database, type Db, queryPrepared, type Transaction } from './connection.ts'

/** Jobs that can be enqueued, with their payloads; server/jobs.ts runs them. */
export type Job =
  | { job: 'request-refund'; refundId: number }
  /** A webhook named this payment or refund, by the provider's id: fetch its state. */
  | { job: 'sync-payment'; paymentId: string }
  | { job: 'sync-refund'; refundId: string }
  /** This payment was refunded outside the shop: find those refunds. */
  | { job: 'find-external-refund'; paymentId: string }
  | { job: 'send-order-email'; orderId: OrderId }
  | { job: 'send-status-email'; orderId: OrderId; template: Exclude<OrderEmailTemplate, 'order-placed'> }
  /** Ask the shopper to confirm a cash order, or tell them that it is paid online now. */
  | { job: 'send-cash-email'; orderId: OrderId; template: CashEmailTemplate }
  /** About a return of a cash order; without a template: it has arrived. */
  | { job: 'send-return-email'; returnId: number }
  /** A payment at the counter was paid back. */
  | { job: 'send-paid-back-email'; counterRefundId: number }
  | { job: 'send-owed-email'; counterRefundId: number }
  /** A step of a return request. */
  | { job: 'send-return-step'; stepId: number }
  /** About a change of what an order holds. */
  | { job: 'send-change-email'; changeId: number }
  /** The amount that a change has added is paid. */
  | { job: 'send-rest-paid-email'; orderId: OrderId; paymentId: string }
  | { job: 'send-shipment-email'; shipmentId: ShipmentId; template: ShipmentEmailTemplate }
  /** Tell the sender of a message from the contact page that it has arrived. */
  | { job: 'send-acknowledgement'; messageId: number }
  /** Staff's answer to a message from the contact page. */
  | { job: 'send-message-reply'; replyId: number }
  /** Ask a buyer for a review. */
  | { job: 'send-review-request'; orderId: OrderId }
  /** Why a review was not published. */
  | { job: 'send-review-email'; reviewId: number }
  /** About a refund, or about a payment that was never captured. */
  | { job: 'send-refund-email'; refundId?: number; paymentId?: string; template: RefundEmailTemplate }
  /** Warn the owner of an account with many failed logins. */
  | { job: 'send-login-slowed-email'; userId: string; failures: number; networks: number; time: string }
  /** Create a code or a link and send it; `time` is when it was requested, ISO 8601. */
  | { job: 'send-account-email'; kind: AccountEmailKind; email: string; time: string; askedBy: string }
  /** Create a code for somebody who is logged in and send it. The payload has no code, so that none is stored. */
  | ({ job: 'send-account-code' } & AccountCode)
  /** Notify the owner of a change; `email` is the account's address at that time. */
  | { job: 'send-account-notice'; template: AccountNotice; userId: string; email: string; time: string }
  /** Make the link of an invite to the staff and send it. */
  | { job: 'send-staff-invite'; inviteId: string }
  /** Tell the owner of a voucher its code. The payload has none, so that none is stored. */
  | { job: 'send-voucher-email'; voucherId: number; template: VoucherEmail }
  /** Send a link to the copy of somebody's data. */
  | { job: 'send-export-email'; userId: string }
  /** Send a stored email: one that failed, or one of many that were written together. */
  | { job: 'resend-email'; emailId: number }
  /** Send a stored notice to the devices of its person. */
  | { job: 'send-push'; messageId: number }
  /** Tell staff and sellers what they want to hear of. */
  | { job: 'tell-staff' }
  /** Tell a shopper by WhatsApp, if they asked for it. */
  | { job: 'send-whatsapp'; template: WhatsappMessage; orderId: OrderId; shipmentId?: ShipmentId; stepId?: number }
  /** Send a stored message by WhatsApp. */
  | { job: 'resend-whatsapp'; messageId: number }
  /** Make a code and send it by WhatsApp; `time` is when it was requested, ISO 8601. */
  | { job: 'send-whatsapp-code'; purpose: 'log-in' | 'confirm-number'; number: string; askedBy: string; time: string }
  /** Answer a button that was pressed in WhatsApp; `press` tells one from another. */
  | { job: 'send-whatsapp-reply'; reply: CashReply; orderId: OrderId; press: string }
  /** Email everybody who asked for this product while it was Sold. */
  | { job: 'notify-requesters'; productId: number }
  /** Invoice and announce a delivery that can no longer be undone. */
  | { job: 'finish-delivery'; orderId: OrderId }
  /** Tell a return request where its pickup is. */
  | { job: 'follow-pickup'; shipmentId: ShipmentId }
  /** Book this parcel at the courier's system. */
  | { job: 'book-shipment'; shipmentId: ShipmentId }
  /** Tell the courier's system what a buyer wants of a parcel that was not delivered. */
  | { job: 'answer-courier'; answerId: number }
  /** Renew the pages when a pause of the shop ends; `until` as it is stored. */
  | { job: 'end-pause'; until: string }
  /** Cancel this parcel at the courier's system. */
  | { job: 'cancel-booking'; shipmentId: ShipmentId }
  /** Keep the prices by which lists of sets are sorted; the trigger `record_sets` adds it. */
  | { job: 'price-sets' }
  /** Give the pots after this one a new finish. */
  | { job: 'add-finish'; finish: string; after?: number }
  /** Check pictures that came with another shop's products, and make their sizes. */
  | { job: 'prepare-pictures'; importId: string }
  /** The rest of a run whose time was up. `before`: also what was checked recently, but before this time, ISO 8601. */
  | { job: 'reconcile'; every?: boolean; before?: string }
  | { job: 'track-shipments' }
  | { job: 'enforce-retention' }
  /** Unlock the jobs of these runners, which had no connection a minute ago, if they still have none. */
  | { job: 'unlock-orphaned-jobs'; missing?: string[] }

type JobOptions = {
  /** Jobs of one queue run one after the other. */
  queue: 'emails' | 'whatsapp' | 'account-emails' | 'reconcile' | 'courier' | 'pictures' | null
  /** Without keys for one of these services, the job waits for an instance that has them. */
  needs: readonly ('emails' | 'whatsapp' | 'payments' | 'courier')[]
  maxAttempts: number
}

const plain = { queue: null, needs: [], maxAttempts: 25 } as const
// Emails have a queue of their own, so that refunds do not wait for them.
const email = { ...plain, queue: 'emails', needs: ['emails'] } as const
/** Written as an email, and sent by WhatsApp too. */
const update = { ...email, needs: ['emails', 'whatsapp'] } as const
/** A queue of its own, because nobody should wait for a code behind a hundred emails about orders. */
const accountEmail = { ...email, queue: 'account-emails' } as const
const payment = { ...plain, needs: ['payments'] } as const
const courier = { ...plain, needs: ['courier'] } as const
/** Runs again soon anyway. */
const once = { ...plain, maxAttempts: 1 } as const

/** So many emails leave at once. All about one order or parcel leave one after the other, and so never one of them twice. */
export const EMAIL_LANES = 3

/** How each job is run. Those from `reconcile` on are scheduled by server/jobs.ts. */
export const JOBS = {
  'request-refund': payment,
  'sync-payment': payment,
  'sync-refund': payment,
  'find-external-refund': payment,
  'send-order-email': update,
  'send-status-email': update,
  'send-cash-email': update,
  'send-shipment-email': update,
  'send-return-email': email,
  'send-paid-back-email': email,
  'send-owed-email': email,
  'send-return-step': update,
  'send-change-email': email,
  'send-rest-paid-email': email,
  'send-acknowledgement': email,
  'send-message-reply': email,
  'send-review-request': email,
  'send-review-email': email,
  'send-refund-email': email,
  'send-login-slowed-email': email,
  'send-account-email': accountEmail,
  'send-account-code': { ...accountEmail, maxAttempts: 5 },
  'send-staff-invite': accountEmail,
  'send-voucher-email': accountEmail,
  'send-export-email': accountEmail,
  'send-account-notice': email,
  'resend-email': email,
  // Without keys a message waits and says so.
  'send-whatsapp': { ...plain, queue: 'whatsapp' },
  'resend-whatsapp': { ...plain, queue: 'whatsapp' },
  'send-whatsapp-code': { ...plain, maxAttempts: 5 },
  'send-whatsapp-reply': { ...plain, maxAttempts: 5 },
  'notify-requesters': email,
  'send-push': plain,
  'tell-staff': plain,
  'morning-digest': plain,
  'finish-delivery': plain,
  'answer-courier': courier,
  'book-shipment': courier,
  'follow-pickup': plain,
  'end-pause': plain,
  'cancel-booking': courier,
  'price-sets': plain,
  'add-finish': plain,
  'prepare-pictures': { ...plain, queue: 'pictures' },
  reconcile: { ...plain, queue: 'reconcile', maxAttempts: 5 },
  'track-shipments': { ...plain, queue: 'courier', maxAttempts: 3 },
  'delete-expired-limits': { ...plain, maxAttempts: 3 },
  'enforce-retention': { ...plain, maxAttempts: 3 },
  'remove-ended-sessions': once,
  'refresh-search-words': once,
  'unlock-orphaned-jobs': once,
  'ask-for-reviews': once,
  'tell-price-falls': once,
  'remove-stale-uploads': once,
  'cancel-unconfirmed': once,
  'release-expired-holds': once,
  'begin-year': plain,
} as const satisfies Record<Job['job'], JobOptions> & Record<string, JobOptions>

export type JobName = keyof typeof JOBS

type Timing = {
  inSeconds?: number
  /** If the same job is pending, it keeps its time. */
  isReminder?: boolean
  /** Runs before the others of its queue. */
  isFirst?: boolean
}

/**
 * Runs if and only if this transaction commits; any worker may run it, and retries until it succeeds. It replaces the same
 * job if that is pending.
 */
export async function enqueueJob(tx: Transaction, options: Job & Timing): Promise<void> {
  const { job, inSeconds = 0, isReminder = false, isFirst = false, ...payload } = options
  const { maxAttempts } = JOBS[job]
  const key = jobKey(job, payload)
  const values = [job, JSON.stringify(payload), queueOf(job, payload), inSeconds, key, isReminder, maxAttempts, isFirst]
  await queryPrepared(tx, enqueueSql, values)
}

/** Refunds stay in the first lane, because a message about one may be named by the refund or by its payment. */
function queueOf(job: JobName, payload: object): string | null {
  const { queue } = JOBS[job]
  const { orderId, shipmentId, emailId }: { orderId?: OrderId; shipmentId?: ShipmentId; emailId?: number } = payload
  const lane = (orderId ?? shipmentId ?? emailId ?? 0) % EMAIL_LANES
  return queue === 'emails' && lane > 0 ? `${queue}-${lane}` : queue
}

/**
 * A job's name and payload, by which backups and erasures know it: graphile-worker shows the keys of jobs and keeps their
 * payloads to itself. At most 512 characters.
 */
export function jobKey(job: JobName, payload: object): string {
  return `${job} ${JSON.stringify(payload, Object.keys(payload).sort())}`
}

/** The jobs that enqueueJob has written, with the payload that is in their key. */
export const READABLE_JOBS = `(
  select *, substr(key, length(task_identifier) + 2)::json as payload
  from graphile_worker.jobs where starts_with(key, task_identifier || ' {'))`

const enqueueSql = {
  name: 'enqueue-job',
  text: `
    select from graphile_worker.add_job($1::text, $2::json, queue_name => $3::text,
      run_at => now() + make_interval(secs => $4::double precision),
      max_attempts => $7::integer, job_key => $5::text, job_key_mode => case when $6::boolean then 'preserve_run_at' else 'replace' end,
      priority => case when $8::boolean then -1 else 0 end)`,
}

/**
 * An order's email job as a row of the outbox: add_job sends a NOTIFY, and transactions with one commit one at a time.
 *
 * @param id SQL for the order's id
 */
export function orderEmailJobSql(id: string): string {
  const { queue, maxAttempts } = JOBS['send-order-email']
  return `jsonb_build_object('task', 'send-order-email', 'payload', jsonb_build_object('orderId', ${id}),
    'queue', '${queue}' || coalesce('-' || nullif(${id} % ${EMAIL_LANES}, 0), ''), 'maxAttempts', ${maxAttempts}, 'key', format('send-order-email {"orderId":%s}', ${id}))`
}

const APPLICATION_NAME = 'gamla jobs '

/** Marks this connection as the runner's: while it is open, other processes see that the runner is alive. */
export async function announceWorker(client: PoolClient, runnerId: string): Promise<void> {
  await client.query('select set_config($1, $2, false)', ['application_name', APPLICATION_NAME + runnerId])
}

/** How long a runner must have no connection. By then a call that it was waiting for has ended by its own time limit. */
const MISSING_SECONDS = 60
/** Their names must fit into the key of a job; the next run sees to the others. */
const RUNNERS_AT_ONCE = 10

/**
 * A job: unlocks the jobs of killed processes, which graphile-worker would keep locked for four hours. A runner that has
 * only lost its connection opens another one, so it is looked for twice.
 */
export async function unlockOrphanedJobs(db: Database, before: string[] = []): Promise<void> {
  const missing = await listMissingRunners(db)
  await unlockRunners(
    db,
    missing.filter((id) => before.includes(id)),
  )
  const seenFirst = missing.filter((id) => !before.includes(id))
  if (seenFirst.length === 0) return
  await db.transaction((tx) =>
    enqueueJob(tx, { job: 'unlock-orphaned-jobs', missing: seenFirst, inSeconds: MISSING_SECONDS, isReminder: true }),
  )
}

async function listMissingRunners(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct locked_by as id from graphile_worker.jobs
    where locked_by is not null
      and not exists (select from pg_stat_activity where application_name = ${APPLICATION_NAME} || locked_by)
    order by 1 limit ${RUNNERS_AT_ONCE}`)
  return rows.map(({ id }) => id)
}

/** @param ids of runners that have ended; without it all: no process runs jobs yet, and no other shop shares the database */
export async function unlockRunners(db: Db, ids?: readonly string[]): Promise<void> {
  await db.execute(
    ids
      ? sql`select graphile_worker.force_unlock_workers(${sql.param(ids)}::text[])`
      : sql`select graphile_worker.force_unlock_workers(array(
          select distinct locked_by from graphile_worker.jobs where locked_by is not null))`,
  )
}
