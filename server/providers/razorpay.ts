import { createHmac, hash, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Paise } from '#domain/money.ts'
import { DISPUTE_STATES, type DisputeState, type ListedDispute, type ReportedDispute } from '#domain/orders/dispute.ts'
import type { ProviderPayment } from '#domain/orders/payment.ts'
import type { ProviderRefund } from '#domain/orders/refund.ts'
import { startOf } from '#domain/short-text.ts'
import { cleanLine, readJson } from '#domain/text.ts'
import { isSameSecret } from '#server/config/secrets.ts'
import type { RazorpayConfig } from '#server/config.ts'
import type { Log } from '#server/observability/log.ts'
import { createHttpClient, type ProviderRequest, parseAnswer } from './http-client.ts'

const orderSchema = v.object({
  id: v.string(),
  amount: v.number(),
  currency: v.string(),
  receipt: v.nullable(v.string()),
})
const paymentSchema = v.object({
  id: v.string(),
  order_id: v.nullable(v.string()),
  amount: v.number(),
  currency: v.string(),
  status: v.picklist(['created', 'authorized', 'captured', 'refunded', 'failed']),
  captured: v.nullable(v.boolean()),
  amount_refunded: v.nullish(v.number()),
})
const refundSchema = v.object({
  id: v.string(),
  payment_id: v.string(),
  amount: v.number(),
  status: v.picklist(['pending', 'processed', 'failed']),
  // Razorpay sends empty notes as a list.
  notes: v.nullish(v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())])),
})

/** `isRepeatable`: a read, or a request with an idempotency key, so that a retry is safe. */
type Call = ProviderRequest & { isRepeatable: boolean }

/** The payment and refund that a webhook names, and the dispute that it reports. */
export type PaymentWebhook = {
  /** Repeated webhooks have the same. */
  id: string
  event: string
  paymentId: string | undefined
  refundId: string | undefined
  dispute: ReportedDispute | undefined
}

type RefundOrder = { refundId: number; paymentId: string; amount: Paise; attempt: number }

type Options = { httpFetch?: typeof fetch; pausesMs?: number[]; log?: Pick<Log, 'info'> }

const RETRY_PAUSES_MS = [250, 1000]

/** Used when Razorpay is not configured; nothing listens at this URL, and no signature is valid. */
export const UNCONFIGURED_RAZORPAY: RazorpayConfig = {
  url: 'http://localhost:1',
  checkoutUrl: '/',
  keyId: '',
  keySecret: randomUUID(),
  webhookSecrets: [],
  timeoutMs: 1000,
}

/**
 * Razorpay's REST API and signatures. Calls throw ProviderRejectedError or ProviderUnavailableError.
 * @see https://razorpay.com/docs/api/
 */
