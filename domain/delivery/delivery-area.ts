import { memoize } from '#domain/memoize.ts'
import { formatRupees, type Rupees } from '#domain/money.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { calendarDay, DAY_MS, dayAfter, formatIndianIso } from '#domain/time.ts'

/** A row of the owner's list of serviceable pincodes. Null: as the settings say. */
export type DeliveryArea = { pincode: string; days: number | null; cash: boolean; largest: Rupees | null }

/** The delivery terms that the shop promises at one pincode. */
export type Coverage = {
  delivers: boolean
  /** How many days a delivery takes; 0: not promised. */
  days: number
  /** Absent: every day counts. */
  calendar?: WorkingDays
  cash: boolean
  /** Largest cash order; 0: no limit of this area. */
  largest: Rupees
}

/** The times at which parcels are packed: the time until which an order counts for its day, working days until it leaves, days off. */
export type WorkingDays = Pick<Settings, 'cutOff' | 'packingDays' | 'holidays'>

/**
 * @param listed has the owner set a list? Without one the shop delivers everywhere, as specified
 * @param area the pincode's row of that list
 */
export function coverageOf(
  {
    deliveryDays,
    cashOnDelivery,
    ...settings
  }: Pick<Settings, 'deliveryDays' | 'cashOnDelivery'> & Partial<WorkingDays>,
  listed: boolean,
  area: Omit<DeliveryArea, 'pincode'> | undefined,
): Coverage {
  const { cutOff = '', packingDays = 0, holidays = [] } = settings
  return {
    delivers: !listed || area !== undefined,
    days: area?.days ?? deliveryDays,
    ...((cutOff || packingDays > 0 || holidays.length > 0) && { calendar: { cutOff, packingDays, holidays } }),
    cash: cashOnDelivery && (area?.cash ?? true),
    largest: area?.largest ?? 0,
  }
}

/** An order that its buyer fetches goes to no pincode, and no day is promised for it. */
export function coverageOfCounter({ cashOnDelivery }: Pick<Settings, 'cashOnDelivery'>): Coverage {
  return { delivers: true, days: 0, cash: cashOnDelivery, largest: 0 }
}

/** A pincode as the list has it: people type `411 001` too. */
export function plainPincode(typed: string): string {
  return typed.replace(/[\s-]/g, '')
}

export function isPincode(text: string): boolean {
  return /^[1-9]\d{5}$/.test(text)
}

/** The last ten digits of a mobile number, by which a return is remembered; undefined: it has fewer. */
export function mobileKey(typed: string): string | undefined {
  const digits = typed.replace(/\D/g, '')
  return digits.length >= 10 ? digits.slice(-10) : undefined
}

/** A mobile number in India has ten digits, of which the first is 6 to 9; people write +91 or 0 before it. */
export function isLikelyMobile(typed: string): boolean {
  return /^(?:\+?91|0)?[6-9]\d{9}$/.test(typed.replace(/[\s()-]/g, ''))
}

const shortDay = memoize(
  () =>
    new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', weekday: 'short', day: 'numeric', month: 'short' }),
)

/**
 * The last day on which an order of now arrives, such as `2026-11-26`, in Indian time; undefined: none is promised. With a
 * calendar nothing is packed or arrives on Sundays and holidays.
 */
export function lastDayOf({ days, calendar }: Pick<Coverage, 'days' | 'calendar'>, now: Date): string | undefined {
  if (days === 0) return undefined
  if (!calendar) return calendarDay(new Date(now.getTime() + days * DAY_MS))
  const { cutOff, packingDays, holidays } = calendar
  const off = new Set(holidays)
  const nextWorking = (day: string): string => (isOff(day, off) ? nextWorking(dayAfter(day)) : day)
  const isTooLate = cutOff !== '' && formatIndianIso(now).slice(11, 16) >= cutOff
  let leaves = nextWorking(dayAfter(calendarDay(now), isTooLate ? 1 : 0))
  for (let packed = 0; packed < packingDays; packed++) leaves = nextWorking(dayAfter(leaves))
  return nextWorking(dayAfter(leaves, days))
}

function isOff(day: string, holidays: ReadonlySet<string>): boolean {
  return holidays.has(day) || new Date(`${day}T00:00:00Z`).getUTCDay() === 0
}

/** `Thu 26 Nov`. @param day such as `2026-11-26` */
export function formatArrival(day: string): string {
  const parts = shortDay().formatToParts(new Date(`${day}T12:00:00+05:30`))
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('weekday')} ${part('day')} ${part('month').slice(0, 3)}`
}

/**
 * The lines of a product's page about a pincode, such as `We deliver to Kolkata 700001` and `Cash on delivery available`.
 * A cart may be refused for other reasons.
 *
 * @param city empty: unknown
 * @param fee   for one of the product; undefined: the shop has no delivery fee
 */
export function deliveryAnswer(
  { pincode, city, coverage, fee }: { pincode: string; city: string; coverage: Coverage; fee?: Rupees | undefined },
  now: Date,
): string[] {
  if (!coverage.delivers) return [noDeliveryMessage(pincode)]
  const place = [city, pincode].filter(Boolean).join(' ')
  return [
    arrivalAnswer(coverage, now) || `We deliver to ${place}`,
    ...(fee === undefined ? [] : [fee === 0 ? 'Delivery free' : `Delivery ${formatRupees(fee)}`]),
    coverage.cash ? 'Cash on delivery available' : 'Online payment available, no cash on delivery',
  ]
}

/** `Delivers by Thu 26 Nov`; empty: no day is promised. */
export function arrivalAnswer(coverage: Coverage, now: Date): string {
  const day = lastDayOf(coverage, now)
  return coverage.delivers && day ? `Delivers by ${formatArrival(day)}` : ''
}

export function noDeliveryMessage(pincode: string): string {
  return `We don’t deliver to ${pincode || 'this pincode'} yet. Please choose another address.`
}
