import { formatRupees, type Rupees } from '#domain/money.ts'
import type { FeeRow, FeeSettings } from '#domain/shop/delivery-fees.ts'
import { STATES } from '#domain/states.ts'
import { deliveryStateOf } from './pincode-states.ts'

/** The zone of the last row. */
export const EVERYWHERE_ELSE = 'Everywhere else'

/** Couriers charge the volume as if each litre weighed 200 g. */
const CM3_PER_KG = 5000
/** Of a piece that has none of its own. */
const USUAL = { cm: [30, 30, 30], kg: 1 } as const

type Piece = { quantity: number; cm?: readonly [number, number, number] | undefined; kg?: number | undefined }

/** Kilograms that are charged: the real or the volumetric weight, whichever is larger. */
export function chargedKg(items: readonly Piece[], usual: Omit<Partial<Piece>, 'quantity'> = {}): number {
  const weigh = (of: (item: Piece) => number) => items.reduce((sum, item) => sum + item.quantity * of(item), 0)
  const volume = weigh(({ cm = usual.cm ?? USUAL.cm }) => cm[0] * cm[1] * cm[2])
  return Math.max(
    weigh(({ kg = usual.kg ?? USUAL.kg }) => kg),
    volume / CM3_PER_KG,
  )
}

type Delivered = {
  place: { pincode: string; stateCode?: string | undefined }
  kg: number
  /** Rupees of the goods, after discounts. */
  goods: Rupees
}

/** Rupees for the delivery: the first row whose zone and weight fit. Without rows it is free, as specified. */
export function feeFor({ deliveryFees, freeFrom }: FeeSettings, { place, kg, goods }: Delivered): Rupees {
  if (freeFrom > 0 && goods >= freeFrom) return 0
  return deliveryFees.find((row) => carries(row, kg) && isIn(row.zone, place))?.fee ?? 0
}

/** A sentence for the desk: the fee agreed at checkout stays, though the new address costs another. Undefined: it costs the same there. */
export function feeStays(agreed: Rupees, there: Rupees): string | undefined {
  if (agreed === there) return undefined
  const now = there === 0 ? 'it is free' : `it costs ${formatRupees(there)}`
  return `Delivery stays ${agreed === 0 ? 'free' : formatRupees(agreed)}, as agreed. To this address ${now} now.`
}

/** Rupees that the delivery costs at least, while the pincode is not known. */
export function lowestFee({ deliveryFees, freeFrom }: FeeSettings, { kg, goods }: Omit<Delivered, 'place'>): Rupees {
  if (deliveryFees.length === 0 || (freeFrom > 0 && goods >= freeFrom)) return 0
  const zones = new Map<string, Rupees>()
  for (const row of deliveryFees) if (carries(row, kg) && !zones.has(row.zone)) zones.set(row.zone, row.fee)
  return zones.size === 0 ? 0 : Math.min(...zones.values())
}

function carries({ upToKg }: FeeRow, kg: number): boolean {
  return upToKg === 0 || kg <= upToKg
}

function isIn(zone: string, place: Delivered['place']): boolean {
  if (zone === EVERYWHERE_ELSE) return true
  const state = deliveryStateOf(place)
  return placesOf(zone).some((name) => name === place.pincode.replace(/\s/g, '') || (state && isState(name, state)))
}

function isState(name: string, state: keyof typeof STATES): boolean {
  return STATES[state].toLowerCase() === name.toLowerCase()
}

function placesOf(zone: string): string[] {
  return zone
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
}

/** The fault of a typed zone in a sentence; undefined: none. */
export function zoneProblem(zone: string): string | undefined {
  const places = placesOf(zone)
  if (places.length === 0) return 'Enter States or pincodes, with commas between them.'
  const names = new Set(Object.values(STATES).map((name) => name.toLowerCase()))
  const unknown = places.find((name) => !/^[1-9]\d{5}$/.test(name) && !names.has(name.toLowerCase()))
  return unknown && `“${unknown.slice(0, 40)}” is neither a State nor a pincode of six digits.`
}
