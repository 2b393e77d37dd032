import type { Step } from '#domain/orders/shipment.ts'

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
