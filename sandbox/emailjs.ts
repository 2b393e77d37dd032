import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { FaultInjector } from './fault-injector.ts'
import { openStore, type Store } from './store.ts'

export type EmailjsOptions = { serviceId: string; templateId: string; userId: string; accessToken: string }
type Surroundings = {
  store?: Store
  /** Who asks sooner after the letter before is told to come later. */
  paceMs?: number
}

/** A letter as it would have been sent: the template's own words are missing. */
export type Email = { id: string; time: string; params: Record<string, string> }

/** EmailJS as far as the shop can see it. */
export function openEmailjs(options: EmailjsOptions, { store = openStore(), paceMs = 0 }: Surroundings = {}) {
  const badDays = new FaultInjector((c, status, description) => c.text(description, status as ContentfulStatusCode))
  const app = new Hono()
  let freeAt = 0

  app.use('/api/*', badDays.middleware)
  app.post('/api/v1.0/email/send', async (c) => {
    const body = await c.req.json().catch(() => undefined)
    const refusal = refusalOf(body, options)
    if (refusal) return refusal(c)
    if (performance.now() < freeAt) return c.text('Too many requests', 429)
    freeAt = performance.now() + paceMs
    const letter: Email = { id: randomUUID(), time: new Date().toISOString(), params: body.template_params }
    store.put('letter', letter.id, letter)
    return c.text('OK')
  })

  return {
    app,
    badDays,
    /** Newest first. */
    emails: () => store.list<Email>('letter', 200),
  }
}

type SendRequest = {
  service_id?: unknown
  template_id?: unknown
  user_id?: unknown
  accessToken?: unknown
  template_params?: Record<string, unknown>
}

function refusalOf(body: SendRequest | undefined, options: EmailjsOptions): ((c: Context) => Response) | undefined {
  if (!body || typeof body !== 'object') return (c) => c.text('Bad Request', 400)
  for (const name of ['service_id', 'template_id', 'user_id'] as const)
    if (!body[name]) return (c) => c.text(`The ${name} parameter is required`, 400)
  if (body.user_id !== options.userId)
    return (c) =>
      c.text('The Public Key is invalid. To find this ID, visit https://dashboard.emailjs.com/admin/account', 400)
  if (body.accessToken !== options.accessToken)
    return (c) => c.text('API access from non-browser environments is currently disabled', 403)
  if (body.service_id !== options.serviceId) return (c) => c.text('The service ID not found', 400)
  if (body.template_id !== options.templateId) return (c) => c.text('The template ID not found', 400)
  const { template_params: params } = body
  if (!params?.email) return (c) => c.text('The recipients address is empty', 422)
  if (Object.values(params).some((value) => typeof value !== 'string'))
    return (c) => c.text('Variables are corrupted', 400)
  return undefined
}
