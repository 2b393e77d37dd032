import type { Rupees } from '#domain/money.ts'
import type { ProductId } from './product.ts'
import { findVariant, type Variant, type VariantName, type Variants } from './variant.ts'

/** One product in a set, in one variant. `productId` null: the variant was deleted. */
export type SetPart = VariantName & {
  variantId: number
  productId: ProductId | null
  title: string
  quantity: number
  /** Its own picture, or the first one of its product. */
  image: string
}

export type SetParts = ReadonlyMap<ProductId, readonly SetPart[]>

/** A set as its owner has made it: one of `price` and `percent` off its parts is there. */
export type SetContents = { price: Rupees | null; percent: number | null; parts: SetPart[] }

export type ShownPart = VariantName &
  Pick<SetPart, 'title' | 'quantity' | 'image'> & { productId: ProductId; price: Rupees }

/** The products of these parts that are still there. */
export function productsOf(parts: readonly SetPart[]): ProductId[] {
  return [...new Set(parts.flatMap(({ productId }) => productId ?? []))]
}

/** The parts with their prices; undefined: one of them is not on sale. */
export function pricedParts(
  parts: readonly SetPart[],
  variants: Variants,
): (SetPart & { productId: ProductId; variant: Variant })[] | undefined {
  const priced = parts.flatMap((part) => {
    const variant = part.productId === null ? undefined : findVariant(variants.get(part.productId) ?? [], part)
    return part.productId === null || !variant ? [] : [{ ...part, productId: part.productId, variant }]
  })
  return priced.length === parts.length && parts.length > 0 ? priced : undefined
}

/** Empty: a part is not on sale. */
export function shownParts(parts: readonly SetPart[], variants: Variants): ShownPart[] {
  return (pricedParts(parts, variants) ?? []).map(({ variantId: _, variant, ...part }) => ({
    ...part,
    price: variant.price,
  }))
}

/** Rupees for all parts, bought one by one. */
export function sumOfParts(parts: readonly { price: Rupees; quantity: number }[]): Rupees {
  return parts.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
}
