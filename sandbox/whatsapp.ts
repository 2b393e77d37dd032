import { createHmac, randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { FaultInjector } from './fault-injector.ts'
import { isSame, readJson } from './requests.ts'
import { openStore, type Store } from './store.ts'
import { openWebhooks } from './webhooks.ts'

export type WhatsappOptions = {
  phoneNumberId: string
  businessId: string
  token: string
  appSecrets: string[]
}
type Options = {
  store?: Store
  /** Without it, webhooks wait until a test delivers them. */
  webhookUrl?: string
  /** How long a message takes to be delivered, and to be read. */
  stepMs?: number
}

/** A message to somebody, as their phone shows it. */
export type PhoneMessage = {
  id: string
  time: string
  /** Digits only. */
  to: string
  text: string
  /** The buttons that can be pressed, each with the payload that the shop then receives. */
  replies: { text: string; payload: string }[]
  link: { text: string; url: string } | undefined
  answer?: string
}

type Button = { type: string; text: string; url?: string }
export type Template = {
  id: string
  name: string
  language: string
  category: string
  status: string
  body: string
  buttons: Button[]
}

type Parameter = { text?: string; payload?: string }
type SentComponent = { type: string; sub_type?: string; index?: string; parameters?: Parameter[] }
type SendRequest = {
  to?: string
  type?: string
  text?: { body?: string }
  template?: { name?: string; language?: { code?: string }; components?: SentComponent[] }
  biz_opaque_callback_data?: string
}

class Refused extends Error {
  readonly code: number
  readonly status: number
  constructor(code: number, message: string, status = 400) {
    super(message)
    this.code = code
    this.status = status
  }
}

/** Numbers that end so have no WhatsApp. */
const WITHOUT_WHATSAPP = '0000'
const STOP = 'STOP'
const DAY_MS = 86_400_000

/** The part of Meta's Cloud API that the shop uses: messages, templates and webhooks. */
export function openWhatsapp(options: WhatsappOptions, { store = openStore(), webhookUrl, stepMs = 0 }: Options = {}) {
  const { phoneNumberId, businessId, token, appSecrets } = options
  const faults = new FaultInjector((c, status, description) =>
    respondWithError(c, new Refused(status === 429 ? 130429 : 131000, description, status)),
  )
  const webhooks = openWebhooks(store, {
    url: webhookUrl,
    kind: 'whatsapp-webhook',
    sign: ({ body }) => {
      const signature = createHmac('sha256', appSecrets[0] ?? '')
        .update(body)
        .digest('hex')
      return { 'x-hub-signature-256': `sha256=${signature}` }
    },
  })
  const app = new Hono()

  function notify(field: string, value: object, inMs = 0): void {
    const entry = { id: businessId, time: Math.floor(Date.now() / 1000), changes: [{ field, value }] }
    const content = { object: 'whatsapp_business_account', entry: [entry] }
    webhooks.add({ id: randomUUID(), event: field }, content, inMs)
  }

  const messagesValue = (value: object) => ({
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '15550001234', phone_number_id: phoneNumberId },
    ...value,
  })

  function notifyStatus(id: string, request: SendRequest, status: string, inMs = 0, errors?: object[]): void {
    const { to = '', biz_opaque_callback_data } = request
    const about = { id, status, timestamp: seconds(), recipient_id: to }
    const statuses = [
      { ...about, ...(biz_opaque_callback_data && { biz_opaque_callback_data }), ...(errors && { errors }) },
    ]
    notify('messages', messagesValue({ statuses }), inMs)
  }

  function receive(from: string, content: object): void {
    const message = { from, id: newWamid(), timestamp: seconds(), ...content }
    store.put('whatsapp-heard', from, { time: Date.now() })
    notify('messages', messagesValue({ contacts: [{ wa_id: from, profile: { name: 'Asha' } }], messages: [message] }))
  }

  function send(request: SendRequest): PhoneMessage {
    const { to = '', type } = request
    if (!/^\d{8,15}$/.test(to)) throw new Refused(131009, '(#131009) Parameter value is not valid')
    const shown = type === 'template' ? showTemplate(store, request) : showText(store, request)
    const message: PhoneMessage = { id: newWamid(), time: new Date().toISOString(), to, ...shown }
    if (to.endsWith(WITHOUT_WHATSAPP)) {
      const title = 'Message undeliverable'
      notifyStatus(message.id, request, 'failed', 0, [{ code: 131026, title, message: title }])
      return message
    }
    store.put('whatsapp', message.id, message)
    notifyStatus(message.id, request, 'sent')
    notifyStatus(message.id, request, 'delivered', stepMs)
    notifyStatus(message.id, request, 'read', 2 * stepMs)
    return message
  }

  app.onError((error, c) => {
    if (error instanceof Refused) return respondWithError(c, error)
    throw error
  })
  app.use('*', faults.middleware)
  app.use('*', async (c, next) => {
    if (!isSame(c.req.header('authorization') ?? '', `Bearer ${token}`))
      throw new Refused(190, 'Error validating access token: the session has been invalidated.', 401)
    return next()
  })
  app.post(`/:version/${phoneNumberId}/messages`, async (c) => {
    const message = send(await readJson(c))
    return c.json({
      messaging_product: 'whatsapp',
      contacts: [{ input: message.to, wa_id: message.to }],
      messages: [{ id: message.id }],
    })
  })
  app.get(`/:version/${phoneNumberId}`, (c) => c.json({ display_phone_number: '+1 555-000-1234', id: phoneNumberId }))
  app.get(`/:version/${businessId}/message_templates`, (c) => {
    const data = store.list<Template>('whatsapp-template')
    return c.json({ data: data.map(({ body: _, buttons: __, ...template }) => template) })
  })
  app.post(`/:version/${businessId}/message_templates`, async (c) => {
    const template = readTemplate(await readJson(c))
    if (store.find('whatsapp-template', template.id))
      throw new Refused(100, 'Content in this language already exists for this template')
    store.put('whatsapp-template', template.id, template)
    return c.json({ id: template.id, status: template.status, category: template.category })
  })

  return {
    app,
    faults,
    webhooks,
    /** Newest first. */
    messages: () => store.list<PhoneMessage>('whatsapp', 200),
    /** Somebody presses an answer below a message, or writes. */
    answer(id: string, text: string): void {
      const message = store.find<PhoneMessage>('whatsapp', id)
      if (!message) return
      const reply = message.replies.find((reply) => reply.text === text)
      if (!reply && text !== STOP) return
      store.put('whatsapp', id, { ...message, answer: text })
      receive(
        message.to,
        reply
          ? { type: 'button', button: reply, context: { id, from: '15550001234' } }
          : { type: 'text', text: { body: text } },
      )
    },
    write: (from: string, text: string) => receive(from, { type: 'text', text: { body: text } }),
    /** Meta changes its mind about a template. */
    judge(name: string, status: string, reason = 'NONE'): void {
      const template = store.list<Template>('whatsapp-template').find((one) => one.name === name)
      if (!template) return
      store.put('whatsapp-template', template.id, { ...template, status })
      notify('message_template_status_update', {
        event: status,
        message_template_id: 1,
        reason,
        message_template_name: name,
        message_template_language: template.language,
      })
    },
    recategorise(name: string, category: string): void {
      const template = store.list<Template>('whatsapp-template').find((one) => one.name === name)
      if (!template) return
      store.put('whatsapp-template', template.id, { ...template, category })
      notify('template_category_update', {
        message_template_id: 1,
        message_template_name: name,
        message_template_language: template.language,
        previous_category: template.category,
        new_category: category,
      })
    },
  }
}

