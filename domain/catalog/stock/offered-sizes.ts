import type { Product } from '#domain/catalog/product.ts'
import type { Size } from '#domain/catalog/sizes.ts'

type Offered = readonly { sizeCode: string }[] | undefined

/** A counted product has only those sizes in which it is offered. Never empty. */
export function offeredSizes(
  product: Pick<Product, 'sizeCode'>,
  sizes: readonly Size[],
  counted: Offered,
): readonly Size[] {
  const offered = sizes.filter(({ code }) => counted?.some(({ sizeCode }) => sizeCode === code))
  return offered.length > 0 ? offered : counted ? [ownSize(product, sizes)] : sizes
}

/** The size that the product itself has. @throws when it is not among them */
export function ownSize({ sizeCode }: Pick<Product, 'sizeCode'>, sizes: readonly Size[]): Size {
  const size = sizes.find(({ code }) => code === sizeCode)
  if (!size) throw new Error(`There is no size ${sizeCode}`)
  return size
}

/** The size with which a product's page opens: its own, or the first that is offered. @param sizes of `offeredSizes` */
export function openingSize({ sizeCode }: Pick<Product, 'sizeCode'>, sizes: readonly Size[]): Size {
  return sizes.find(({ code }) => code === sizeCode) ?? (sizes[0] as Size)
}
