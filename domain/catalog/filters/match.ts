import { imageInFinish } from '#domain/catalog/catalogue-images.ts'
import { mrpOfSize, type Product } from '#domain/catalog/product.ts'
import { type Catalogue, findSize } from '#domain/catalog/sizes.ts'
import { cheapestOf } from '#domain/catalog/variant.ts'
import { addressOfVariant } from '#domain/catalog/variant-address.ts'
import { type FilteredVariant, type Filters, fits } from './filters.ts'

/** The variant that a card shows in a filtered list. */
type Match = {
  /** `in C01, 20 cm`, so that a large pot's name does not stand over a small one's price; or `in C01, 20 cm · Sandstone`. */
  label: string
  /** Opens the product's page with this choice: `?size=TR01&finish=Sandstone`. */
  query: string
}

/** A product of a list. `match`: absent when nothing of it depends on the filters. */
export type ListedProduct = Product & { match?: Match }

/**
 * The product as a filtered list shows it: with the price of the cheapest variant that fits, in the product's own size if
 * one fits there, and with the picture in the chosen finish. Undefined: nothing fits any more.
 */
export function asMatched(
  product: Product,
  { variants, filters, catalogue }: { variants: readonly FilteredVariant[]; filters: Filters; catalogue: Catalogue },
): ListedProduct | undefined {
  const { attributes } = product
  const fitting = variants.filter((variant) => fits({ ...variant, attributes }, filters, catalogue))
  const own = fitting.filter(({ sizeCode }) => sizeCode === product.sizeCode)
  const found = cheapestOf(own) ?? cheapestOf(fitting)
  if (!found) return undefined
  const { sizeCode, price, was } = found
  const finish = filters.finish.length > 0 ? found.finish : undefined
  const { mrp: _, isFrom: __, was: ___, regular: ____, ...rest } = product
  const mrp = mrpOfSize(product, sizeCode)
  return {
    ...rest,
    // The card shows the photograph of this size.
    sizeCode,
    price,
    ...(sizeCode === '' && fitting.some((one) => one.price > price) && { isFrom: true }),
    ...(mrp !== undefined && { mrp }),
    ...(typeof was === 'number' && { was }),
    ...(finish !== undefined && { productImageUrl: inThisFinish(product, finish, found.image) }),
    ...((finish !== undefined || sizeCode !== product.sizeCode) && {
      match: {
        label: [sizeCode !== '' && `in ${sizeWords(catalogue, sizeCode)}`, finish].filter(Boolean).join(' · '),
        query: addressOfVariant('', { size: sizeCode, finish }),
      },
    }),
  }
}

function sizeWords(catalogue: Catalogue, code: string): string {
  const size = findSize(catalogue, code)
  return size ? `${code}, ${size.width} cm` : code
}

function inThisFinish({ productImageUrl }: Product, finish: string, own: string | null | undefined): string[] {
  const [first, ...others] = productImageUrl
  const image = own ?? imageInFinish(first, finish)
  return image ? [image, ...others] : productImageUrl
}
