import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { FaultInjector } from './fault-injector.ts'
import { createProviderState, type Notify, newId } from './provider-state.ts'
import { isSame, logError, RequestRejected, readJson } from './requests.ts'
import { openStore, type Store } from './store.ts'
import { openWebhooks } from './webhooks.ts'

export type RazorpayOptions = { keyId: string; keySecret: string; webhookSecrets: string[] }
type Options = {
  store?: Store
  /** Without it, webhooks wait until a test delivers them. */
  webhookUrl?: string
  /** How long a refund takes; without it, tests finish refunds. */
  refundMs?: number
  /** How long the next refund of a payment is refused after one. */
  busyMs?: number
}

/** The part of Razorpay that the shop uses: REST API, checkout widget and webhooks. */
export function openRazorpay(
  options: RazorpayOptions,
  { store = openStore(), webhookUrl, refundMs, busyMs }: Options = {},
) {
  const { keyId, keySecret, webhookSecrets } = options
  const webhooks = openWebhooks(store, {
    url: webhookUrl,
    kind: 'message',
    sign: ({ id, body }) => ({
      'x-razorpay-signature': createHmac('sha256', webhookSecrets[0] ?? '')
        .update(body)
        .digest('hex'),
      'x-razorpay-event-id': id,
    }),
  })
  const notify: Notify = (event, entities) => {
    const created_at = Math.floor(Date.now() / 1000)
    const payload = Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }]))
    const about = { entity: 'event', account_id: 'acc_sandbox', event, contains: Object.keys(entities) }
    webhooks.add({ id: newId('evt'), event }, { ...about, payload, created_at })
  }
  const state = createProviderState(store, refundMs === undefined ? notify : finishingRefunds(notify, refundMs), {
    busyMs,
  })
  // Refunds that were interrupted by a restart.
  if (refundMs !== undefined) {
    for (const { id, status } of state.listAllRefunds()) if (status === 'pending') finishLater(id, refundMs)
  }
  const faults = new FaultInjector()
  const app = new Hono()

  /** The signed result that the widget hands to the shop's page after a payment. */
  function signResult(orderId: string, paymentId: string) {
    const signature = createHmac('sha256', keySecret).update(`${orderId}|${paymentId}`).digest('hex')
    return { razorpay_payment_id: paymentId, razorpay_order_id: orderId, razorpay_signature: signature }
  }

  function finishingRefunds(notify: Notify, delayMs: number): Notify {
    return (event, entities) => {
      notify(event, entities)
      const { refund } = entities
      if (event === 'refund.created' && refund) finishLater(refund.id, delayMs)
    }
  }

  function finishLater(refundId: string, delayMs: number): void {
    setTimeout(() => state.finishRefund(refundId, 'processed'), delayMs).unref()
  }

  app.onError((error, c) => {
    if (error instanceof RequestRejected) return reject(c, error.message, error.status)
    logError(error)
    return c.json({ error: { code: 'SERVER_ERROR', description: 'We are facing some trouble' } }, 500)
  })

  app.use('/v1/*', faults.middleware)
  app.use('/v1/*', async (c, next) => {
    const expected = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
    if (!isSame(c.req.header('authorization') ?? '', expected)) return reject(c, 'Authentication failed', 401)
    return next()
  })
  app.post('/v1/orders', async (c) => c.json(state.createOrder(await readJson(c))))
  app.get('/v1/orders', (c) => collection(c, state.listOrders(c.req.query('receipt'))))
  app.get('/v1/orders/:id/payments', (c) => collection(c, state.listPayments(c.req.param('id'))))
  app.get('/v1/payments/:id', (c) => c.json(state.getPayment(c.req.param('id'))))
  app.get('/v1/payments/:id/refunds', (c) => collection(c, state.listRefunds(c.req.param('id'))))
  app.post('/v1/payments/:id/refund', async (c) => {
    const { amount, receipt, notes } = await readJson(c)
    const key = c.req.header('x-refund-idempotency')
    const request = { amount, notes, ...(receipt !== undefined && { receipt: String(receipt) }), ...(key && { key }) }
    return c.json(state.refund(c.req.param('id'), request))
  })
  app.get('/v1/disputes', (c) => {
    const skip = Number(c.req.query('skip') ?? 0)
    return collection(c, state.listDisputes(skip + Number(c.req.query('count') ?? 10)).slice(skip))
  })
  app.get('/v1/refunds/:id', (c) => c.json(state.getRefund(c.req.param('id'))))

  app.get('/checkout.js', async (c) => {
    const script = await readFile(join(import.meta.dirname, 'checkout.js'), 'utf8')
    return c.body(script, 200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
  })
  // Status 200: for our own widget a declined payment is a regular result.
  app.post('/widget/:what{pay|fail}', async (c) => {
    const { key, order_id, email, contact } = await readJson(c)
    if (key !== keyId) return reject(c, 'Authentication failed', 200)
    try {
      const customer = { email: String(email ?? ''), contact: String(contact ?? '') }
      const payment = state.pay(String(order_id), customer, { isRefused: c.req.param('what') === 'fail' })
      if (payment.error_description) return reject(c, payment.error_description, 200, { payment_id: payment.id })
      return c.json(signResult(payment.order_id, payment.id))
    } catch (error) {
      if (error instanceof RequestRejected) return reject(c, error.message, 200)
      throw error
    }
  })

  return { app, state, faults, webhooks, signResult, reset: store.clear, close: webhooks.close }
}

function collection(c: Context, items: unknown[]) {
  return c.json({ entity: 'collection', count: items.length, items })
}

function reject(c: Context, description: string, status: number, metadata = {}) {
  return c.json({ error: { code: 'BAD_REQUEST_ERROR', description, metadata } }, status as ContentfulStatusCode)
}
