import { formatRupees, type Rupees } from '#domain/money.ts'

/** One size of a family; `width`, `depth` and `height` are outer dimensions in centimetres, `weight` is in kilograms. */
export type Size = {
  code: string
  family: string
  price: Rupees
  width: number
  depth: number
  height: number
  /** Null: not told. */
  weight: number | null
  /** No longer offered, except by products that have it as their own size. */
  isRetired: boolean
}

/** A colour or surface in which every product comes. */
export type Finish = {
  name: string
  /** Such as `#86878a`, for the sample beside its name. */
  swatch: string
  isRetired: boolean
}

/** The sizes, family by family and smallest first, and the finishes that the shop offers. */
export type Catalogue = { sizes: readonly Size[]; finishes: readonly Finish[] }

export function findSize({ sizes }: Pick<Catalogue, 'sizes'>, code: string): Size | undefined {
  return sizes.find((size) => size.code === code)
}

/** A product can be ordered in its own size, and in the others of its family that are not retired. */
export function sizesOf({ sizes }: Pick<Catalogue, 'sizes'>, product: { sizeCode: string }): Size[] {
  const own = findSize({ sizes }, product.sizeCode)
  return sizes.filter((size) => size === own || (size.family === own?.family && !size.isRetired))
}

export function finishesOnSale({ finishes }: Pick<Catalogue, 'finishes'>): Finish[] {
  return finishes.filter(({ isRetired }) => !isRetired)
}

/** `CUBEE C02`, as stored in products. */
export function sizeLabelOf(size: Pick<Size, 'family' | 'code'>): string {
  return `${size.family} ${size.code}`
}

/** `28 × 28 × 28 cm`: width, depth, height. */
export function dimensionsOf(size: Pick<Size, 'width' | 'depth' | 'height'>): string {
  return `${size.width} × ${size.depth} × ${size.height} cm`
}

/** Label of a size option: `C02 · 28 × 28 × 28 cm · ₹849`. The price depends on the product. */
export function sizeOptionName(size: Size, price: Rupees): string {
  return `${size.code} · ${dimensionsOf(size)} · ${formatRupees(price)}`
}

/** Such as `TR04`; the shop's own codes are in the database. */
export const SIZE_CODE = /^[A-Z0-9][A-Z0-9-]{0,19}$/
/** Characters. */
export const FINISH_NAME_MAX = 60
