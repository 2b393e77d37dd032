import { listFacets, type ShownFacet } from '#domain/catalog/filters/facets.ts'
import { type Filters, hasFilters, knownFilters, toFaceted } from '#domain/catalog/filters/filters.ts'
import { asMatched, type ListedProduct } from '#domain/catalog/filters/match.ts'
import { clampPage, PAGE_SIZE, pagesFor, type Sort } from '#domain/catalog/listing.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import { messages } from '#domain/messages.ts'
import { withAvailability } from '#server/catalog/availability.ts'
import type { ProductPage } from '#server/catalog/listing-queries.ts'
import { listOffered } from '#server/catalog/stock/queries.ts'
import { listForSaleInOrder } from '#server/catalog/storefront-queries.ts'
import { readOrFallback } from '#server/http/degraded-reads.ts'
import type { Shop } from '#server/shop.ts'

/** `filters`: only those that the shop knows. `facets`: empty where they could not be counted. */
export type Listing = Omit<ProductPage, 'products'> & {
  products: ListedProduct[]
  filters: Filters
  facets: ShownFacet[]
}

/**
 * A page of the products that a search has found, with the facets that they can be narrowed down by. They are few enough
 * to be filtered and sorted here, by the rules that the other lists follow in SQL.
 *
 * @param ids in the order of the list unless it is sorted by price
 */
export async function readFound(
  shop: Pick<Shop, 'db' | 'log' | 'catalogue'>,
  {
    ids,
    sort,
    page: wanted,
    filters: chosen,
    soldLast = true,
  }: { ids: readonly ProductId[]; sort: Sort; page: number; filters: Filters; soldLast?: boolean },
  failures: string[],
): Promise<Listing> {
  const [catalogue, known, variants] = await Promise.all([
    shop.catalogue.read(),
    listForSaleInOrder(shop.db, ids),
    readOrFallback(shop, {
      read: () => listOffered(shop.db, ids),
      fallback: undefined,
      failures,
      message: messages.deliveredOrdersFailed,
    }),
  ])
  const filters = knownFilters(chosen, catalogue)
  const all = await withAvailability(shop, known, failures)
  const variantsOf = (id: ProductId) => variants?.get(id) ?? []
  const groups = all.map(({ id, category, attributes }) => ({
    category,
    count: 1,
    variants: variantsOf(id).map((variant) => toFaceted({ ...variant, attributes })),
  }))
  const { facets } = listFacets(groups, { filters, catalogue })
  const fitting =
    variants && hasFilters(filters)
      ? all.flatMap((product) => asMatched(product, { variants: variantsOf(product.id), filters, catalogue }) ?? [])
      : all
  const sorted = fitting.toSorted(
    (one, other) => (soldLast ? Number(one.sold) - Number(other.sold) : 0) || ORDERS[sort](one, other),
  )
  const pages = pagesFor(sorted.length)
  const page = clampPage(wanted, pages)
  const products = sorted.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  return { products, page, pages, count: sorted.length, filters, facets }
}

const ORDERS: Record<Sort, (one: ListedProduct, other: ListedProduct) => number> = {
  newest: () => 0,
  lowToHigh: (one, other) => one.price - other.price,
  highToLow: (one, other) => other.price - one.price,
}
