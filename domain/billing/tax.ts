import type { Paise } from '#domain/money.ts'
import type { GstRate } from '#domain/shop/settings.ts'
import type { StateCode } from '#domain/states.ts'
import type { Tax, TaxedAmount } from './invoice.ts'

/** GST of a sale: CGST and SGST within a State, CGST and UTGST within a Union Territory, IGST between them. */
export type TaxSplit = 'cgst-sgst' | 'cgst-utgst' | 'igst'

/**
 * Union Territories without a legislature (UTGST Act 2017, section 2(8)). Delhi, Puducherry, and Jammu and Kashmir have one,
 * and so a State's tax.
 */
const TERRITORIES_WITHOUT_LEGISLATURE: ReadonlySet<StateCode> = new Set(['35', '04', '26', '38', '31'])

/** IGST Act 2017, sections 7 and 8: sales within a State or Union Territory bear two taxes, all others bear IGST. */
export function gstSplit(supplier: StateCode, placeOfSupply: StateCode): TaxSplit {
  if (supplier !== placeOfSupply) return 'igst'
  return TERRITORIES_WITHOUT_LEGISLATURE.has(supplier) ? 'cgst-utgst' : 'cgst-sgst'
}

const NO_TAX: Tax = { cgst: 0, sgst: 0, utgst: 0, igst: 0 }

/**
 * The tax within an amount that includes it (CGST Rules 2017, rule 35). Each component is rounded to paise, half a paisa up;
 * the taxable value is the rest, so that nothing has to be rounded off.
 *
 * @param rate percent of the taxable value, of all components together
 */
export function taxWithin(total: Paise, rate: GstRate, split: TaxSplit): TaxedAmount {
  // Some rates have fractions of a percent.
  const hundredths = Math.round(rate * 100)
  if (split === 'igst') {
    const igst = roundedQuotient(total * hundredths, 10_000 + hundredths)
    return { ...NO_TAX, igst, taxable: total - igst, total }
  }
  // CGST and the State's tax have half of the rate each.
  const half = roundedQuotient(total * hundredths, 2 * (10_000 + hundredths))
  const shared = { cgst: half, [split === 'cgst-sgst' ? 'sgst' : 'utgst']: half }
  return { ...NO_TAX, ...shared, taxable: total - 2 * half, total }
}

/** An amount of a seller who collects no tax. */
export function withoutTax(total: Paise): TaxedAmount {
  return { ...NO_TAX, taxable: total, total }
}

/** Divides in whole numbers, because a quotient of floats may fall on the wrong side of a half. */
function roundedQuotient(dividend: number, divisor: number): number {
  const rest = dividend % divisor
  return (dividend - rest) / divisor + (2 * rest >= divisor ? 1 : 0)
}

export const ZERO_AMOUNT: TaxedAmount = withoutTax(0)

export function sumOf(amounts: readonly TaxedAmount[]): TaxedAmount {
  return amounts.reduce((sum, amount) => combine(sum, amount, 1), ZERO_AMOUNT)
}

export function differenceOf(amount: TaxedAmount, less: TaxedAmount): TaxedAmount {
  return combine(amount, less, -1)
}

function combine(one: TaxedAmount, other: TaxedAmount, sign: 1 | -1): TaxedAmount {
  return {
    taxable: one.taxable + sign * other.taxable,
    cgst: one.cgst + sign * other.cgst,
    sgst: one.sgst + sign * other.sgst,
    utgst: one.utgst + sign * other.utgst,
    igst: one.igst + sign * other.igst,
    total: one.total + sign * other.total,
  }
}
