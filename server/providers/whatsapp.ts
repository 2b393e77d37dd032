import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import {
  templateStateOf,
  WHATSAPP_CODE_MINUTES,
  WHATSAPP_LANGUAGE,
  type WhatsappTemplate,
} from '#domain/messages/whatsapp-templates.ts'
import { readJson } from '#domain/text.ts'
import { isSameSecret } from '#server/config/secrets.ts'
import type { WhatsappConfig } from '#server/config.ts'
import { ProviderRejectedError, ProviderUnavailableError } from '#server/errors.ts'
import { createHttpClient, failureOf, type ProviderAnswer, parseAnswer } from './http-client.ts'
import {
  problemOf,
  qualityOf,
  readEvents,
  type TemplateReport,
  type WhatsappEvent,
  type WhatsappProblem,
} from './whatsapp-webhook.ts'

/** Used when WhatsApp is not configured; nothing listens at this URL, and no signature is valid. */
export const UNCONFIGURED_WHATSAPP: WhatsappConfig = {
  url: 'http://localhost:1',
  phoneNumberId: '',
  businessId: '',
  token: '',
  appSecrets: [],
  verifyToken: '',
}

export type WhatsappButton = { index: number } & ({ payload: string } | { urlEnd: string })

export type OutgoingWhatsapp = {
  /** E.164, such as `+919876543210`. */
  to: string
  /** The same on every try: it comes back in the webhooks about this message. */
  reference: string
} & ({ template: string; values: readonly string[]; buttons: readonly WhatsappButton[] } | { text: string })

/** Meta answered that it did not take the message; `code` is Meta's. */
export class WhatsappRejectedError extends ProviderRejectedError {
  readonly code: number
  constructor(problem: WhatsappProblem) {
    super(problem.words, { reason: problem.words })
    this.code = problem.code
  }
}

/** Meta answered that it cannot take the message now, so it was not sent. */
export class WhatsappBusyError extends ProviderUnavailableError {}

type Options = { httpFetch?: typeof fetch; timeoutMs?: number }
const TIMEOUT_MS = 15_000

/**
 * Meta's Cloud API.
 * @see https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages
 */
export function openWhatsapp(config: WhatsappConfig, { httpFetch, timeoutMs = TIMEOUT_MS }: Options = {}) {
  const client = createHttpClient({
    url: config.url,
    timeoutMs,
    httpFetch,
    headers: { authorization: `Bearer ${config.token}` },
  })
  const templatesPath = `/${config.businessId}/message_templates`

  async function call<T>(schema: v.GenericSchema<unknown, T>, request: { path: string; body?: object }): Promise<T> {
    const answer = await client.send(request)
    if (!answer.isOk) throw errorOf(answer)
    return parseAnswer(schema, answer)
  }

  return {
    /** False when WhatsApp is not configured. */
    isAvailable: config.phoneNumberId !== '',

    /**
     * @returns the id that Meta gives the message
     * @throws WhatsappRejectedError; WhatsappBusyError if it was not sent and may be later; ProviderUnavailableError if the
     * answer is lost, so that it may have been sent
     */
    async send({ to, reference, ...content }: OutgoingWhatsapp): Promise<string> {
      const body = 'text' in content ? { type: 'text', text: { body: content.text } } : templateOf(content)
      const { messages } = await call(sentSchema, {
        path: `/${config.phoneNumberId}/messages`,
        body: {
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to: to.slice(1),
          biz_opaque_callback_data: reference,
          ...body,
        },
      })
      return messages[0].id
    },

    /** The number from which the shop writes, such as `+91 98765 43210`. */
    async getNumber(): Promise<string> {
      const path = `/${config.phoneNumberId}?fields=display_phone_number`
      return (await call(v.object({ display_phone_number: v.string() }), { path })).display_phone_number
    },

    async listTemplates(): Promise<TemplateReport[]> {
      const found: TemplateReport[] = []
      let after: string | undefined
      // More pages than anybody has templates.
      for (let page = 0; page < 20; page += 1) {
        const query = `?fields=name,language,status,category,quality_score&limit=100${after ? `&after=${encodeURIComponent(after)}` : ''}`
        const { data, paging } = await call(templatesSchema, { path: templatesPath + query })
        for (const { name, language, status, category, quality_score } of data)
          found.push({ name, language, state: templateStateOf(status), category, ...qualityOf(quality_score?.score) })
        after = paging?.next === undefined ? undefined : paging.cursors?.after
        if (after === undefined) break
      }
      return found
    },

    /**
     * Asks Meta to approve a template.
     *
     * @param origin of the pages that its buttons open
     */
    async submitTemplate(name: string, template: WhatsappTemplate, origin: string): Promise<TemplateReport> {
      const { status, category } = await call(submittedSchema, {
        path: templatesPath,
        body: {
          name,
          language: WHATSAPP_LANGUAGE,
          category: template.category,
          components: componentsOf(template, origin),
        },
      })
      return { name, language: WHATSAPP_LANGUAGE, state: templateStateOf(status), ...(category && { category }) }
    },

    /** Meta sends the token once, when somebody types the webhook's address. */
    isVerifyToken(token: string): boolean {
      return config.verifyToken !== '' && isSameSecret(token, config.verifyToken)
    },

    isWebhookSigned: (headers: Headers): boolean => SIGNATURE.test(signatureOf(headers)),

    /**
     * The events of a webhook, if Meta has signed it.
     *
     * @param body the raw bytes as received; parsing first changes them
     * @see https://developers.facebook.com/docs/graph-api/webhooks/getting-started#event-notifications
     */
    readWebhook(body: Uint8Array, headers: Headers): WhatsappEvent[] | 'invalid-signature' | 'unreadable' {
      const given = SIGNATURE.exec(signatureOf(headers))?.[1] ?? ''
      const isGenuine = config.appSecrets.some((secret) =>
        isSameSecret(given, createHmac('sha256', secret).update(body).digest('hex')),
      )
      if (!isGenuine) return 'invalid-signature'
      return readEvents(readJson(Buffer.from(body).toString('utf8')), config) ?? 'unreadable'
    },
  }
}

