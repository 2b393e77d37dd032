import { isToDispatch, type OrderState, type ToDispatch } from './order-state.ts'
import type { Step } from './shipment.ts'

/**
 * The words for where parcels are, on every screen and in every email, with the steps that have each; a cancelled parcel has
 * none. What needs work first comes first.
 */
export const STEPS_OF_WORD = {
  'To pack': [],
  'Not delivered': ['not-delivered'],
  'Coming back': ['returned'],
  Packed: ['packed'],
  'On the way': ['picked-up', 'on-the-way'],
  'Out for delivery': ['out-for-delivery'],
  Delivered: ['delivered'],
} satisfies Record<string, Step[]>
export type ParcelWord = keyof typeof STEPS_OF_WORD
export const PARCEL_WORDS = Object.keys(STEPS_OF_WORD) as ParcelWord[]

/** @param isTakenBack it came back, and the desk has counted all of it */
export type ParcelState = { step: Step; isTakenBack?: boolean | undefined }

/** The word for one parcel; undefined: it is cancelled or was taken back. */
export function wordOfParcel({ step, isTakenBack }: ParcelState): ParcelWord | undefined {
  return isTakenBack ? undefined : PARCEL_WORDS.find((word) => STEPS_OF_WORD[word].some((each) => each === step))
}

/**
 * The word for an order: of its parcels, and of what is still to pack, the word that needs work first. It is `Delivered` only
 * when the order is. `whereWord` says the same in SQL.
 */
export function wordOfOrder(order: OrderState & ToDispatch, parcels: readonly ParcelState[]): ParcelWord | undefined {
  const words = new Set(parcels.map(wordOfParcel))
  if (isToDispatch(order)) words.add('To pack')
  words.delete('Delivered')
  if (order.status === 'delivered') words.add('Delivered')
  return PARCEL_WORDS.find((word) => words.has(word))
}
