import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { enqueueJob } from '#server/db/enqueue.ts'
import { readBody } from '#server/http/receive-body.ts'
import { createThrottledLog } from '#server/observability/throttled-log.ts'
import { createForgeryLimit } from '#server/orders/forgery-limit.ts'
import type { Shop } from '#server/shop.ts'
import { insertEvent } from './queries.ts'

/** The provider's webhooks have a few thousand bytes. */
const MAX_BYTES = 256 * 1024

export type WebhookOutcome = WebhookResult | 'unsigned' | 'limited' | 'too-large' | 'aborted'

type IncomingWebhook = { address: string; request: Request }

/**
 * The payment provider's webhook, which anybody on the internet can call. Requests without a well-formed signature are
 * rejected unread, and so are those from an address with too many wrong ones.
 */
export function createWebhook(shop: Pick<Shop, 'db' | 'payments' | 'log' | 'metrics' | 'config'>) {
  const forgeryLimit = createForgeryLimit(shop.config.rateLimitFactor)
  const logThrottled = createThrottledLog(shop.log)

  async function receive({ address, request }: IncomingWebhook): Promise<WebhookOutcome> {
    const signature = request.headers.get('x-razorpay-signature') ?? ''
    if (!/^[0-9a-f]{64}$/.test(signature)) return 'unsigned'
    if (forgeryLimit.isExceeded(address)) return 'limited'
    const body = await readBody(request, { maxBytes: MAX_BYTES })
    if (typeof body === 'string') return body === 'too-large' ? body : 'aborted'
    const eventId = request.headers.get('x-razorpay-event-id') ?? undefined
    const result = await receiveWebhook(shop, body, { signature, eventId })
    if (result === 'invalid-signature') forgeryLimit.countForged(address)
    else forgeryLimit.noteGenuine(address)
    return result
  }

  return async (webhook: IncomingWebhook): Promise<WebhookOutcome> => {
    const outcome = await receive(webhook)
    shop.metrics.countWebhook(outcome)
    const line = LOG_LINES[outcome]
    if (line) logThrottled(line)
    return outcome
  }
}

/** Ids become keys of rows and jobs, so an id in any other format is rejected here. */
const entityWithId = (id: RegExp) => v.optional(v.object({ entity: v.object({ id: v.pipe(v.string(), v.regex(id)) }) }))
const webhookSchema = v.object({
  event: v.pipe(v.string(), v.regex(/^[\w.]{1,100}$/)),
  payload: v.object({ payment: entityWithId(/^pay_\w{1,60}$/), refund: entityWithId(/^rfnd_\w{1,60}$/) }),
})
const EVENT_ID = /^[\w.-]{1,100}$/

/** `unreadable`: signed by the provider, but not in a format that we know. */
export type WebhookResult = 'accepted' | 'invalid-signature' | 'unreadable'

/**
 * Stores a webhook and enqueues a job that fetches the payment or refund it names. The contents are never trusted, so
 * a late, repeated or reordered webhook does no harm, and the provider gets its answer at once.
 *
 * @param body the raw bytes as received
 */
export async function receiveWebhook(
  shop: Pick<Shop, 'db' | 'payments'>,
  body: Uint8Array,
  { signature, eventId }: { signature: string; eventId: string | undefined },
): Promise<WebhookResult> {
  if (!shop.payments.isWebhookGenuine(body, signature)) return 'invalid-signature'
  const webhook = parseWebhook(body)
  if (!webhook) return 'unreadable'
  const { event, payload } = webhook
  const id = eventId && EVENT_ID.test(eventId) ? eventId : createHash('sha256').update(body).digest('hex')
  const paymentId = payload.payment?.entity.id
  const refundId = payload.refund?.entity.id
  await shop.db.transaction(async (tx) => {
    if (!(await insertEvent(tx, id, event))) return
    if (paymentId) await enqueueJob(tx, { job: 'sync-payment', paymentId })
    if (refundId) await enqueueJob(tx, { job: 'sync-refund', refundId })
  })
  return 'accepted'
}

function parseWebhook(body: Uint8Array) {
  try {
    const parsed = v.safeParse(webhookSchema, JSON.parse(Buffer.from(body).toString('utf8')))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

const REJECTED = 'Rejected a payment webhook: invalid signature'
const LOG_LINES: Partial<Record<WebhookOutcome, string>> = {
  unsigned: REJECTED,
  'invalid-signature': REJECTED,
  limited: REJECTED,
  unreadable: 'Ignored a payment webhook: unknown format',
}

type Answer = [status: number, text: string, headers?: Record<string, string>]

/** The connection is closed, because the body may not have been read. */
const CLOSE = { connection: 'close' }
const INVALID_SIGNATURE: Answer = [400, 'Invalid signature.', CLOSE]
/**
 * The provider repeats a webhook for a day until it is answered with 200. An unreadable one would stay unreadable, and
 * the reconciler checks its payment anyway, so it is answered with 200 too.
 */
export const WEBHOOK_ANSWERS: Record<WebhookOutcome, Answer> = {
  accepted: [200, 'OK'],
  unreadable: [200, 'OK'],
  unsigned: INVALID_SIGNATURE,
  'invalid-signature': INVALID_SIGNATURE,
  limited: [429, 'Too many invalid signatures. Try again in a minute.', { ...CLOSE, 'retry-after': '60' }],
  'too-large': [413, 'Request body too large.', CLOSE],
  aborted: [400, 'Request body incomplete.', CLOSE],
}