export type Whatsapp = ReturnType<typeof openWhatsapp>

function respondWithError(c: Context, { code, message, status }: Refused): Response {
  const error = { message, type: 'OAuthException', code, fbtrace_id: 'sandbox' }
  return c.json({ error }, status as ContentfulStatusCode)
}

function showTemplate(store: Store, { template: given }: SendRequest): Omit<PhoneMessage, 'id' | 'time' | 'to'> {
  const { name = '', language, components = [] } = given ?? {}
  const template = store.find<Template>('whatsapp-template', `${name} ${language?.code}`)
  if (!template) throw new Refused(132001, '(#132001) Template name does not exist in the translation', 404)
  if (template.status === 'PAUSED') throw new Refused(132015, '(#132015) Template is paused')
  if (template.status === 'DISABLED') throw new Refused(132016, '(#132016) Template is disabled')
  if (template.status !== 'APPROVED') throw new Refused(132001, '(#132001) Template is not approved', 404)
  const values = (components.find(({ type }) => type === 'body')?.parameters ?? []).map(({ text = '' }) => text)
  const wanted = new Set(template.body.match(/\{\{\d{1,2}\}\}/g)).size
  if (values.length !== wanted)
    throw new Refused(132000, '(#132000) Number of parameters does not match the expected number of params')
  if (values.some((value) => !value || /[\n\t]| {5}/.test(value)))
    throw new Refused(132018, '(#132018) There is an issue with the parameters in your template')
  const parameterOf = (index: number) =>
    components.find(({ type, index: at }) => type === 'button' && Number(at) === index)?.parameters?.[0]
  const replies: PhoneMessage['replies'] = []
  let link: PhoneMessage['link']
  for (const [index, { type, text, url = '' }] of template.buttons.entries()) {
    if (type === 'QUICK_REPLY') replies.push({ text, payload: parameterOf(index)?.payload ?? text })
    if (type === 'URL') link = { text, url: url.replace('{{1}}', parameterOf(index)?.text ?? '') }
  }
  const text = template.body.replace(/\{\{(\d{1,2})\}\}/g, (_, number) => values[Number(number) - 1] ?? '')
  return { text, replies, link }
}

