import * as v from 'valibot'
import { formParser, line, paragraph, sender } from './form-fields.ts'

const contactSchema = v.object({
  ...sender,
  phone: v.pipe(
    line,
    v.transform((text) => text.replace(/[\s-]/g, '')),
    v.regex(/^\d{10}$/, 'Enter a 10-digit phone number.'),
  ),
  message: v.pipe(paragraph, v.minLength(1, 'Enter your message.'), v.maxLength(2000, 'Use at most 2,000 characters.')),
})

export type ContactMessage = v.InferOutput<typeof contactSchema>

export const parseContactMessage = formParser(contactSchema)

/** Messages are numbered from C-2001 on. */
const NUMBERED_FROM = 2000

/** The number of a message, such as `C-2001`, which its sender quotes. */
export function messageNumber(id: number): string {
  return `C-${NUMBERED_FROM + id}`
}

/** @returns the id of the message; undefined: the text is no number of a message */
export function parseMessageNumber(text: string): number | undefined {
  const [, digits] = /^c ?-? ?(\d{4,15})$/i.exec(text.trim()) ?? []
  const id = Number(digits) - NUMBERED_FROM
  return id > 0 ? id : undefined
}

/** `answered` by a reply; `closed` without one, or after it. */
export const MESSAGE_STATES = ['new', 'answered', 'closed'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]
export const MESSAGE_STATE_LABELS: Record<MessageState, string> = { new: 'New', answered: 'Answered', closed: 'Closed' }

export const REPLY_MAX = 5000

const replySchema = v.object({
  key: v.pipe(v.string(), v.uuid()),
  reply: v.pipe(paragraph, v.minLength(1, 'Write a reply.'), v.maxLength(REPLY_MAX, 'Use at most 5,000 characters.')),
  /** How many replies the form was opened with. */
  seen: v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number)),
})
export type Reply = v.InferOutput<typeof replySchema>

export const parseReply = formParser(replySchema)

/** The idempotency key that the browser made; undefined when the form was sent without scripts. */
export function parseContactKey(key: unknown): string | undefined {
  return v.is(v.pipe(v.string(), v.uuid()), key) ? key : undefined
}

/** A hidden field (honeypot) that only bots fill in. */
export const HONEYPOT_FIELD = 'website'
