import * as v from 'valibot'
import { line, paragraph } from '#domain/form-fields.ts'
import { formatRupees, type Rupees } from '#domain/money.ts'
import { plural, stripRupeeFormat } from '#domain/text.ts'
import type { SettingField } from './section.ts'

// The kinds of fields that the forms of the settings have.

export function text(max: number) {
  return v.pipe(line, v.maxLength(max, `Use at most ${max} characters.`))
}

export function requiredText(max: number, missing: string) {
  return v.pipe(line, v.minLength(1, missing), v.maxLength(max, `Use at most ${max} characters.`))
}

export function lines(max: number) {
  return v.pipe(paragraph, v.maxLength(max, `Use at most ${max} characters.`))
}

/** A whole number; 0 when nothing was typed. */
function wholeOrNothing(max: number, tooMuch: string, wrong: string) {
  return v.pipe(
    line,
    v.transform(stripRupeeFormat),
    v.regex(/^\d{0,15}$/, wrong),
    v.transform(Number),
    v.maxValue(max, tooMuch),
  )
}

const LARGEST_AMOUNT: Rupees = 9_999_999

export const rupeesOrNothing = wholeOrNothing(
  LARGEST_AMOUNT,
  `Enter at most ${formatRupees(LARGEST_AMOUNT)}.`,
  'Enter whole rupees, such as 500, or leave it empty.',
)

/** A number of at most so many decimals, which may have a comma; 0 when nothing was typed. */
export function decimal(decimals: number, wrong: string) {
  return v.pipe(
    line,
    v.regex(new RegExp(`^(\\d{1,6}([.,]\\d{1,${decimals}})?)?$`), wrong),
    v.transform((text) => Number(text.replace(',', '.'))),
  )
}

/** An empty field for 0. */
export function numberOrNothing(value: number): string {
  return value === 0 ? '' : String(value)
}

/** A whole number of these, such as `days`; an empty field for 0. @param short their name in the sentence about the most */
export function wholeNumber(max: number, what: string, short = what) {
  return {
    inputMode: 'numeric',
    schema: wholeOrNothing(
      max,
      `Enter at most ${max} ${short}.`,
      `Enter a whole number of ${what}, or leave it empty.`,
    ),
    typed: numberOrNothing,
  } satisfies Partial<SettingField<number>>
}

const KEPT_DAYS_MAX = 3650

/** For how many days something is kept. */
export function keptDays(min: number) {
  return {
    required: true,
    inputMode: 'numeric',
    schema: v.pipe(
      line,
      v.regex(/^\d{1,9}$/, 'Enter a whole number of days.'),
      v.transform(Number),
      v.minValue(min, `Enter at least ${plural(min, 'day')}.`),
      v.maxValue(KEPT_DAYS_MAX, `Enter at most ${KEPT_DAYS_MAX} days.`),
    ),
  } satisfies Partial<SettingField<number>>
}

/** @param texts by value, in the order in which they are offered */
export function choice<Value extends string>(texts: Readonly<Record<Value, string>>, problem: string) {
  const options = Object.entries(texts) as [Value, string][]
  return { options, schema: v.pipe(line, v.picklist(Object.keys(texts) as Value[], problem)) }
}

export const rupees = {
  inputMode: 'numeric',
  isRupees: true,
  schema: rupeesOrNothing,
  typed: numberOrNothing,
} satisfies Partial<SettingField<number>>

export const checkbox = {
  control: 'checkbox',
  schema: v.pipe(
    // Browsers leave an unticked box out.
    v.optional(v.unknown(), ''),
    v.transform((value) => value === 'on'),
  ),
  typed: (value: boolean) => (value ? 'on' : ''),
} satisfies Partial<SettingField<boolean>>
