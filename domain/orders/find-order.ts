import * as v from 'valibot'
import { mobileKey } from '#domain/delivery/delivery-area.ts'
import { line, type Parsed, parseWith } from '#domain/form-fields.ts'
import { parseId } from '#domain/text.ts'
import type { OrderId } from './order-state.ts'

/** The form that finds an order without login: its number, and the email or the phone that it was placed with. */
export type WantedOrder = { id: OrderId; email: string | undefined; mobile: string | undefined }

const schema = v.object({
  order: v.pipe(
    line,
    v.transform((text) => parseId(text.replace(/^(order)?\s*#?\s*/i, ''))),
    v.number('Enter the order’s number, such as 1030.'),
  ),
  contact: v.pipe(
    line,
    v.maxLength(254, 'Enter an email or a phone number.'),
    v.transform((text) => (text.includes('@') ? { email: text.toLowerCase() } : { mobile: mobileKey(text) })),
    v.check((contact) => 'email' in contact || contact.mobile !== undefined, 'Enter an email or a phone number.'),
  ),
})

export function parseWantedOrder(form: unknown): Parsed<WantedOrder> {
  const parsed = parseWith(schema, form)
  if (!parsed.ok) return parsed
  const { order: id, contact } = parsed.value
  return { ok: true, value: { id, email: contact.email, mobile: contact.mobile } }
}
