import { formatPaise, type Paise } from '#domain/money.ts'

/** The price of one courier of the courier's system for a parcel. */
export type Rate = {
  /** The system's own number of the courier. */
  id: string
  courier: string
  price: Paise
  /** Until it arrives; undefined: the courier does not say. */
  days?: number | undefined
}

/** `cheapest`, `fastest`, a courier's number, or nothing: the courier's system chooses. */
export const WANTED_COURIER = /^(cheapest|fastest|\d{1,12})?$/

/** @param wanted `cheapest` or `fastest`; of equals the one that is better in the other */
export function chooseRate(rates: readonly Rate[], wanted: string): Rate | undefined {
  const days = ({ days = Number.POSITIVE_INFINITY }: Rate) => days
  const byPrice = (one: Rate, other: Rate) => one.price - other.price
  // Two couriers that say nothing are equal, and their difference is no number.
  const byDays = (one: Rate, other: Rate) => (days(one) === days(other) ? 0 : days(one) - days(other))
  const sorted = [...rates].sort((one, other) =>
    wanted === 'fastest' ? byDays(one, other) || byPrice(one, other) : byPrice(one, other) || byDays(one, other),
  )
  return sorted[0]
}

/** `₹89.50, 4 days`. */
export function describeRate({ price, days }: Rate): string {
  const time = days === undefined ? '' : days === 1 ? ', 1 day' : `, ${days} days`
  return `${formatPaise(price)}${time}`
}
