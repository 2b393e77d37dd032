import type { Product } from './product.ts'
import type { ShownVariant } from './variant.ts'

/** A product beside another one. `variants`: those of the size with which its page opens, or of another kind all. */
export type GoingWith = { product: Product; sizeLabel: string; variants: ShownVariant[]; hasMore: boolean }

/**
 * The variant that one press adds: the only one that there is, or in a cart the one in the finish of what it goes with.
 * Undefined: there is a choice to make on its page, or nothing left.
 */
export function variantToAdd(
  { product, variants, hasMore }: GoingWith,
  finishes: readonly string[] = [],
): ShownVariant | undefined {
  if (product.sold) return undefined
  const [first, ...others] = variants
  const found =
    others.length === 0 && !hasMore
      ? first
      : finishes.flatMap((finish) => variants.find((variant) => variant.sizeCode && variant.finish === finish) ?? [])[0]
  return found?.left === 0 ? undefined : found
}
