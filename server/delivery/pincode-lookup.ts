import { cheapestOf } from '#domain/catalog/variant.ts'
import { type Coverage, coverageOf, isPincode, plainPincode } from '#domain/delivery/delivery-area.ts'
import { stateOfPincode } from '#domain/delivery/pincode-states.ts'
import type { Rupees } from '#domain/money.ts'
import type { StateCode } from '#domain/states.ts'
import { parseId } from '#domain/text.ts'
import { listVariants } from '#server/catalog/stock/queries.ts'
import type { Db } from '#server/db/connection.ts'
import type { Shop } from '#server/shop.ts'
import { quoteDelivery } from './fee.ts'
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
  /** Of the delivery of one variant; absent: none was asked about, or delivery is free, as specified. */
  fee?: Rupees
}

/** One variant, as a product's page names it in the query. */
function lineOf(asked: URLSearchParams) {
  const id = parseId(asked.get('product'))
  const sizeCode = asked.get('size') ?? ''
  const selectedColor = asked.get('finish') ?? ''
  return id === undefined ? undefined : { id, sizeCode, selectedColor, quantity: 1 }
}

/** @returns undefined: not a pincode */
export async function lookUpPincode(
  { db, settings }: Pick<Shop, 'db' | 'settings'>,
  typed: string,
  asked = new URLSearchParams(),
): Promise<PincodeFacts | undefined> {
  const pincode = plainPincode(typed)
  if (!isPincode(pincode)) return undefined
  const [city, { listed, area }, current] = await Promise.all([
    findCity(pincode),
    findArea(db, pincode),
    settings.read(),
  ])
  const state = stateOfPincode(pincode)
  const line = lineOf(asked)
  const price = line && (await findPrice(db, line))
  const [quoted] =
    line && price !== undefined
      ? ((await quoteDelivery(db, current, { lines: [line], place: { pincode }, goods: [price] })) ?? [])
      : []
  return {
    ...(quoted && { fee: quoted.fee }),
    pincode,
    isKnown: city !== undefined,
    city: city ?? '',
    stateCode: state && state !== 'unsure' && city !== undefined ? state : '',
    coverage: coverageOf(current, listed, area),
  }
}

/** Today's price of a variant, or the lowest of its size while no finish is chosen; undefined: it is not on sale. */
async function findPrice(
  db: Db,
  { id, sizeCode, selectedColor }: { id: number; sizeCode: string; selectedColor: string },
): Promise<Rupees | undefined> {
  const variants = (await listVariants(db, [id])).get(id) ?? []
  const inSize = variants.filter((one) => one.sizeCode === sizeCode)
  return (inSize.find(({ finish }) => finish === selectedColor) ?? cheapestOf(inSize))?.price
}
