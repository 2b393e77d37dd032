import type { Paise, Rupees } from '#domain/money.ts'
import type { OrderId } from './order-state.ts'

export type ShipmentId = number

/** A parcel's steps as they happen; where it is now has the words of `PARCEL_WORDS`. */
export const STEP_LABELS = {
  packed: 'Packed',
  'picked-up': 'Picked up',
  'on-the-way': 'On the way',
  'out-for-delivery': 'Out for delivery',
  delivered: 'Delivered',
  'not-delivered': 'Not delivered',
  returned: 'Coming back',
  cancelled: 'Cancelled',
} as const
export type Step = keyof typeof STEP_LABELS
export const STEPS = Object.keys(STEP_LABELS) as Step[]

export function isStep(step: unknown): step is Step {
  return STEPS.some((known) => known === step)
}

/**
 * The purpose of a parcel: goods that were ordered, others for damaged ones without a charge, or goods that a courier fetches
 * from the buyer. Of the last one `packed` is booked, `not-delivered` not picked up, and `delivered` back in the shop.
 */
export type ShipmentKind = 'sale' | 'replacement' | 'return'

/** With a courier's own system: asked for, done, refused, or being cancelled and cancelled there. */
export type Booking = 'requested' | 'booked' | 'failed' | 'cancelling' | 'cancelled'
export type ScanSource = 'desk' | 'courier'

/** Why pots of a shipment are credited. `deleted`: the order was deleted between dispatch and delivery. */
export type ReturnReason = 'returned' | 'not-delivered' | 'deleted'

/** A step of a shipment, or a report of its courier. */
export type Scan = {
  /** Undefined: the shop does not know the courier's words. */
  step: Step | undefined
  /** The courier's words; empty: pressed at the desk. */
  status: string
  place: string
  source: ScanSource
  /** ISO 8601. */
  time: string
}

/** How many of an order's line; `position` counts from 0. */
export type LineQuantity = { position: number; quantity: number }

/** The same with what these units cost. */
export type LineAmount = LineQuantity & { amount: Paise }

export type Shipment = {
  id: ShipmentId
  orderId: OrderId
  kind: ShipmentKind
  courier: string
  /** It waits at the counter for its buyer. */
  pickUp: boolean
  awb: string | undefined
  /** The page on which the parcel can be followed; undefined: there is none. */
  trackingLink: string | undefined
  step: Step
  /** ISO 8601. */
  stepAt: string
  /** The courier's last words, where the shop does not know them. */
  status: string | undefined
  /** Rupees that the courier collects; 0: paid online. */
  cash: Rupees
  /** Rupees of the order's delivery fee that it bears. */
  fee: Rupees
  booking: Booking | undefined
  bookingProblem: string | undefined
  /** Labels of the settings without which no invoice was made; empty: it has one, or will get it. */
  missingForInvoice: string[]
  /** Address of the label that the courier's system has made. */
  labelLink?: string | undefined
  lines: LineAmount[]
  /** The units that came back, all returns together. */
  returned: LineQuantity[]
  /** Oldest first. */
  scans: Scan[]
  /** When it was dispatched, ISO 8601. */
  time: string
}