/** Without a template only within a day after the person wrote. */
function showText(store: Store, { to = '', text }: SendRequest): Omit<PhoneMessage, 'id' | 'time' | 'to'> {
  const heard = store.find<{ time: number }>('whatsapp-heard', to)
  if (!text?.body) throw new Refused(100, '(#100) The parameter text[body] is required.')
  if (!heard || Date.now() - heard.time > DAY_MS) throw new Refused(131047, '(#131047) Re-engagement message')
  return { text: text.body, replies: [], link: undefined }
}

type GivenComponent = { type?: string; text?: string; buttons?: Button[] }

/** Approved at once: nobody reads it. */
function readTemplate(given: Record<string, unknown>): Template {
  const { name, language, category } = given
  const components: GivenComponent[] = Array.isArray(given.components) ? given.components : []
  const part = (type: string) => components.find((component) => component.type === type)
  if (typeof name !== 'string' || !/^[a-z0-9_]{1,512}$/.test(name) || typeof language !== 'string')
    throw new Refused(100, '(#100) Invalid parameter')
  const isCode = category === 'AUTHENTICATION'
  const body = isCode
    ? '{{1}} is your verification code. For your security, do not share this code.'
    : part('BODY')?.text
  const isEdged = body?.trim().startsWith('{{') || body?.trim().endsWith('}}')
  if (!body || (isEdged && !isCode))
    throw new Refused(100, '(#100) Variables can’t be at the start or end of the template.')
  return {
    id: `${name} ${language}`,
    name,
    language,
    category: String(category),
    status: 'APPROVED',
    body,
    buttons: part('BUTTONS')?.buttons ?? [],
  }
}

function newWamid(): string {
  return `wamid.${Buffer.from(randomUUID()).toString('base64')}`
}

function seconds(): string {
  return String(Math.floor(Date.now() / 1000))
}
