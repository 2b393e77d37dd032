import type { Catalogue, Size } from '#domain/catalog/sizes.ts'
import { finishesOnSale, sizesOf } from '#domain/catalog/sizes.ts'
import { FACETS, type Facet, type Filters, IN_STOCK } from './filters.ts'
import { bandOf } from './price-bands.ts'

/** One size and finish in which a product can be bought, by its value in each facet. */
export type Offer = Readonly<Record<Facet, string>>

type Choice = { size: Pick<Size, 'code' | 'family'>; finish: string; isAvailable: boolean }

/** @param band of its price, see price-bands.ts */
export function toOffer({ size, finish, isAvailable }: Choice, band: string): Offer {
  return { family: size.family, size: size.code, finish, price: band, stock: isAvailable ? IN_STOCK : 'out' }
}

/**
 * Everything that a product offers whose stock is not counted: its own size at its own price, the others of the family
 * at theirs, each in every finish.
 *
 * @param ownBand the band of its own price
 */
export function offersOf(
  { sizeCode, ownBand, isSold }: { sizeCode: string; ownBand: string; isSold: boolean },
  catalogue: Catalogue,
): Offer[] {
  return sizesOf(catalogue, { sizeCode }).flatMap((size) => {
    const band = size.code === sizeCode ? ownBand : bandOf(size.price)
    return finishesOnSale(catalogue).map(({ name }) => toOffer({ size, finish: name, isAvailable: !isSold }, band))
  })
}

/** Does this one offer fit all of the filters? */
export function fits(offer: Offer, filters: Filters): boolean {
  return FACETS.every((facet) => isChosen(offer, filters, facet))
}

/** Without a chosen value a facet fits everything. */
export function isChosen(offer: Offer, filters: Filters, facet: Facet): boolean {
  return filters[facet].length === 0 || filters[facet].includes(offer[facet])
}
