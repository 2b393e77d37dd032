import * as v from 'valibot'
import { type Parsed, paragraph, parseWith, sender } from '#domain/form-fields.ts'

/** A request for a Sold pot; the specification calls the record productRaise. */
export type ProductRequest = { name: string; email: string; note: string }

const requestSchema = v.object({
  ...sender,
  note: v.pipe(paragraph, v.maxLength(1000, 'Use at most 1,000 characters.')),
})

export function parseProductRequest(form: unknown): Parsed<ProductRequest> {
  return parseWith(requestSchema, form)
}
