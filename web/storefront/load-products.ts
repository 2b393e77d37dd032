import { data, type RouterContextProvider } from 'react-router'
import { type Filters, hasFilters, parseFilters } from '#domain/catalog/filters/filters.ts'
import { parsePage, parseSort, type Sort } from '#domain/catalog/listing.ts'
import { messages } from '#domain/messages.ts'
import { breadcrumbListOf } from '#domain/seo/structured-data.ts'
import { wordsOf } from '#domain/shop/wording.ts'
import { fillCategory } from '#domain/texts/placeholders.ts'
import { withAvailability } from '#server/catalog/availability.ts'
import { readListing, withMatches } from '#server/catalog/filters/listing.ts'
import { hasCategory } from '#server/catalog/listing-queries.ts'
import { originOf } from '#server/config.ts'
import { describePage, shopContext } from '#server/contexts.ts'
import { readOrFallback, statusFor } from '#server/http/degraded-reads.ts'
import type { Shop } from '#server/shop.ts'
import { noProducts } from './product-list.tsx'

type LoaderArgs = { context: Readonly<RouterContextProvider>; request: Request }
type Wanted = { sort: Sort; page: number; filters: Filters }
type List = Awaited<ReturnType<typeof readListing>>

/** The page of a product list that the URL asks for, of all products or of one category. */
export async function loadProducts({ context, request }: LoaderArgs, category?: string) {
  const shop = context.get(shopContext)
  const list = await readList(shop, request, (wanted) =>
    readListing(shop, { ...wanted, ...(category !== undefined && { category }) }),
  )
  const taglines = await shop.texts.read('taglines')
  const description = category === undefined ? taglines.products : fillCategory(taglines.category ?? '', category)
  // Search engines must not list a category for every word that somebody types.
  const isUnknown =
    category !== undefined && list.count === 0 && list.failures.length === 0 && !(await hasCategory(shop.db, category))
  if (category && list.count > 0)
    describePage(context, await trailTo(shop, { name: category, path: `/category/${encodeURIComponent(category)}` }))
  return data({ ...list, category, description }, isUnknown ? { status: 404 } : statusFor(list.failures))
}

/** The part of a list that the URL asks for; an empty list with a message if it cannot be read. */
export async function readList(
  shop: Shop,
  request: Request,
  read: (wanted: Wanted, failures: string[]) => Promise<List>,
) {
  const { searchParams } = new URL(request.url)
  const sort = parseSort(searchParams.get('sort'))
  const page = parsePage(searchParams.get('page'))
  const filters = parseFilters(searchParams)
  const failures: string[] = []
  const list = await readOrFallback<List>(shop, {
    read: () => read({ sort, page, filters }, failures),
    fallback: { ...noProducts, filters },
    failures,
    message: messages.productsFailed,
  })
  const available = await withAvailability(shop, list.products, failures)
  const products = await withMatches(shop, { products: available, filters: list.filters }, failures)
  return { ...list, products, sort, isFiltered: hasFilters(list.filters), failures }
}

/** The breadcrumbs of a list, for search engines. */
export async function trailTo({ config, settings }: Shop, page: { name: string; path: string }) {
  const { nouns } = wordsOf(await settings.readOrLast())
  return breadcrumbListOf(page, { origin: originOf(config), nouns })
}
