/** Whole Indian rupees. Only the payment provider uses paise. */
export type Rupees = number

/** The crossed-out price on a product card. */
export function struckThroughPrice(price: Rupees): Rupees {
  return Math.round(price * 1.1)
}

/**
 * `₹1,23,456`: Indian grouping, no paise. Not formatted by `Intl`, because the first `NumberFormat` blocks a phone for a
 * tenth of a second on every page with a price. A test compares the two.
 */
export function formatRupees(amount: Rupees): string {
  const sign = amount < 0 ? '-' : ''
  return `${sign}₹${String(Math.abs(amount)).replace(indianGroupStart, ',')}`
}

const indianGroupStart = /\B(?=(\d\d)+\d$)/g

/** Hundredths of a rupee, the unit of the payment provider and of invoices. */
export type Paise = number

/** `₹1,23,456.05`: as invoices show an amount. */
export function formatPaise(amount: Paise): string {
  const whole = Math.abs(amount)
  const rupees = formatRupees(Math.trunc(whole / 100))
  return `${amount < 0 ? '-' : ''}${rupees}.${String(whole % 100).padStart(2, '0')}`
}

/** `₹5,998`, with paise only if there are any. */
export function formatAmount(amount: Paise): string {
  return amount % 100 === 0 ? formatRupees(amount / 100) : formatPaise(amount)
}

export function toPaise(amount: Rupees): Paise {
  return amount * 100
}

/** Only for whole rupees. */
export function toRupees(amount: Paise): Rupees {
  return amount / 100
}

/** Rupees with or without paise, as `₹1,234.50`. */
export function parseAmount(typed: string): Paise | undefined {
  const plain = typed.replace(/^(rs\.?|inr|₹)/i, '').replace(/[,\s]/g, '')
  const [, rupees, paise = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(plain) ?? []
  return rupees === undefined ? undefined : Number(rupees) * 100 + Number(paise.padEnd(2, '0'))
}
