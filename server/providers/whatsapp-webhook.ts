import * as v from 'valibot'
import { type TemplateState, templateStateOf } from '#domain/messages/whatsapp-templates.ts'
import { startOf } from '#domain/short-text.ts'
import { cleanLine } from '#domain/text.ts'

export type TemplateReport = {
  name: string
  language: string
  state?: TemplateState
  category?: string
  /** The category that Meta has taken away. */
  formerCategory?: string
  quality?: string
  reason?: string
}

/** One event of a webhook. */
export type WhatsappEvent =
  | {
      kind: 'status'
      id: string
      reference: string
      state: 'sent' | 'delivered' | 'read' | 'failed'
      problem: WhatsappProblem | undefined
    }
  /** Somebody pressed an answer below a message, or wrote; `from` is in E.164. */
  | { kind: 'pressed'; id: string; from: string; payload: string }
  | { kind: 'wrote'; id: string; from: string; text: string }
  /** `at`: when Meta decided it. */
  | { kind: 'template'; template: TemplateReport; at: Date | undefined }

export type WhatsappProblem = { code: number; words: string }

const id = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,300}$/))
const seconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e11))
const waId = v.pipe(v.string(), v.regex(/^\d{8,15}$/))
const errors = v.optional(
  v.array(
    v.object({
      code: v.number(),
      title: v.optional(v.string()),
      message: v.optional(v.string()),
      error_data: v.optional(v.object({ details: v.optional(v.string()) })),
    }),
  ),
)
const webhookSchema = v.object({
  object: v.literal('whatsapp_business_account'),
  entry: v.array(
    v.object({
      id: v.string(),
      time: v.optional(seconds),
      changes: v.array(v.object({ field: v.string(), value: v.unknown() })),
    }),
  ),
})
const statusSchema = v.object({
  id,
  status: v.picklist(['sent', 'delivered', 'read', 'failed']),
  biz_opaque_callback_data: v.optional(v.string(), ''),
  errors,
})
const messageSchema = v.object({
  id,
  from: waId,
  button: v.optional(v.object({ payload: v.optional(v.string(), '') })),
  text: v.optional(v.object({ body: v.string() })),
})
const messagesSchema = v.object({
  metadata: v.object({ phone_number_id: v.string() }),
  statuses: v.optional(v.array(v.unknown()), []),
  messages: v.optional(v.array(v.unknown()), []),
})
const words = v.pipe(v.string(), v.transform(toWords))
const templateSchema = v.object({
  message_template_name: v.pipe(v.string(), v.regex(/^[a-z0-9_]{1,512}$/)),
  message_template_language: v.pipe(v.string(), v.regex(/^[\w-]{2,15}$/)),
  event: v.optional(v.string()),
  reason: v.nullish(words),
  previous_category: v.optional(words),
  new_category: v.optional(words),
  new_quality_score: v.optional(words),
})

/** The events of a genuine webhook that are about this account and number. Undefined: it is in an unknown format. */
export function readEvents(
  body: unknown,
  { businessId, phoneNumberId }: { businessId: string; phoneNumberId: string },
): WhatsappEvent[] | undefined {
  const parsed = v.safeParse(webhookSchema, body)
  if (!parsed.success) return undefined
  return parsed.output.entry
    .filter(({ id }) => id === businessId)
    .flatMap(({ changes, time }) => {
      const at = time === undefined ? undefined : new Date(1000 * time)
      return changes.flatMap((change) => eventsOf(change, phoneNumberId, at))
    })
}

/** Without what this version does not know: Meta adds new kinds of messages, statuses and fields. */
function eventsOf(
  { field, value }: { field: string; value: unknown },
  phoneNumberId: string,
  at: Date | undefined,
): WhatsappEvent[] {
  if (field.startsWith('message_template_') || field === 'template_category_update') {
    const parsed = v.safeParse(templateSchema, value)
    return parsed.success ? [{ kind: 'template', template: toReport(parsed.output), at }] : []
  }
  const parsed = field === 'messages' ? v.safeParse(messagesSchema, value) : undefined
  // One account may have several numbers, and each has its own shop.
  if (!parsed?.success || parsed.output.metadata.phone_number_id !== phoneNumberId) return []
  return [...parsed.output.statuses.flatMap(toStatus), ...parsed.output.messages.flatMap(toMessage)]
}

function toStatus(value: unknown): WhatsappEvent[] {
  const parsed = v.safeParse(statusSchema, value)
  if (!parsed.success) return []
  const { id, status, biz_opaque_callback_data: reference, errors } = parsed.output
  return [{ kind: 'status', id, reference, state: status, problem: errors?.[0] && problemOf(errors[0]) }]
}

function toMessage(value: unknown): WhatsappEvent[] {
  const parsed = v.safeParse(messageSchema, value)
  if (!parsed.success) return []
  const { id, from, button, text } = parsed.output
  if (button) return [{ kind: 'pressed', id, from: `+${from}`, payload: button.payload }]
  return text ? [{ kind: 'wrote', id, from: `+${from}`, text: text.body }] : []
}

function toReport(given: v.InferOutput<typeof templateSchema>): TemplateReport {
  const { event, reason, previous_category, new_category, new_quality_score } = given
  return {
    name: given.message_template_name,
    language: given.message_template_language,
    ...(event && { state: templateStateOf(event) }),
    ...(reason && reason !== 'NONE' && { reason }),
    ...(new_category && { category: new_category, formerCategory: previous_category ?? '' }),
    ...qualityOf(new_quality_score),
  }
}

export function qualityOf(score: string | undefined): { quality?: string } {
  return score && score !== 'UNKNOWN' ? { quality: score } : {}
}

const MAX_WORDS = 300

type GivenError = { code: number; title?: string; message?: string; error_data?: { details?: string } }

/** @param error of an answer or of a webhook, with the long sentence if there is one */
export function problemOf({ code, title = '', message = '', error_data }: GivenError): WhatsappProblem {
  const text = [message || title, error_data?.details].filter(Boolean).join(' ')
  return {
    code,
    words: `WhatsApp: ${toWords(text) || 'no reason given'} (${code})`,
  }
}

/** PostgreSQL rejects some characters, and Meta would repeat for days what was not stored. */
function toWords(text: string): string {
  return startOf(cleanLine(text), MAX_WORDS)
}
