import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { FaultInjector } from './fault-injector.ts'
import { logError } from './log-error.ts'
import { createProviderState, type Notify, Refusal } from './provider-state.ts'
import { openStore, type Store } from './store.ts'
import { openWebhooks } from './webhooks.ts'

export type RazorpayOptions = { keyId: string; keySecret: string; webhookSecrets: string[] }
type Surroundings = {
  store?: Store
  /** Undefined: messages wait until a test delivers them. */
  webhookUrl?: string
  /** How long the bank takes to send money back; undefined: until a test says so. */
  refundMs?: number
}

/** Razorpay as far as the shop can see it: REST API, widget, messages. */
export function openRazorpay(
  options: RazorpayOptions,
  { store = openStore(), webhookUrl, refundMs }: Surroundings = {},
) {
  const { keyId, keySecret, webhookSecrets } = options
  const webhooks = openWebhooks(store, { url: webhookUrl, secret: webhookSecrets[0] ?? '' })
  const bank = createProviderState(
    store,
    refundMs === undefined ? webhooks.tell : finishingRefunds(webhooks.tell, refundMs),
  )
  // Those that a restart has interrupted.
  if (refundMs !== undefined) {
    for (const { id, status } of bank.listAllRefunds()) if (status === 'pending') finishLater(id, refundMs)
  }
  const badDays = new FaultInjector()
  const app = new Hono()

  /** What the widget hands to the shop's page after a payment. */
  function report(orderId: string, paymentId: string) {
    const signature = createHmac('sha256', keySecret).update(`${orderId}|${paymentId}`).digest('hex')
    return { razorpay_payment_id: paymentId, razorpay_order_id: orderId, razorpay_signature: signature }
  }

  function finishingRefunds(tell: Notify, pause: number): Notify {
    return (event, told) => {
      tell(event, told)
      const { refund } = told
      if (event === 'refund.created' && refund) finishLater(refund.id, pause)
    }
  }

  function finishLater(refundId: string, pause: number): void {
    setTimeout(() => bank.finishRefund(refundId, 'processed'), pause).unref()
  }

  app.onError((error, c) => {
    if (error instanceof Refusal) return refuse(c, error.message, error.status)
    logError(error)
    return c.json({ error: { code: 'SERVER_ERROR', description: 'We are facing some trouble' } }, 500)
  })

  app.use('/v1/*', badDays.middleware)
  app.use('/v1/*', async (c, next) => {
    const expected = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
    if (!isSame(c.req.header('authorization') ?? '', expected)) return refuse(c, 'Authentication failed', 401)
    return next()
  })
  app.post('/v1/orders', async (c) => c.json(bank.openOrder(await readJson(c))))
  app.get('/v1/orders', (c) => collection(c, bank.listOrders(c.req.query('receipt'))))
  app.get('/v1/orders/:id', (c) => c.json(bank.getOrder(c.req.param('id'))))
  app.get('/v1/orders/:id/payments', (c) => collection(c, bank.listPayments(c.req.param('id'))))
  app.get('/v1/payments/:id', (c) => c.json(bank.getPayment(c.req.param('id'))))
  app.post('/v1/payments/:id/capture', (c) => c.json(bank.capture(c.req.param('id'))))
  app.get('/v1/payments/:id/refunds', (c) => collection(c, bank.listRefunds(c.req.param('id'))))
  app.post('/v1/payments/:id/refund', async (c) => {
    const { notes } = await readJson(c)
    const key = c.req.header('x-refund-idempotency')
    return c.json(bank.refund(c.req.param('id'), { notes, ...(key && { key }) }))
  })
  app.get('/v1/refunds/:id', (c) => c.json(bank.getRefund(c.req.param('id'))))

  app.get('/checkout.js', async (c) => {
    const script = await readFile(join(import.meta.dirname, 'checkout.js'), 'utf8')
    return c.body(script, 200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
  })
  // The widget is the sandbox's own, so a payment that is refused is a good answer to it.
  app.post('/widget/:what{pay|fail}', async (c) => {
    const { key, order_id, email, contact } = await readJson(c)
    if (key !== keyId) return refuse(c, 'Authentication failed', 200)
    try {
      const who = { email: String(email ?? ''), contact: String(contact ?? '') }
      const payment = bank.pay(String(order_id), who, { isRefused: c.req.param('what') === 'fail' })
      if (payment.error_description) return refuse(c, payment.error_description, 200, { payment_id: payment.id })
      return c.json(report(payment.order_id, payment.id))
    } catch (error) {
      if (error instanceof Refusal) return refuse(c, error.message, 200)
      throw error
    }
  })

  return { app, bank, badDays, webhooks, report, forget: store.clear, close: webhooks.close }
}

/** The fields of a body; one that is no JSON object has none. */
async function readJson(c: Context): Promise<Record<string, unknown>> {
  const body: unknown = await c.req.json().catch(() => undefined)
  return body !== null && typeof body === 'object' ? { ...body } : {}
}

function collection(c: Context, items: unknown[]) {
  return c.json({ entity: 'collection', count: items.length, items })
}

function refuse(c: Context, description: string, status: number, metadata = {}) {
  const error = {
    code: 'BAD_REQUEST_ERROR',
    description,
    source: 'business',
    step: null,
    reason: 'input_validation_failed',
  }
  return c.json({ error: { ...error, metadata } }, status as ContentfulStatusCode)
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
