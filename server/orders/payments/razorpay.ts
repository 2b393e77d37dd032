import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import type { Paise } from '#domain/money.ts'
import type { ProviderPayment } from '#domain/orders/payment.ts'
import type { ProviderRefund } from '#domain/orders/refund.ts'
import type { RazorpayConfig } from '#server/config.ts'
import { ProviderRejectedError, ProviderUnavailableError } from '#server/errors.ts'

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
type Call = { path: string; body?: object; headers?: Record<string, string>; isRepeatable: boolean }

type RefundOrder = { refundId: number; paymentId: string; amount: Paise; attempt: number }

/** Pauses before each retry. */
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
export function openRazorpay(config: RazorpayConfig, { httpFetch = fetch, pausesMs = RETRY_PAUSES_MS } = {}) {
  const authorization = `Basic ${Buffer.from(`${config.keyId}:${config.keySecret}`).toString('base64')}`

  async function call<T>(schema: v.GenericSchema<unknown, T>, request: Call): Promise<T> {
    for (const pause of request.isRepeatable ? pausesMs : []) {
      try {
        return await callOnce(schema, request)
      } catch (error) {
        if (!(error instanceof ProviderUnavailableError)) throw error
        await sleep(pause)
      }
    }
    return callOnce(schema, request)
  }

  async function callOnce<T>(schema: v.GenericSchema<unknown, T>, { path, body, headers }: Call): Promise<T> {
    const name = `${body ? 'POST' : 'GET'} ${path}`
    const answer = await httpFetch(`${config.url}/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(config.timeoutMs),
      redirect: 'error',
    }).catch((error) => failUnavailable(`${name} was not answered`, error))
    const text = await answer.text().catch((error) => failUnavailable(`${name} got an incomplete answer`, error))
    if (!answer.ok) throw toProviderError(name, answer.status, text)
    const parsed = v.safeParse(schema, readJson(text))
    if (!parsed.success)
      throw new ProviderUnavailableError(`${name} got an unexpected answer: ${parsed.issues[0].message}`)
    return parsed.output
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
     * Verifies the signature of a payment that the checkout widget has reported.
     *
     * @param signature lower-case hex, over our own order id and the payment's
     * @see https://razorpay.com/docs/payments/payment-gateway/web-integration/standard/integration-steps/
     */
    isPaymentGenuine(providerOrderId: string, paymentId: string, signature: string): boolean {
      return isSignedWith(config.keySecret, `${providerOrderId}|${paymentId}`, signature)
    },

    /**
     * Verifies the signature of a webhook.
     *
     * @param body the raw bytes as received; parsing first changes them
     * @see https://razorpay.com/docs/webhooks/validate-test/
     */
    isWebhookGenuine(body: Uint8Array, signature: string): boolean {
      return config.webhookSecrets.some((secret) => isSignedWith(secret, body, signature))
    },
  }
}

/** In minutes: late authorisations are captured for up to three days, the longest that the provider allows. */
const CAPTURE = { automatic_expiry_period: 4320, manual_expiry_period: 4320, refund_speed: 'normal' }

function failUnavailable(message: string, cause: unknown): never {
  throw new ProviderUnavailableError(message, { cause })
}

/** Rate limits, conflicts and server errors are temporary; any other error is final. */
function toProviderError(name: string, status: number, text: string): Error {
  const parsed = v.safeParse(
    v.object({ error: v.object({ code: v.string(), description: v.string() }) }),
    readJson(text),
  )
  const reason = parsed.success ? `${parsed.output.error.code}: ${parsed.output.error.description}` : 'no reason given'
  const message = `${name} was rejected with ${status} (${reason})`
  const isTemporary = status === 408 || status === 409 || status === 429 || status >= 500
  return isTemporary ? new ProviderUnavailableError(message) : new ProviderRejectedError(message)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
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

function isSignedWith(secret: string, content: string | Uint8Array, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(content).digest()
  const given = Buffer.from(/^[0-9a-f]{64}$/.test(signature) ? signature : '', 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
