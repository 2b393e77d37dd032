import * as v from 'valibot'
import { type EmailParams, writePlainEmail } from '#domain/emails/email.ts'
import { emailTitle } from '#domain/emails/email-text.ts'
import { type Parsed, paragraph, parseWith, sender } from '#domain/form-fields.ts'
import type { Words } from '#domain/shop/wording.ts'

/** A request for a Sold pot; the specification calls the record productRaise. */
export type ProductRequest = { name: string; email: string; note: string }

const requestSchema = v.object({
  ...sender,
  note: v.pipe(paragraph, v.maxLength(1000, 'Use at most 1,000 characters.')),
})

export function parseProductRequest(form: unknown): Parsed<ProductRequest> {
  return parseWith(requestSchema, form)
}

/** To somebody who asked for a product while it was Sold. */
export function writeAvailableEmail(
  requester: { name: string; email: string },
  { title, link }: { title: string; link: string },
  { noun }: Words,
): EmailParams {
  const status = `The ${noun} you asked for, ${emailTitle(title)}, is available again: ${link}`
  return writePlainEmail(requester, status)
}
