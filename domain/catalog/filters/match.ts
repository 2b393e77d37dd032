import { imageInFinish } from '#domain/catalog/catalogue-images.ts'
import { mrpOfSize, type Product } from '#domain/catalog/product.ts'
import type { Catalogue } from '#domain/catalog/sizes.ts'
import type { ShownVariant } from '#domain/catalog/stock/stock.ts'
import { addressOf } from '#domain/catalog/variant-address.ts'
import { listVariants, type Variant } from '#domain/seo/variants.ts'
import type { Filters } from './filters.ts'
import { fits, toOffer } from './offers.ts'
import { bandOf } from './price-bands.ts'

/** The offer that a card shows in a filtered list. */
type Match = {
  /** `TR01 · Sandstone`. */
  label: string
  /** Opens the product's page with this choice: `?size=TR01&finish=Sandstone`. */
  query: string
}

/** A product of a list. `match`: absent when nothing of it depends on the filters. */
export type ListedProduct = Product & { match?: Match }

/**
 * The product as a filtered list shows it: with the price of the cheapest offer that fits, in the product's own size if
 * one fits there, and with the picture in the chosen finish. Undefined: nothing fits any more.
 *
 * @param counted its choices, if its stock is counted
 */
export function asMatched(
  product: Product,
  {
    catalogue,
    counted,
    filters,
  }: { catalogue: Catalogue; counted?: readonly ShownVariant[] | undefined; filters: Filters },
): ListedProduct | undefined {
  const fitting = listVariants(product, catalogue, counted).filter((variant) =>
    fits(toOffer(variant, bandOf(variant.price)), filters),
  )
  const own = fitting.filter(({ size }) => size.code === product.sizeCode)
  const found = cheapestOf(own) ?? cheapestOf(fitting)
  if (!found) return undefined
  const { size, price } = found
  const finish = filters.finish.length > 0 ? found.finish : undefined
  const { mrp: _, ...rest } = product
  const mrp = mrpOfSize(product, size)
  return {
    ...rest,
    // The card shows the photograph of this size.
    sizeCode: size.code,
    price,
    ...(mrp !== undefined && { mrp }),
    ...(finish !== undefined && { productImageUrl: inThisFinish(product, finish) }),
    ...((finish !== undefined || size.code !== product.sizeCode) && {
      match: {
        label: [size.code, finish].filter(Boolean).join(' · '),
        query: addressOf('', { size: size.code, finish }),
      },
    }),
  }
}

/** The first of those that cost least. */
function cheapestOf(variants: readonly Variant[]): Variant | undefined {
  return variants.reduce<Variant | undefined>(
    (cheapest, variant) => (cheapest && cheapest.price <= variant.price ? cheapest : variant),
    undefined,
  )
}

function inThisFinish({ productImageUrl }: Product, finish: string): string[] {
  const [first, ...others] = productImageUrl
  const image = imageInFinish(first, finish)
  return image ? [image, ...others] : productImageUrl
}
