import { and, gt } from 'drizzle-orm'
import type { Product, ProductId } from '#domain/catalog/product.ts'
import { isForSale, listSold, publicColumns, toProduct } from '#server/catalog/storefront-queries.ts'
import type { Db } from '#server/db/connection.ts'
import { products } from '#server/db/schema/shop.ts'

const BATCH = 200

/** The next products for sale in the sequence of their ids, Sold or not. */
export async function listForSaleAfter(db: Db, id: ProductId): Promise<Product[]> {
  const rows = await db
    .select(publicColumns)
    .from(products)
    .where(and(isForSale, gt(products.id, id)))
    .orderBy(products.id)
    .limit(BATCH)
  const sold = await listSold(
    db,
    rows.map((row) => row.id),
  )
  return rows.map(toProduct).map((product) => ({ ...product, sold: sold.has(product.id) }))
}
