import { SEARCH_LIMIT } from '#domain/catalog/listing.ts'
import type { Product } from '#domain/catalog/product.ts'
import { findSimilar } from '#domain/search/similar.ts'
import { containsText } from '#domain/text.ts'
import { listForSale } from '#server/catalog/storefront-queries.ts'
import type { Shop } from '#server/shop.ts'
import { listOlderSimilar, MAX_SEARCHED } from './similar-queries.ts'

export type SimilarProducts = { products: Product[]; didYouMean?: string }

/** Products that a query probably means, in addition to those whose titles it has found. */
export async function findSimilarProducts(
  { db, searchIndex }: Pick<Shop, 'db' | 'searchIndex'>,
  query: string,
  found: readonly Pick<Product, 'id'>[],
): Promise<SimilarProducts> {
  const index = await searchIndex.read()
  const hits = new Set(found.map(({ id }) => id))
  const { ids: newer, isPartial, isFull, meant, corrected, isInTitle } = findSimilar(index, query, hits)
  const mayBeOlder = index.products.length === MAX_SEARCHED && !isFull
  const older = mayBeOlder ? await listOlderSimilar(db, meant, [...hits, ...(isPartial ? [] : newer)]) : []
  const ids = isPartial && older.length > 0 ? older : [...newer, ...older].slice(0, SEARCH_LIMIT)
  const known = await listForSale(db, ids)
  const products = ids.flatMap((id) => known.get(id) ?? [])
  const isFound = isInTitle || products.some(({ title }) => corrected && containsText(title, corrected))
  return { products, ...(corrected && isFound && { didYouMean: corrected }) }
}
