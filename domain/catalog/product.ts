import { memoize } from '#domain/memoize.ts'
import { formatRupees, type Rupees } from '#domain/money.ts'
import type { AltTexts } from './alt-texts.ts'
import type { ShownFields } from './product-fields.ts'
import type { Size } from './sizes.ts'

/** Maximum of one product in one size per order, in all colours together. */
export const MAX_QUANTITY = 99

export type ProductId = number

/** A product's public fields. `sold` is derived: by `listSold`. `stock` is absent when it is as delivered. */
export type Product = ShownFields & {
  id: ProductId
  productImageUrl: string[]
  /** Absent: none of its images has one. */
  altTexts?: AltTexts
  /** Addresses of its video and its own 3D models. */
  video?: string
  glb?: string
  usdz?: string
  quantity: number
  sizeLabel: string
  featured: boolean
  sold: boolean
  /**
   * With an offer on the price: the lowest price of the thirty days before it. Of a set: what its parts cost together. It may
   * be no higher.
   */
  was?: Rupees
  /** Its price without that offer. */
  regular?: Rupees
  /** `price` is the lowest of another kind's variants, some of which cost more. */
  isFrom?: true
  reviews?: { rating: number; count: number }
  /** When it was added, ISO 8601. */
  time: string
}

export const CARD_TITLE = 25
export const SEARCH_TITLE = 20

/** Rupees for one pot of this product in that size, before it is stored: `sellable_variants` has the prices that count. */
export function priceOfSize(product: Pick<Product, 'sizeCode' | 'price'>, size: Pick<Size, 'code' | 'price'>): Rupees {
  return size.code === product.sizeCode ? product.price : size.price
}

/** `₹99`, or `From ₹99` where some variants cost more. */
export function priceText({ price, isFrom }: Pick<Product, 'price' | 'isFrom'>): string {
  return (isFrom ? 'From ' : '') + formatRupees(price)
}

/** The MRP is that of the product's own size; the other sizes of its family have none. */
export function mrpOfSize({ sizeCode, mrp }: Pick<Product, 'sizeCode' | 'mrp'>, code: string): Rupees | undefined {
  return code === sizeCode ? mrp : undefined
}

const characters = memoize(() => new Intl.Segmenter('en'))
const plain = /^[ -~]*$/

/** The first `length` graphemes, so that no emoji or Hindi character is cut in half. */
export function cutTitle(title: string, length: number): string {
  if (title.length <= length) return title
  // ASCII needs no Segmenter, whose first use blocks a phone for a tenth of a second.
  const start = title.slice(0, length + 1)
  if (plain.test(start)) return start.slice(0, length)
  let count = 0
  for (const { index } of characters().segment(title)) {
    if (count++ === length) return title.slice(0, index)
  }
  return title
}
