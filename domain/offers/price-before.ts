import { PRICE_MAX } from '#domain/catalog/product-fields.ts'
import type { Rupees } from '#domain/money.ts'
import { type Reduction, reducedPrice } from './offer.ts'

/** The lowest price that still costs this much with these offers; above all prices: none does. */
export function priceBefore(offers: readonly Reduction[], least: Rupees): Rupees {
  const costs = (price: Rupees) => Math.min(price, ...offers.map((offer) => reducedPrice(offer, price)))
  let [low, high] = [0, PRICE_MAX + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (costs(middle) < least) low = middle + 1
    else high = middle
  }
  return low
}
