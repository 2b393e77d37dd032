/** Who carries parcels. With `Other` the desk types the tracking link. */
export const COURIERS = ['Delhivery', 'Blue Dart', 'DTDC', 'India Post', 'Other'] as const

/** Pages of the couriers where a parcel can be followed; India Post's asks for the number once more. */
const TRACKING_PAGES: ReadonlyMap<string, string> = new Map([
  ['Delhivery', 'https://www.delhivery.com/track/package/{awb}'],
  ['Blue Dart', 'https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo={awb}'],
  ['DTDC', 'https://www.dtdc.in/tracking.asp?strCnno={awb}'],
  ['India Post', 'https://www.indiapost.gov.in/_layouts/15/dop.portal.tracking/trackconsignment.aspx?awb={awb}'],
])

/**
 * Where a parcel can be followed: the link that the desk has typed, else the courier's own page.
 *
 * @returns undefined: nowhere
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