export function openRazorpay(config: RazorpayConfig, { httpFetch, pausesMs = RETRY_PAUSES_MS, log }: Options = {}) {
  const authorization = `Basic ${Buffer.from(`${config.keyId}:${config.keySecret}`).toString('base64')}`
  const client = createHttpClient({
    url: `${config.url}/v1`,
    timeoutMs: config.timeoutMs,
    headers: { authorization },
    httpFetch,
    pausesMs,
    log,
  })

  async function call<T>(schema: v.GenericSchema<unknown, T>, { isRepeatable, ...request }: Call): Promise<T> {
    const callOnce = async () => {
      const answer = await client.send(request)
      return parseAnswer(schema, answer, reasonOf(answer.json))
    }
    return isRepeatable ? client.retry(callOnce) : callOnce()
  }

  return {
    keyId: config.keyId,
    /** False when Razorpay is not configured. */
    isAvailable: config.keyId !== '',
    checkoutUrl: config.checkoutUrl,
    /** Test keys move no real money. */
    isTest: config.keyId.startsWith('rzp_test_'),

    /** Never retried: after a ProviderUnavailableError look for the receipt with `findOrder`. */
    async createOrder(order: { receipt: string; amount: Paise }): Promise<string> {
      const { id } = await call(orderSchema, {
        path: '/orders',
        body: { ...order, currency: 'INR', payment: { capture: 'automatic', capture_options: CAPTURE } },
        isRepeatable: false,
      })
      return id
    },

    /** @see https://razorpay.com/docs/api/orders/fetch-all */
    async findOrder({ receipt, amount }: { receipt: string; amount: Paise }): Promise<string | undefined> {
      const path = `/orders?receipt=${encodeURIComponent(receipt)}`
      const { items } = await call(v.object({ items: v.array(orderSchema) }), { path, isRepeatable: true })
      return items.find((order) => order.receipt === receipt && order.amount === amount && order.currency === 'INR')?.id
    },

    async listPayments(providerOrderId: string): Promise<ProviderPayment[]> {
      const path = `/orders/${encodeURIComponent(providerOrderId)}/payments`
      const { items } = await call(v.object({ items: v.array(paymentSchema) }), { path, isRepeatable: true })
      return items.map(toPayment)
    },

    async getPayment(id: string): Promise<ProviderPayment> {
      return toPayment(await call(paymentSchema, { path: `/payments/${encodeURIComponent(id)}`, isRepeatable: true }))
    },

    /**
     * The numbers of our refund and attempt are the idempotency key. It includes the payment's id, because another shop
     * with the same account numbers its refunds too. The same key needs the same body.
     *
     * @see https://razorpay.com/docs/api/refunds/normal-refunds-idempotent/
     */
    async refund({ refundId, paymentId, amount, attempt }: RefundOrder): Promise<ProviderRefund> {
      const key = `${paymentId}-${refundId}-${attempt}`
      const refund = await call(refundSchema, {
        path: `/payments/${encodeURIComponent(paymentId)}/refund`,
        body: { amount, speed: 'normal', receipt: key, notes: { refund: String(refundId), attempt: String(attempt) } },
        headers: { 'x-refund-idempotency': key },
        isRepeatable: true,
      })
      return toRefund(refund)
    },

    async listRefunds(paymentId: string): Promise<ProviderRefund[]> {
      // The default is ten.
      const path = `/payments/${encodeURIComponent(paymentId)}/refunds?count=100`
      const { items } = await call(v.object({ items: v.array(refundSchema) }), { path, isRepeatable: true })
      return items.map(toRefund)
    },

    async getRefund(id: string): Promise<ProviderRefund> {
      return toRefund(await call(refundSchema, { path: `/refunds/${encodeURIComponent(id)}`, isRepeatable: true }))
    },

    /**
     * One page, from 0 on. Items that are not as documented are left out.
     *
     * @see https://razorpay.com/docs/api/disputes/fetch-all
     */
    async listDisputes(page: number): Promise<{ disputes: ListedDispute[]; isLast: boolean }> {
      const path = `/disputes?count=${DISPUTES_A_PAGE}&skip=${page * DISPUTES_A_PAGE}`
      const { items } = await call(v.object({ items: v.array(v.unknown()) }), { path, isRepeatable: true })
      const disputes = items.flatMap((item) => {
        const parsed = v.safeParse(listedDisputeSchema, item)
        return parsed.success ? [toListed(parsed.output, parsed.output.status)] : []
      })
      return { disputes, isLast: items.length < DISPUTES_A_PAGE }
    },

    /**
     * Verifies the signature of a payment that the checkout widget has reported.
     *
     * @param signature lower-case hex, over our own order id and the payment's
     * @see https://razorpay.com/docs/payments/payment-gateway/web-integration/standard/integration-steps/
     */
    isPaymentGenuine(providerOrderId: string, paymentId: string, signature: string): boolean {
      return isSignedWith(config.keySecret, `${providerOrderId}|${paymentId}`, signature)
    },

    isWebhookSigned: (headers: Headers): boolean => SIGNATURE.test(signatureOf(headers)),

    /**
     * The payment that a webhook names, if it is signed with one of our secrets.
     *
     * @param body the raw bytes as received; parsing first changes them
     * @see https://razorpay.com/docs/webhooks/validate-test/
     */
    readWebhook(body: Uint8Array, headers: Headers): PaymentWebhook | 'invalid-signature' | 'unreadable' {
      const signature = signatureOf(headers)
      if (!config.webhookSecrets.some((secret) => isSignedWith(secret, body, signature))) return 'invalid-signature'
      const parsed = v.safeParse(webhookSchema, readJson(Buffer.from(body).toString('utf8')))
      if (!parsed.success) return 'unreadable'
      const { event, payload, created_at } = parsed.output
      const given = headers.get('x-razorpay-event-id') ?? ''
      const id = EVENT_ID.test(given) ? given : hash('sha256', body)
      const dispute = payload.dispute && toDispute(event, payload.dispute.entity, created_at)
      return { id, event, paymentId: payload.payment?.entity.id, refundId: payload.refund?.entity.id, dispute }
    },
  }
}

/** In minutes: late authorisations are captured for up to three days, the longest that the provider allows. */
const CAPTURE = { automatic_expiry_period: 4320, manual_expiry_period: 4320, refund_speed: 'normal' }

