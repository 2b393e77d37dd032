import * as v from 'valibot'
import { formParser, line, maxCharacters, paragraph } from '#domain/form-fields.ts'
import { type Paise, toPaise } from '#domain/money.ts'
import { isUuid } from '#domain/text.ts'
import { ASKED_REASONS, WISH_NAMES } from './return-request.ts'

/** Characters. */
export const RETURN_WORDS_MAX = 2000
export const WHY_MAX = 500
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
    maxCharacters(RETURN_WORDS_MAX, 'Use at most 2,000 characters.'),
  ),
  wanted: v.pipe(line, v.picklist(WISH_NAMES, 'Choose what you would like.')),
})
/** The buyer's form on `/orders/{id}/return`. */
export type TypedReturn = v.InferOutput<typeof askSchema>

export const parseReturnForm = formParser(askSchema)

const why = v.pipe(paragraph, v.minLength(1, 'Tell the buyer why.'), maxCharacters(WHY_MAX))

export const parseDecline = formParser(v.object({ why }))

const count = v.pipe(line, v.regex(/^\d{0,4}$/, 'Enter how many, as a whole number.'), v.transform(Number))

/** An empty field is 0. */
export const parseReceived = formParser(v.object({ good: count, damaged: count }))

/** In whole rupees as prices are. */
const amount = v.pipe(
  line,
  v.regex(/^[1-9]\d{0,7}$/, 'Enter whole rupees, such as 250.'),
  v.transform((typed): Paise => toPaise(Number(typed))),
)

export const parseSettledAmount = formParser(v.object({ amount }))
