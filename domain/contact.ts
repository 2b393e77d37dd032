import * as v from 'valibot'
import { line, type Parsed, paragraph, parseWith, sender } from './form-fields.ts'

export type ContactMessage = { name: string; email: string; phone: string; message: string }

const contactSchema = v.object({
  ...sender,
  phone: v.pipe(
    line,
    v.transform((text) => text.replace(/[\s-]/g, '')),
    v.regex(/^\d{10}$/, 'Enter a 10-digit phone number.'),
  ),
  message: v.pipe(paragraph, v.minLength(1, 'Enter your message.'), v.maxLength(2000, 'Use at most 2,000 characters.')),
})

export function parseContactMessage(form: unknown): Parsed<ContactMessage> {
  return parseWith(contactSchema, form)
}

/** The idempotency key that the browser made; undefined when the form was sent without scripts. */
export function parseContactKey(key: unknown): string | undefined {
  return v.is(v.pipe(v.string(), v.uuid()), key) ? key : undefined
}

/** A hidden field (honeypot) that only bots fill in. */
export const HONEYPOT_FIELD = 'website'
