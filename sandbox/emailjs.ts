import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { FaultInjector } from './fault-injector.ts'
import { openStore, type Store } from './store.ts'

export type EmailjsOptions = { serviceId: string; templateId: string; userId: string; accessToken: string }
type Options = {
  store?: Store
  /** Minimum time between two emails; earlier requests get 429. */
  intervalMs?: number
}

/** The parameters of an email, without the template's own text. */
export type Email = { id: string; time: string; params: Record<string, string> }

/** The part of EmailJS's API that the shop uses. */
export function openEmailjs(options: EmailjsOptions, { store = openStore(), intervalMs = 0 }: Options = {}) {
  const faults = new FaultInjector((c, status, description) => c.text(description, status as ContentfulStatusCode))
  const app = new Hono()
  let nextSendAt = 0

  app.use('/api/*', faults.middleware)
  app.post('/api/v1.0/email/send', async (c) => {
    const body = await c.req.json().catch(() => undefined)
    const rejection = findRejection(body, options)
    if (rejection) return c.text(...rejection)
    if (performance.now() < nextSendAt) return c.text('Too many requests', 429)
    nextSendAt = performance.now() + intervalMs
    const email: Email = { id: randomUUID(), time: new Date().toISOString(), params: body.template_params }
    store.put('email', email.id, email)
    return c.text('OK')
  })

  return {
    app,
    faults,
    /** Newest first. */
    emails: () => store.list<Email>('email', 200),
  }
}

type SendRequest = {
  service_id?: unknown
  template_id?: unknown
  user_id?: unknown
  accessToken?: unknown
  template_params?: Record<string, unknown>
}

type Rejection = [text: string, status: 400 | 403 | 422]

function findRejection(body: SendRequest | undefined, options: EmailjsOptions): Rejection | undefined {
  if (!body || typeof body !== 'object') return ['Bad Request', 400]
  for (const name of ['service_id', 'template_id', 'user_id'] as const)
    if (!body[name]) return [`The ${name} parameter is required`, 400]
  if (body.user_id !== options.userId)
    return ['The Public Key is invalid. To find this ID, visit https://dashboard.emailjs.com/admin/account', 400]
  if (body.accessToken !== options.accessToken)
    return ['API access from non-browser environments is currently disabled', 403]
  if (body.service_id !== options.serviceId) return ['The service ID not found', 400]
  if (body.template_id !== options.templateId) return ['The template ID not found', 400]
  const { template_params: params } = body
  if (!params?.email) return ['The recipients address is empty', 422]
  return Object.values(params).some((value) => typeof value !== 'string') ? ['Variables are corrupted', 400] : undefined
}
