import { formatPaise, type Paise } from '#domain/money.ts'
import { plural } from '#domain/text.ts'

/** The couriers that carry parcels. With `Other` the desk types the tracking link. */
export const COURIERS = ['Delhivery', 'Blue Dart', 'DTDC', 'India Post', 'Other'] as const

/** Pages of the couriers where a parcel can be followed; India Post's asks for the number once more. */
const TRACKING_PAGES: ReadonlyMap<string, string> = new Map([
  ['Delhivery', 'https://www.delhivery.com/track/package/{awb}'],
  ['Blue Dart', 'https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo={awb}'],
  ['DTDC', 'https://www.dtdc.in/tracking.asp?strCnno={awb}'],
  ['India Post', 'https://www.indiapost.gov.in/_layouts/15/dop.portal.tracking/trackconsignment.aspx?awb={awb}'],
])

/**
 * The page on which a parcel can be followed: the link that the desk has typed, else the courier's own page.
 *
 * @returns undefined: there is none
 */
export function trackingLinkOf(parcel: {
  courier: string
  awb: string | undefined
  trackingLink: string
}): string | undefined {
  if (parcel.trackingLink) return parcel.trackingLink
  // A courier's system names its service too: `Delhivery Surface`.
  const [, page] = [...TRACKING_PAGES].find(([name]) => parcel.courier.startsWith(name)) ?? []
  return page && parcel.awb ? page.replace('{awb}', encodeURIComponent(parcel.awb)) : undefined
}

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
  return formatPaise(price) + (days === undefined ? '' : `, ${plural(days, 'day')}`)
}
