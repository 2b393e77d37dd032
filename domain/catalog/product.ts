import { memoize } from '#domain/memoize.ts'
import type { Rupees } from '#domain/money.ts'
import { type Size, type SizeCode, sizesInFamilyOf } from './sizes.ts'

export type ProductId = number

/** A product as every visitor may see it. `sold` is derived: delivered since it was last restocked. */
export type Product = {
  id: ProductId
  title: string
  price: Rupees
  productImageUrl: string[]
  category: string
  description: string
  quantity: number
  sizeCode: SizeCode
  sizeLabel: string
  featured: boolean
  sold: boolean
  /** Percent; absent or 0 shows no badge. */
  discount?: number
  reviews?: { rating: number; count: number }
  /** When it was added, ISO 8601. */
  time: string
}

export const MAX_IMAGES = 5
export const IMAGE_MAX_BYTES = 15 * 1024 * 1024
export const CARD_TITLE = 25
export const SEARCH_TITLE = 20

/** Rupees for one pot of this product in that size. Browser shows it, server charges it; both call this. */
export function priceOfSize(product: Pick<Product, 'sizeCode' | 'price'>, size: Size): Rupees {
  return size.code === product.sizeCode ? product.price : size.price
}

/** May this size be ordered of that product? Only sizes of its own family. */
export function comesInSize(product: Pick<Product, 'sizeCode'>, code: SizeCode): boolean {
  return sizesInFamilyOf(product.sizeCode).some((size) => size.code === code)
}

const characters = memoize(() => new Intl.Segmenter('en'))
const plain = /^[ -~]*$/

/** The first `length` characters, counted as a reader counts them, so that no emoji or Hindi letter is cut in half. */
export function cutTitle(title: string, length: number): string {
  if (title.length <= length) return title
  // Where every character is one letter, none needs counting: a browser's first Segmenter stops a phone for a tenth of a second.
  const start = title.slice(0, length + 1)
  if (plain.test(start)) return start.slice(0, length)
  let count = 0
  for (const { index } of characters().segment(title)) {
    if (count++ === length) return title.slice(0, index)
  }
  return title
}

/** Old records hold a single picture as a plain string, or an empty one for none. */
export function imagesOf(productImageUrl: string | readonly string[]): string[] {
  return [productImageUrl].flat().filter((image) => image !== '')
}
