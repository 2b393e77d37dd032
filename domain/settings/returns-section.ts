import * as v from 'valibot'
import { line } from '#domain/form-fields.ts'
import { rupees } from '#domain/shop/fields.ts'
import { defineSection } from '#domain/shop/section.ts'

const HOURS_MAX = 2160
const MONTHS_MAX = 120

const whole = (max: number, what: string) =>
  v.pipe(
    line,
    v.regex(/^\d{1,6}$/, `Enter a whole number of ${what}.`),
    v.transform(Number),
    v.maxValue(max, `Enter at most ${max} ${what}.`),
  )

/** The section `Returns`: what buyers may ask for when it is not the shop's fault. */
export const returnsSection = defineSection<'changedMindHours' | 'changedMindGives' | 'keepItBelow' | 'warrantyMonths'>(
  {
    changedMindHours: {
      label: 'Changed my mind within',
      required: true,
      inputMode: 'numeric',
      hint: 'Hours after delivery. The refund page says how many, so change it too.',
      schema: whole(HOURS_MAX, 'hours'),
      typed: String,
    },
    changedMindGives: {
      label: 'Changed my mind gives',
      hint: 'For goods that are damaged, wrong, not as shown or late, a buyer can always choose money.',
      options: [
        ['voucher', 'Voucher'],
        ['money', 'Money back'],
      ],
      schema: v.pipe(line, v.picklist(['voucher', 'money'], 'Choose what it gives.')),
    },
    keepItBelow: {
      label: 'Keep it below',
      hint: 'In whole rupees: what costs less, its buyer may keep when you settle a return. Leave empty for nothing.',
      ...rupees,
    },
    warrantyMonths: {
      label: 'Warranty',
      required: true,
      inputMode: 'numeric',
      hint: 'Months after delivery. Where two of your pages promise different periods, enter the longer one.',
      schema: whole(MONTHS_MAX, 'months'),
      typed: String,
    },
  },
)
