import type { Rupees } from '#domain/money.ts'
import type { ProductId } from './product.ts'
import { FINISH_NAME_MAX, SIZE_CODE } from './sizes.ts'

/**
 * A variant's name within its product: a pot by size and finish; a product of another kind has an empty size, and
 * its options in words, such as `Pack: 5 kg`.
 */
export type VariantName = { sizeCode: string; finish: string }

/** A variant on sale. The view `sellable_variants` says what is on sale, at which price, and how much is available. */
export type Variant = VariantName & {
  id: number
  /** Empty for a product of another kind. */
  family: string
  price: Rupees
  /** Without an offer on the price; absent: as the price. */
  regular?: Rupees
  /** With an offer on the price: the lowest price of the thirty days before it. Of a set: what its parts cost together. */
  was?: Rupees | null
  /** Units that this shopper can have; null: not counted. */
  available: number | null
  isAvailable: boolean
  /** Its own picture; null: the product's. */
  image: string | null
  /** A GTIN; null: it has none. */
  barcode: string | null
}

/** The variants of each product, in the order in which pages show them. */
export type Variants = ReadonlyMap<ProductId, readonly Variant[]>

/** Longest options of a variant in words, in characters. */
export const VARIANT_WORDS_MAX = 180

/** May a cart or an order name a variant like this? */
export function isVariantName({ sizeCode, finish }: VariantName): boolean {
  if (sizeCode === '') return finish.length <= VARIANT_WORDS_MAX
  return SIZE_CODE.test(sizeCode) && finish !== '' && finish.length <= FINISH_NAME_MAX
}

export function findVariant<T extends VariantName>(
  variants: readonly T[],
  { sizeCode, finish }: VariantName,
): T | undefined {
  return variants.find((variant) => variant.sizeCode === sizeCode && variant.finish === finish)
}

/** `C02 · Grey Stone`, or `Pack: 5 kg`. */
export function choiceText({ sizeCode, finish }: VariantName): string {
  return [sizeCode, finish].filter((part) => part !== '').join(' · ')
}

/** A variant as product pages have it. `left`: absent when there are plenty, or when they are not counted. */
export type ShownVariant = VariantName & { price: Rupees; was?: Rupees; left?: number; image?: string }

/** @param lowStock larger numbers are not shown, so that a page need not change at each sale */
export function toShown({ sizeCode, finish, price, was, available, image }: Variant, lowStock: number): ShownVariant {
  return {
    sizeCode,
    finish,
    price,
    ...(typeof was === 'number' && { was }),
    ...(available !== null && available <= lowStock && { left: available }),
    ...(image !== null && { image }),
  }
}

/** The size with which a product's page opens: its own, or the first that is on sale. Empty: it has no sizes. */
export function openingSizeOf(product: { sizeCode: string }, variants: readonly VariantName[]): string {
  const isOffered = variants.some(({ sizeCode }) => sizeCode === product.sizeCode)
  return isOffered ? product.sizeCode : (variants[0]?.sizeCode ?? product.sizeCode)
}

export type ShownPrice = { price: Rupees; was?: Rupees | null | undefined }

/** The price on a product's page: of this variant, or, before a finish is chosen, the lowest of this size. */
export function shownPrice(
  product: ShownPrice,
  variants: readonly (VariantName & ShownPrice)[],
  { sizeCode, finish }: { sizeCode: string; finish?: string | undefined },
): { price: Rupees; was?: Rupees } {
  const inSize = variants.filter((variant) => variant.sizeCode === sizeCode)
  return priceOnly(inSize.find((variant) => variant.finish === finish) ?? cheapestOf(inSize) ?? product)
}

/** The first of those that cost least. */
export function cheapestOf<T extends { price: Rupees }>(variants: readonly T[]): T | undefined {
  return variants.reduce<T | undefined>(
    (cheapest, variant) => (cheapest && cheapest.price <= variant.price ? cheapest : variant),
    undefined,
  )
}

export function priceOnly({ price, was }: ShownPrice): { price: Rupees; was?: Rupees } {
  return { price, ...(typeof was === 'number' && { was }) }
}
