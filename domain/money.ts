import { once } from './once.ts'

/** Whole Indian rupees. Paise exist only at the payment provider's door. */
export type Rupees = number

/** What a card shows crossed out beside the price. */
export function struckThroughPrice(price: Rupees): Rupees {
  return Math.round(price * 1.1)
}

const rupeeFormat = once(
  () => new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 }),
)

/** `₹1,23,456`: Indian grouping, no paise. */
export function formatRupees(amount: Rupees): string {
  return rupeeFormat().format(amount)
}

/** A hundredth of a rupee, in which the payment provider counts. */
export type Paise = number

export function toPaise(amount: Rupees): Paise {
  return amount * 100
}

/** Only for amounts that were whole rupees. */
export function toRupees(amount: Paise): Rupees {
  return amount / 100
}
