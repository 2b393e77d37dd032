/** Whole Indian rupees. Paise exist only at the payment provider's door. */
export type Rupees = number

/** What a card shows crossed out beside the price. */
export function struckThroughPrice(price: Rupees): Rupees {
  return Math.round(price * 1.1)
}

/**
 * `₹1,23,456`: Indian grouping, no paise. Not by `Intl`: a browser's first `NumberFormat` stops a phone for a
 * tenth of a second, on every page that shows a price. A test compares the two.
 */
export function formatRupees(amount: Rupees): string {
  const sign = amount < 0 ? '-' : ''
  return `${sign}₹${String(Math.abs(amount)).replace(beforeEveryTwoAndTheLastThree, ',')}`
}

const beforeEveryTwoAndTheLastThree = /\B(?=(\d\d)+\d$)/g

/** A hundredth of a rupee, in which the payment provider counts. */
export type Paise = number

export function toPaise(amount: Rupees): Paise {
  return amount * 100
}

/** Only for amounts that were whole rupees. */
export function toRupees(amount: Paise): Rupees {
  return amount / 100
}
