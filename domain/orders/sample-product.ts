import type { Product } from '#domain/catalog/product.ts'

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
