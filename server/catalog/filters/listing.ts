import { categoriesOf, listFacets } from '#domain/catalog/filters/facets.ts'
import { type Filters, hasFilters, knownFilters } from '#domain/catalog/filters/filters.ts'
import { asMatched, type ListedProduct } from '#domain/catalog/filters/match.ts'
import { COUNT_LIMIT, clampPage, MAX_PAGES, pagesFor, type Sort } from '#domain/catalog/listing.ts'
import type { Product } from '#domain/catalog/product.ts'
import { messages } from '#domain/messages.ts'
import { listCategories, listProducts, matchingCategories } from '#server/catalog/listing-queries.ts'
import { findPriceOffers, NAMED_MAX, SORTED_MAX } from '#server/catalog/price-offer-queries.ts'
import { listVariants } from '#server/catalog/stock/queries.ts'
import { readOrFallback } from '#server/http/degraded-reads.ts'
import type { Shop } from '#server/shop.ts'
import { listFiltered } from './filtered-queries.ts'
import type { Listing } from './found.ts'

/** Most pages of a filtered list with more products than are counted: there, more filters help more than more pages. */
const MAX_PAGES_OF_MANY = 25

type Wanted = {
  sort: Sort
  page: number
  category?: string
  /** As in the address; the shop need not know them. */
  filters: Filters
}

type Reader = Pick<Shop, 'db' | 'log' | 'groups' | 'catalogue'>

/** A page of all products or of a category, filtered or not, with the facets that it can be narrowed down by. */
export async function readListing(shop: Reader, wanted: Wanted): Promise<Listing> {
  const catalogue = await shop.catalogue.read()
  const filters = knownFilters(wanted.filters, catalogue)
  const isFiltered = hasFilters(filters)
  const byPrice = wanted.sort !== 'newest' || filters.price.length > 0
  const offers = byPrice ? await findPriceOffers(shop.db, isFiltered ? NAMED_MAX : SORTED_MAX) : undefined
  const readFacets = async () => {
    const groups = await shop.groups.read()
    return listFacets(groups, { filters, catalogue, categories: categoriesOf(groups, wanted.category) })
  }
  if (!isFiltered) {
    // Without filters the list is shown even if its facets cannot be read.
    const [list, { facets }] = await Promise.all([
      listProducts(shop.db, wanted, offers),
      readOrFallback(shop, { read: readFacets, fallback: { facets: [], count: 0, total: 0 }, failures: [] }),
    ])
    return { ...list, filters, facets }
  }
  const [{ count, total, facets }, all] = await Promise.all([
    readFacets(),
    listCategories(shop.db, { forSaleOnly: true }),
  ])
  const pages = Math.min(pagesFor(count), count > COUNT_LIMIT ? MAX_PAGES_OF_MANY : MAX_PAGES)
  const page = clampPage(wanted.page, pages)
  const categories = matchingCategories(all, wanted.category)
  const products = await listFiltered(shop.db, {
    filters,
    catalogue,
    categories,
    sort: wanted.sort,
    page,
    total,
    offers,
  })
  return { products, page, pages, count, filters, facets }
}

/** The products as a filtered list shows them. @param products with `sold` */
export async function withMatches(
  shop: Reader,
  { products, filters }: { products: readonly Product[]; filters: Filters },
  failures: string[],
): Promise<ListedProduct[]> {
  if (!hasFilters(filters)) return [...products]
  const ids = products.map(({ id }) => id)
  const [variants, catalogue] = await Promise.all([
    readOrFallback(shop, {
      read: () => listVariants(shop.db, ids),
      fallback: undefined,
      failures,
      message: messages.deliveredOrdersFailed,
    }),
    shop.catalogue.read(),
  ])
  if (!variants) return [...products]
  // Left out: no variant fits any more, because it was sold a moment ago.
  return products.flatMap(
    (product) => asMatched(product, { variants: variants.get(product.id) ?? [], filters, catalogue }) ?? [],
  )
}
