import * as v from 'valibot'
import { line, type Parsed, paragraph, parseWith } from '#domain/text.ts'

/** A request for a Sold pot; the specification calls the record productRaise. */
export type ProductRequest = { name: string; email: string; note: string }

const requestSchema = v.object({
  name: v.pipe(line, v.minLength(1, 'Enter your name.'), v.maxLength(100, 'Use at most 100 characters.')),
  email: v.pipe(
    line,
    v.toLowerCase(),
    v.email('Enter a valid email.'),
    v.maxLength(254, 'Enter an email of at most 254 characters.'),
  ),
  note: v.pipe(paragraph, v.maxLength(1000, 'Use at most 1,000 characters.')),
})

export function parseProductRequest(form: unknown): Parsed<ProductRequest> {
  return parseWith(requestSchema, form)
}
