import { potImageOf } from '#domain/catalog/catalogue-images.ts'
import { priceOfSize } from '#domain/catalog/product.ts'
import { sizeLabelOf } from '#domain/catalog/sizes.ts'
import { getSize } from '#domain/catalog/specified-sizes.ts'
import type { TestShop } from '#tests/support/shop.ts'

export type NewProduct = {
  title?: string
  code?: string
  price?: number
  category?: string
  description?: string
  approved?: boolean
  featured?: boolean
  discount?: number
  rating?: number
  reviewCount?: number
}
export type StockedProduct = { id: number; title: string; price: number }

let made = 0

export async function insertProduct({ sql }: Pick<TestShop, 'sql'>, product: NewProduct): Promise<StockedProduct> {
  made += 1
  const size = getSize(product.code ?? 'C02')
  const row = {
    title: product.title ?? `Stocked Pot ${process.pid}-${made}`,
    price: product.price ?? priceOfSize({ sizeCode: 'C01', price: 0 }, size),
    category: product.category ?? 'Test POT',
    description: product.description ?? 'A pot that somebody put on the shelf for a test.',
  }
  const [stocked] = await sql<{ id: string }>(
    `insert into products (title, price, product_image_url, category, description, size_code, size_label, username, email,
       approved, featured, discount, rating, review_count)
     values ($1, $2, $3, $4, $5, $6, $7, 'Test', 'test@gamla.example', $8, $9, $10, $11, $12) returning id`,
    [
      row.title,
      row.price,
      [potImageOf(size.family, 'Grey Stone')],
      row.category,
      row.description,
      size.code,
      sizeLabelOf(size),
      product.approved ?? true,
      product.featured ?? false,
      product.discount,
      product.rating,
      product.reviewCount,
    ],
  )
  return { id: Number(stocked?.id), title: row.title, price: row.price }
}
