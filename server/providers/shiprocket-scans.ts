import * as v from 'valibot'
import type { Scan, Step } from '#domain/orders/shipment.ts'
import { startOf } from '#domain/short-text.ts'
import { cleanLine } from '#domain/text.ts'
import type { CourierReport } from './courier.ts'
import { parseCourierTime } from './courier-time.ts'

/** Shiprocket sends some fields as a number or as text. */
const word = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((value) => cleanLine(String(value))),
)
/** A value of any other type counts as empty. */
const looseOptional = v.optional(v.fallback(word, ''), '')

const scanSchema = v.object({
  date: looseOptional,
  status: looseOptional,
  activity: looseOptional,
  location: looseOptional,
  'sr-status': looseOptional,
  'sr-status-label': looseOptional,
})
type ProviderScan = v.InferOutput<typeof scanSchema>

/** A scan that cannot be parsed becomes null, so that the others still count. */
const scansSchema = v.optional(v.fallback(v.array(v.fallback(v.nullable(scanSchema), null)), []), [])

const webhookSchema = v.object({
  awb: v.pipe(word, v.minLength(1), v.maxLength(50)),
  courier_name: looseOptional,
  current_status: looseOptional,
  shipment_status: looseOptional,
  current_timestamp: looseOptional,
  is_return: looseOptional,
  scans: scansSchema,
})

export const trackingSchema = v.object({
  tracking_data: v.object({
    track_status: v.optional(v.number()),
    shipment_track: v.optional(
      v.fallback(v.array(v.object({ current_status: looseOptional, courier_name: looseOptional })), []),
      [],
    ),
    shipment_track_activities: scansSchema,
  }),
})
export type Tracking = v.InferOutput<typeof trackingSchema>

/** A parcel has about twenty; an endless list would keep the order locked. */
const MAX_SCANS = 100
const MAX_WORDS = 100

/**
 * Reads a webhook of Shiprocket.
 *
 * @param now a report without a time counts as happening now
 * @returns undefined for any other body
 * @see https://apidocs.shiprocket.in/#webhooks
 */
export function readWebhook(body: unknown, now: Date): CourierReport | undefined {
  const parsed = v.safeParse(webhookSchema, body)
  if (!parsed.success) return undefined
  const { awb, courier_name: courier, current_status, shipment_status, current_timestamp, is_return } = parsed.output
  const scans = toScans(parsed.output.scans, now)
  const status = current_status || shipment_status
  const current = status ? toScan({ label: status, time: parseCourierTime(current_timestamp) ?? now }) : undefined
  return { awb, courier, isReturn: is_return === '1', scans: withCurrent(scans, current, now) }
}

/** @returns undefined while the courier has no scan yet */
export function readTracking(awb: string, { tracking_data: data }: Tracking, now: Date): CourierReport | undefined {
  // Newest first, unlike in a webhook; scans of the same second keep their order.
  const scans = toScans(data.shipment_track_activities.toReversed(), now)
  if (scans.length === 0) return undefined
  const isReturn = scans.some(({ status }) => /^return /i.test(status))
  return { awb, courier: data.shipment_track[0]?.courier_name ?? '', isReturn, scans }
}

/** Oldest first. Scans with an unreadable or future time are left out, because their place is unknown. */
function toScans(scans: readonly (ProviderScan | null)[], now: Date): Scan[] {
  return scans
    .flatMap((scan) => {
      const time = scan && parseCourierTime(scan.date)
      if (!time || isToCome(time, now)) return []
      const label = scan['sr-status-label']
      const isNamed = label !== '' && !/^n\/?a$/i.test(label)
      const words = isNamed ? label : scan.activity || scan.status
      if (!words) return []
      const code = /^\d+$/.test(scan['sr-status']) ? Number(scan['sr-status']) : undefined
      return [toScan({ label: words, code: isNamed ? undefined : code, time, place: scan.location })]
    })
    .sort((one, other) => one.time.localeCompare(other.time))
    .slice(-MAX_SCANS)
}

type Read = { label: string; code?: number | undefined; time: Date; place?: string }

function toScan({ label, code, time, place = '' }: Read): Scan {
  // A scan without a status describes what happened, sometimes with the telephone number of the delivery person.
  const words = label.replace(/\d[\d -]{8,18}\d/g, '…')
  return {
    step: code === undefined ? stepOfStatus({ label }) : stepOfStatus({ label: '', code }),
    status: startOf(words, MAX_WORDS),
    place: /^n\/?a$/i.test(place) ? '' : startOf(place, MAX_WORDS),
    source: 'courier',
    time: time.toISOString(),
  }
}

/** The current status usually repeats the last scan a little later: then it is not a scan of its own. */
function withCurrent(scans: Scan[], current: Scan | undefined, now: Date): Scan[] {
  if (!current || isToCome(new Date(current.time), now)) return scans
  const last = scans.at(-1)
  const isSame =
    last && (last.status.toUpperCase() === current.status.toUpperCase() || (current.step && last.step === current.step))
  return isSame ? scans : [...scans, current]
}

