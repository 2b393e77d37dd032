import * as v from 'valibot'
import { line } from '#domain/form-fields.ts'
import { formatRupees, type Rupees } from '#domain/money.ts'
import { stripRupeeFormat } from '#domain/text.ts'

/** The part of an order that is paid online, as stored: `20%` or `₹200`. Empty: orders are not paid in two parts. */
export const PART_PAID = /^([1-9]\d?%|₹[1-9]\d{0,6})?$/

/** As an owner types it, such as `20 %` or `₹1,200`. */
export const partPaidField = v.pipe(
  line,
  v.transform((typed) => {
    const [, digits, percent] = /^(\d{1,15})(%?)$/.exec(stripRupeeFormat(typed)) ?? []
    // With one of both signs, or it is not known what was meant.
    if (digits === undefined || typed.includes('₹') === (percent === '%')) return typed
    return percent ? `${Number(digits)}%` : `₹${Number(digits)}`
  }),
  v.regex(/^(\d+%|₹\d+)?$/, 'Enter a part such as 20% or ₹200, or leave it empty.'),
  v.check((part) => !part.endsWith('%') || PART_PAID.test(part), 'Enter 1% to 99%, or leave it empty.'),
  v.regex(PART_PAID, 'Enter at least ₹1 and at most ₹99,99,999, or leave it empty.'),
)

/**
 * Rupees of an amount that are paid online now, at least one; undefined: all of it would be, or nothing is paid in two parts.
 *
 * @param setting as `PART_PAID` has it @param amount what is to be paid, after offers, delivery and voucher
 */
export function partPaidNow(setting: string, amount: Rupees): Rupees | undefined {
  if (setting === '') return undefined
  const part = setting.endsWith('%')
    ? Math.max(1, Math.round((amount * Number.parseInt(setting, 10)) / 100))
    : Number(setting.slice(1))
  return part < amount ? part : undefined
}

/** The field of a checkout form with the rupees that the shopper saw to be paid now. */
export const PART_PAID_NOW = 'partPaidNow'

/** The two amounts, as the shopper reads them before anything is charged. */
export function partsText({ now, rest }: { now: Rupees; rest: Rupees }): string {
  return `Pay ${formatRupees(now)} now, ${formatRupees(rest)} in cash on delivery`
}

export const NO_PART_PAID = 'This order can’t be paid in two parts. Pay all of it online instead.'
