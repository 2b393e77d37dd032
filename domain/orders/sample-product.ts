import { type Product, priceOfSize } from '#domain/catalog/product.ts'
import { type Catalogue, finishesOnSale, sizesOf } from '#domain/catalog/sizes.ts'
import { specifiedCatalogue } from '#domain/catalog/specified-sizes.ts'
import type { Variant } from '#domain/catalog/variant.ts'

/** A product of the shop for tests of pure rules. */
export const sampleProduct: Product = {
  id: 17,
  title: 'Cubee planter',
  price: 799,
  productImageUrl: ['/images/a.webp', '/images/b.webp'],
  category: 'POT',
  description: 'A cube.',
  quantity: 40,
  sizeCode: 'C02',
  sizeLabel: 'CUBEE C02',
  featured: true,
  sold: false,
  time: '2026-11-21T03:45:00.000Z',
}

/** The variants of a pot that is not counted, for tests of pure rules; `sellable_variants` says so to everybody else. */
export function variantsOf(
  product: { id?: number; sizeCode: string; price: number; sold?: boolean },
  catalogue: Catalogue = specifiedCatalogue,
): Variant[] {
  return sizesOf(catalogue, product).flatMap((size) =>
    finishesOnSale(catalogue).map(({ name: finish }, index) => ({
      id: index + 1,
      family: size.family,
      sizeCode: size.code,
      finish,
      price: priceOfSize(product, size),
      available: null,
      isAvailable: product.sold !== true,
      image: null,
      barcode: null,
    })),
  )
}