/** More than an hour ahead, which is a wrong time zone and not a clock that is a little fast. */
function isToCome(time: Date, now: Date): boolean {
  return time.getTime() > now.getTime() + 60 * 60 * 1000
}

const NO_CODE = -1

/**
 * Shiprocket's statuses by their number, with the step each means. Statuses that are not listed are shown in the courier's
 * words: a person has to look at them.
 * @see https://apidocs.shiprocket.in/
 */
const STATUSES: readonly (readonly [code: number, label: string, step: Step])[] = [
  [1, 'AWB ASSIGNED', 'packed'],
  [2, 'LABEL GENERATED', 'packed'],
  [3, 'PICKUP SCHEDULED', 'packed'],
  [3, 'PICKUP GENERATED', 'packed'],
  [4, 'PICKUP QUEUED', 'packed'],
  [5, 'MANIFEST GENERATED', 'packed'],
  [15, 'PICKUP RESCHEDULED', 'packed'],
  [19, 'OUT FOR PICKUP', 'packed'],
  [27, 'PICKUP BOOKED', 'packed'],
  [52, 'SHIPMENT BOOKED', 'packed'],
  [42, 'PICKED UP', 'picked-up'],
  [6, 'SHIPPED', 'on-the-way'],
  [18, 'IN TRANSIT', 'on-the-way'],
  [38, 'REACHED AT DESTINATION HUB', 'on-the-way'],
  [38, 'REACHED DESTINATION HUB', 'on-the-way'],
  [48, 'REACHED WAREHOUSE', 'on-the-way'],
  [17, 'OUT FOR DELIVERY', 'out-for-delivery'],
  [7, 'DELIVERED', 'delivered'],
  [21, 'UNDELIVERED', 'not-delivered'],
  [12, 'LOST', 'not-delivered'],
  [24, 'DESTROYED', 'not-delivered'],
  [25, 'DAMAGED', 'not-delivered'],
  [44, 'DISPOSED OFF', 'not-delivered'],
  [76, 'UNTRACEABLE', 'not-delivered'],
  [9, 'RTO INITIATED', 'not-delivered'],
  [14, 'RTO ACKNOWLEDGED', 'not-delivered'],
  [40, 'RTO NDR', 'not-delivered'],
  [41, 'RTO OFD', 'not-delivered'],
  [46, 'RTO IN TRANSIT', 'not-delivered'],
  [75, 'RTO LOCK', 'not-delivered'],
  [78, 'REACHED BACK AT SELLER CITY', 'not-delivered'],
  [10, 'RTO DELIVERED', 'returned'],
  // A parcel that a buyer sends back is known by the words of its status alone.
  [NO_CODE, 'RETURN PENDING', 'packed'],
  [NO_CODE, 'RETURN INITIATED', 'packed'],
  [NO_CODE, 'RETURN PICKUP QUEUED', 'packed'],
  [NO_CODE, 'RETURN PICKUP GENERATED', 'packed'],
  [NO_CODE, 'RETURN PICKUP SCHEDULED', 'packed'],
  [NO_CODE, 'RETURN PICKUP RESCHEDULED', 'packed'],
  [NO_CODE, 'RETURN PICKUP ERROR', 'not-delivered'],
  [NO_CODE, 'RETURN PICKUP EXCEPTION', 'not-delivered'],
  [NO_CODE, 'RETURN PICKUP CANCELLED', 'not-delivered'],
  [NO_CODE, 'RETURN PICKED UP', 'picked-up'],
  [NO_CODE, 'RETURN IN TRANSIT', 'on-the-way'],
  [NO_CODE, 'RETURN OUT FOR DELIVERY', 'out-for-delivery'],
  [NO_CODE, 'RETURN DELIVERED', 'delivered'],
]

const BY_LABEL = new Map(STATUSES.map(([, label, step]) => [label, step]))
const BY_CODE = new Map(STATUSES.map(([code, , step]) => [code, step]))

/**
 * The step that a status means. Its text decides, because the numbers differ between the fields of one message; a
 * number only counts without a text.
 *
 * @returns undefined for a status that the shop does not know
 */
export function stepOfStatus({ label, code }: { label: string; code?: number | undefined }): Step | undefined {
  const words = plain(label)
  if (words) return BY_LABEL.get(words)
  return code === undefined ? undefined : BY_CODE.get(code)
}

/** In capitals with single spaces; empty for `NA`, which means no status. */
function plain(label: string): string {
  const words = label
    .toUpperCase()
    .replace(/[^A-Z]+/g, ' ')
    .trim()
  return words === 'NA' || words === 'N A' ? '' : words
}
