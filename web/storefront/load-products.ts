import { data, type RouterContextProvider } from 'react-router'
import { hasFilters, parseFilters } from '#domain/catalog/filters/filters.ts'
import { parsePage, parseSort } from '#domain/catalog/listing.ts'
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

/** The page of a product list that the URL asks for, of all products or of one category. */
export async function loadProducts({ context, request }: LoaderArgs, category?: string) {
  const shop = context.get(shopContext)
  const { searchParams } = new URL(request.url)
  const sort = parseSort(searchParams.get('sort'))
  const page = parsePage(searchParams.get('page'))
  const filters = parseFilters(searchParams)
  const failures: string[] = []
  const list = await readOrFallback(shop, {
    read: () => readListing(shop, { sort, page, filters, ...(category !== undefined && { category }) }),
    fallback: { ...noProducts, filters },
    failures,
    message: messages.productsFailed,
  })
  const available = await withAvailability(shop, list.products, failures)
  const products = await withMatches(shop, { products: available, filters: list.filters }, failures)
  const taglines = await shop.texts.read('taglines')
  const description = category === undefined ? taglines.products : fillCategory(taglines.category ?? '', category)
  // Search engines must not list a category for every word that somebody types.
  const isUnknown =
    category !== undefined && list.count === 0 && failures.length === 0 && !(await hasCategory(shop.db, category))
  if (category && list.count > 0) describePage(context, await trailTo(shop, category))
  const isFiltered = hasFilters(list.filters)
  return data(
    { ...list, isFiltered, products, category, sort, description, failures },
    isUnknown ? { status: 404 } : statusFor(failures),
  )
}

async function trailTo({ config, settings }: Shop, category: string) {
  const { nouns } = wordsOf(await settings.readOrLast())
  const page = { name: category, path: `/category/${encodeURIComponent(category)}` }
  return breadcrumbListOf(page, { origin: originOf(config), nouns })
}
