import * as v from 'valibot'
import { line, type Parsed, parseWith } from '#domain/form-fields.ts'
import { type Paise, toPaise } from '#domain/money.ts'

const count = v.pipe(
  line,
  v.regex(/^\d{0,4}$/, 'Enter how many, as a whole number.'),
  v.transform((typed) => Number(typed || 0)),
)

/** Fields `good` and `damaged`; an empty one is 0. */
export function parseReceived(form: unknown): Parsed<{ good: number; damaged: number }> {
  return parseWith(v.object({ good: count, damaged: count }), form)
}

const amountSchema = v.object({
  amount: v.pipe(
    line,
    v.regex(/^[1-9]\d{0,7}$/, 'Enter whole rupees, such as 250.'),
    v.transform((typed): Paise => toPaise(Number(typed))),
  ),
})

/** Field `amount`, in whole rupees as prices are. */
export function parseSettledAmount(form: unknown): Parsed<{ amount: Paise }> {
  return parseWith(amountSchema, form)
}
