import type { Variant } from '#domain/catalog/variant.ts'
import { FACETS, type Facet, type Filters, IN_STOCK } from './filters.ts'
import { bandOf } from './price-bands.ts'

/** A variant by its value in each facet. */
export type Offer = Readonly<Record<Facet, string>>

/** @param band of its price, see price-bands.ts */
export function toOffer(
  { family, sizeCode, finish, isAvailable }: Pick<Variant, 'family' | 'sizeCode' | 'finish' | 'isAvailable'>,
  band: string,
): Offer {
  return { family, size: sizeCode, finish, price: band, stock: isAvailable ? IN_STOCK : 'out' }
}

/** Does this variant fit all of the filters? */
export function fits(variant: Variant, filters: Filters): boolean {
  const offer = toOffer(variant, bandOf(variant.price))
  return FACETS.every((facet) => isChosen(offer, filters, facet))
}

/** Without a chosen value a facet fits everything. */
export function isChosen(offer: Offer, filters: Filters, facet: Facet): boolean {
  return filters[facet].length === 0 || filters[facet].includes(offer[facet])
}