function reasonOf(content: unknown): string | undefined {
  const parsed = v.safeParse(v.object({ error: v.object({ code: v.string(), description: v.string() }) }), content)
  return parsed.success ? `${parsed.output.error.code}: ${parsed.output.error.description}` : undefined
}

function toPayment(answer: v.InferOutput<typeof paymentSchema>): ProviderPayment {
  const { order_id, captured, amount_refunded, ...payment } = answer
  return {
    ...payment,
    orderId: order_id ?? '',
    // Older responses lack this field; then the status tells it.
    captured: captured ?? payment.status === 'captured',
    amountRefunded: amount_refunded ?? 0,
  }
}

function toRefund({ id, payment_id, amount, status, notes }: v.InferOutput<typeof refundSchema>): ProviderRefund {
  const note = (name: string) => {
    const number = notes && !Array.isArray(notes) ? Number(notes[name] ?? Number.NaN) : Number.NaN
    return Number.isSafeInteger(number) ? number : undefined
  }
  return { id, paymentId: payment_id, amount, state: status, refundId: note('refund'), attempt: note('attempt') }
}

/** Ids become keys of rows and jobs, so an id in any other format is rejected here. */
const entityWithId = (id: RegExp) => v.optional(v.object({ entity: v.object({ id: v.pipe(v.string(), v.regex(id)) }) }))
/** In whole seconds, until the year 9999. */
const seconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(253_402_300_799))
const paise = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const words = v.pipe(
  v.nullish(v.string(), ''),
  v.transform((text) => startOf(cleanLine(text), 200)),
)
/** @see https://razorpay.com/docs/api/disputes/entity */
const disputeSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^disp_\w{1,60}$/)),
  payment_id: v.pipe(v.string(), v.regex(/^pay_\w{1,60}$/)),
  amount: paise,
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
  amount_deducted: v.nullish(paise, 0),
  reason_code: words,
  reason_description: words,
  phase: words,
  respond_by: v.nullish(seconds),
  created_at: seconds,
})
const webhookSchema = v.object({
  event: v.pipe(v.string(), v.regex(/^[\w.]{1,100}$/)),
  created_at: v.nullish(seconds, 0),
  payload: v.object({
    payment: entityWithId(/^pay_\w{1,60}$/),
    refund: entityWithId(/^rfnd_\w{1,60}$/),
    dispute: v.optional(v.object({ entity: disputeSchema })),
  }),
})

/** The most that the provider lists at once. */
const DISPUTES_A_PAGE = 100
const listedDisputeSchema = v.object({ ...disputeSchema.entries, status: v.picklist(DISPUTE_STATES) })

/** The entity has no state for `action_required`, so the event names it. */
const DISPUTE_EVENTS: Readonly<Record<string, DisputeState>> = {
  'payment.dispute.created': 'open',
  'payment.dispute.action_required': 'action_required',
  'payment.dispute.under_review': 'under_review',
  'payment.dispute.won': 'won',
  'payment.dispute.lost': 'lost',
  'payment.dispute.closed': 'closed',
}

/** Undefined: the event is of another kind. */
function toDispute(
  event: string,
  dispute: v.InferOutput<typeof disputeSchema>,
  reportedAt: number,
): ReportedDispute | undefined {
  const state = Object.hasOwn(DISPUTE_EVENTS, event) ? DISPUTE_EVENTS[event] : undefined
  return state && { ...toListed(dispute, state), reportedAt: new Date(reportedAt * 1000) }
}

function toListed(dispute: v.InferOutput<typeof disputeSchema>, state: DisputeState): ListedDispute {
  const { respond_by, reason_code, reason_description } = dispute
  return {
    disputeId: dispute.id,
    paymentId: dispute.payment_id,
    amount: dispute.amount,
    currency: dispute.currency,
    deducted: dispute.amount_deducted,
    reason: reason_description || reason_code.replaceAll('_', ' '),
    phase: dispute.phase.replaceAll('_', ' '),
    state,
    respondBy: respond_by ? new Date(respond_by * 1000) : null,
    createdAt: new Date(dispute.created_at * 1000),
  }
}

const EVENT_ID = /^[\w.-]{1,100}$/
const SIGNATURE = /^[0-9a-f]{64}$/

function signatureOf(headers: Headers): string {
  return headers.get('x-razorpay-signature') ?? ''
}

function isSignedWith(secret: string, content: string | Uint8Array, signature: string): boolean {
  return isSameSecret(signature, createHmac('sha256', secret).update(content).digest('hex'))
}
