import { type Coverage, coverageOf, isPincode, plainPincode } from '#domain/delivery/delivery-area.ts'
import { stateOfPincode } from '#domain/delivery/pincode-states.ts'
import type { StateCode } from '#domain/states.ts'
import type { Shop } from '#server/shop.ts'
import { findCity } from './pincodes.ts'
import { findArea } from './queries.ts'

export type PincodeFacts = {
  pincode: string
  /** The postal directory contains it. */
  isKnown: boolean
  /** As shoppers write it; empty: unknown. */
  city: string
  /** Empty: it cannot be told from the pincode. */
  stateCode: StateCode | ''
  coverage: Coverage
}

/** @returns undefined: not a pincode */
export async function lookUpPincode(
  { db, settings }: Pick<Shop, 'db' | 'settings'>,
  typed: string,
): Promise<PincodeFacts | undefined> {
  const pincode = plainPincode(typed)
  if (!isPincode(pincode)) return undefined
  const [city, { listed, area }, current] = await Promise.all([
    findCity(pincode),
    findArea(db, pincode),
    settings.read(),
  ])
  const state = stateOfPincode(pincode)
  return {
    pincode,
    isKnown: city !== undefined,
    city: city ?? '',
    stateCode: state && state !== 'unsure' && city !== undefined ? state : '',
    coverage: coverageOf(current, listed, area),
  }
}
