/** Whole Indian rupees. Paise exist only at the payment provider's door. */
export type Rupees = number

/** What a card shows crossed out beside the price. */
export function struckThroughPrice(price: Rupees): Rupees {
  return Math.round(price * 1.1)
}

const rupeeFormat = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 })

/** `₹1,23,456`: Indian grouping, no paise. */
export function formatRupees(amount: Rupees): string {
  return rupeeFormat.format(amount)
}

/** The payment provider counts in paise, a hundred to the rupee. */
export function toPaise(amount: Rupees): number {
  return amount * 100
}
