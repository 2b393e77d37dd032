import type { Product } from '#domain/catalog/product.ts'
import { messages } from '#domain/messages.ts'
import { readOrFallback } from '#server/http/degraded-reads.ts'
import type { Shop } from '#server/shop.ts'
import { listSold } from './storefront-queries.ts'

/** If this read fails, the products count as available and a toast says so. */
export async function withAvailability(
  shop: Pick<Shop, 'db' | 'log'>,
  products: Product[],
  failures: string[],
): Promise<Product[]> {
  const sold = await readOrFallback(shop, {
    read: () =>
      listSold(
        shop.db,
        products.map(({ id }) => id),
      ),
    fallback: new Set<number>(),
    failures,
    message: messages.deliveredOrdersFailed,
  })
  return products.map((product) => ({ ...product, sold: sold.has(product.id) }))
}
