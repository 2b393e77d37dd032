import { CHOSEN_MAX, type Collection } from '#domain/catalog/collection.ts'
import { type Filters, noFilters } from '#domain/catalog/filters/filters.ts'
import { clampPage, MAX_FOUND, PAGE_SIZE, pagesFor, type Sort } from '#domain/catalog/listing.ts'
import { type Listing, readFound } from '#server/catalog/filters/found.ts'
import { listForSaleInOrder } from '#server/catalog/storefront-queries.ts'
import type { Shop } from '#server/shop.ts'
import { countIn, listChosen, listIn } from './queries.ts'

type Wanted = { sort: Sort; page: number; filters: Filters }

/**
 * A page of a collection. One that is chosen by hand is in the owner's order, unless it is sorted. Large ones have no
 * filters: their numbers would mean reading all of their products.
 */
export async function readCollection(
  shop: Pick<Shop, 'db' | 'log' | 'catalogue'>,
  collection: Collection,
  { sort, page: wanted, filters }: Wanted,
  failures: string[],
): Promise<Listing> {
  const count = await countIn(shop.db, collection)
  if (count <= MAX_FOUND) {
    const ids = collection.rule
      ? await listIn(shop.db, collection, { limit: CHOSEN_MAX })
      : (await listChosen(shop.db, collection.id)).map(({ id }) => id)
    return readFound(shop, { ids, sort, page: wanted, filters, soldLast: false }, failures)
  }
  const pages = pagesFor(count)
  const page = clampPage(wanted, pages)
  const ids = await listIn(shop.db, collection, { sort, skip: (page - 1) * PAGE_SIZE })
  const products = await listForSaleInOrder(shop.db, ids)
  return { products, page, pages, count, filters: noFilters, facets: [] }
}
