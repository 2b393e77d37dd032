import type { Product } from './product.ts'

export const RELATED_LIMIT = 4
/** The largest difference of similar prices, as a share of the price. */
const NEAR = 0.25

type Suggested = Pick<Product, 'price' | 'sizeCode' | 'sold'>

/** The others that can be bought: half of the same family, half of about the same price, the nearest in price first. */
export function pickRelated<T extends Suggested>(
  { price }: Pick<Product, 'price'>,
  familyCodes: readonly string[],
  candidates: readonly T[],
): T[] {
  const apart = (other: Suggested) => Math.abs(other.price - price)
  const open = candidates.filter(({ sold }) => !sold).toSorted((one, other) => apart(one) - apart(other))
  const family = open.filter(({ sizeCode }) => familyCodes.includes(sizeCode))
  const alike = open.filter((other) => !family.includes(other) && apart(other) <= price * NEAR)
  const half = RELATED_LIMIT / 2
  return [
    ...family.slice(0, Math.max(half, RELATED_LIMIT - alike.length)),
    ...alike.slice(0, Math.max(half, RELATED_LIMIT - family.length)),
  ]
}