export type Whatsapp = ReturnType<typeof openWhatsapp>

const sentSchema = v.object({ messages: v.tuple([v.object({ id: v.string() })]) })
const submittedSchema = v.object({ status: v.string(), category: v.optional(v.string()) })
const templatesSchema = v.object({
  data: v.array(
    v.object({
      name: v.string(),
      language: v.string(),
      status: v.string(),
      category: v.string(),
      quality_score: v.nullish(v.object({ score: v.optional(v.string()) })),
    }),
  ),
  paging: v.optional(
    v.object({
      cursors: v.optional(v.object({ after: v.optional(v.string()) })),
      next: v.optional(v.string()),
    }),
  ),
})

type TemplateMessage = Extract<OutgoingWhatsapp, { template: string }>

function templateOf({ template, values, buttons }: Pick<TemplateMessage, 'template' | 'values' | 'buttons'>) {
  const text = (value: string) => ({ type: 'text', text: value })
  const components = [
    { type: 'body', parameters: values.map((value) => text(oneLine(value))) },
    ...buttons.map((button) => ({
      type: 'button',
      sub_type: 'payload' in button ? 'quick_reply' : 'url',
      index: String(button.index),
      parameters: ['payload' in button ? { type: 'payload', payload: button.payload } : text(button.urlEnd)],
    })),
  ]
  return { type: 'template', template: { name: template, language: { code: WHATSAPP_LANGUAGE }, components } }
}

/** Meta refuses values with line breaks, tabs or many spaces, and empty ones. */
function oneLine(value: string): string {
  return value.replace(/\s+/g, ' ').trim() || '-'
}

function componentsOf({ category, body, examples, buttons }: WhatsappTemplate, origin: string): object[] {
  if (category === 'AUTHENTICATION')
    return [
      { type: 'BODY', add_security_recommendation: true },
      { type: 'FOOTER', code_expiration_minutes: WHATSAPP_CODE_MINUTES },
      { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy code' }] },
    ]
  const asked = buttons.map((button) =>
    'reply' in button
      ? { type: 'QUICK_REPLY', text: button.reply }
      : { type: 'URL', text: button.link, url: `${origin}/{{1}}`, example: [`${origin}/orders/1001`] },
  )
  return [
    { type: 'BODY', text: body, example: { body_text: [examples] } },
    { type: 'FOOTER', text: 'Reply STOP to end these messages.' },
    { type: 'BUTTONS', buttons: asked },
  ]
}

const errorSchema = v.object({
  error: v.object({
    message: v.optional(v.string(), ''),
    code: v.number(),
    error_data: v.optional(v.object({ details: v.optional(v.string()) })),
  }),
})

/**
 * Limits and faults of Meta that pass, and what the owner must mend first, such as a revoked token, a missing payment
 * method or a locked account: the message waits.
 * @see https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes
 */
const WAITS = new Set([
  ...[0, 1, 2, 3, 4, 10, 190, 368, 80007, 130429, 131000, 131005, 131016, 131031, 131042, 131045, 131048, 131056],
  ...[131057, 133004, 133010],
])

function errorOf(answer: ProviderAnswer): Error {
  const parsed = v.safeParse(errorSchema, answer.json)
  // Without Meta's own format it comes from something in between, and the message may have been taken.
  if (!parsed.success) return failureOf(answer)
  const problem = problemOf(parsed.output.error)
  const isPermission = problem.code >= 200 && problem.code < 300
  return WAITS.has(problem.code) || isPermission || answer.status === 429 || answer.status >= 500
    ? new WhatsappBusyError(problem.words, { retryAfterMs: answer.retryAfterMs })
    : new WhatsappRejectedError(problem)
}

const SIGNATURE = /^sha256=([0-9a-f]{64})$/

function signatureOf(headers: Headers): string {
  return headers.get('x-hub-signature-256') ?? ''
}
