import * as v from 'valibot'
import { line, type Parsed, paragraph, parseWith } from '#domain/form-fields.ts'
import { isUuid, lengthOf } from '#domain/text.ts'
import { ASKED_REASONS, WISH_NAMES } from './return-request.ts'

/** Characters. */
export const RETURN_WORDS_MAX = 2000
export const WHY_MAX = 500
/** A request has at most so many. */
export const RETURN_PICTURES_MAX = 5

const askSchema = v.object({
  /** Made by the form, so that a repeated press asks once. */
  key: v.pipe(v.string(), v.check<string, string>(isUuid, 'Reload the page.')),
  /** Place of the order's line. */
  item: v.pipe(line, v.regex(/^\d{1,4}$/, 'Choose an item.'), v.transform(Number)),
  quantity: v.pipe(
    line,
    v.regex(/^\d{1,4}$/, 'Enter how many, as a whole number.'),
    v.transform(Number),
    v.minValue(1, 'Enter at least 1.'),
  ),
  reason: v.pipe(line, v.picklist(ASKED_REASONS, 'Choose a reason.')),
  words: v.pipe(
    paragraph,
    v.minLength(1, 'Tell us what happened.'),
    v.check((typed) => lengthOf(typed) <= RETURN_WORDS_MAX, 'Use at most 2,000 characters.'),
  ),
  wanted: v.pipe(line, v.picklist(WISH_NAMES, 'Choose what you would like.')),
})
/** The buyer's form on `/orders/{id}/return`. */
export type TypedReturn = v.InferOutput<typeof askSchema>

export function parseReturnForm(form: unknown): Parsed<TypedReturn> {
  return parseWith(askSchema, form)
}

const declineSchema = v.object({
  why: v.pipe(
    paragraph,
    v.minLength(1, 'Tell the buyer why.'),
    v.check((typed) => lengthOf(typed) <= WHY_MAX, 'Use at most 500 characters.'),
  ),
})

/** @param form the field `why` */
export function parseDecline(form: unknown): Parsed<v.InferOutput<typeof declineSchema>> {
  return parseWith(declineSchema, form)
}
