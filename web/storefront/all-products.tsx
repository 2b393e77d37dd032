import { useEffect } from 'react'
import { data, useNavigate, useSearchParams } from 'react-router'
import { parsePage, parseSort } from '#domain/catalog/listing.ts'
import { messages } from '#domain/messages.ts'
import { withAvailability } from '#server/catalog/availability.ts'
import { listProducts } from '#server/catalog/listing-queries.ts'
import { shopContext } from '#server/contexts.ts'
import { readOrFallback, statusFor } from '#server/http/degraded-reads.ts'
import { useLive } from '#web/client/live.ts'
import { localStorageStore } from '#web/client/local-storage-store.ts'
import { useFailureToasts } from '#web/client/toasts.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/all-products'
import { noProducts, ProductList } from './product-list.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { searchParams } = new URL(request.url)
  const sort = parseSort(searchParams.get('sort'))
  const failures: string[] = []
  const list = await readOrFallback(shop, {
    read: () => listProducts(shop.db, { sort, page: parsePage(searchParams.get('page')) }),
    fallback: noProducts,
    failures,
    message: messages.productsFailed,
  })
  const products = await withAvailability(shop, list.products, failures)
  return data({ ...list, products, sort, failures }, statusFor(failures))
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: loaderData && loaderData.page > 1 ? `All pots, page ${loaderData.page}` : 'All pots',
    description: 'Browse every stone-finish pot and planter: cubes, tapers, bowls, troughs, ovals and bonsai trays.',
  })

export default function AllProducts({ loaderData }: Route.ComponentProps) {
  const { failures, ...list } = loaderData
  useLive('product')
  useFailureToasts(failures)
  useStoredPage(list.page)
  return <ProductList heading="All pots" {...list} />
}

const currentPage = localStorageStore<number>('currentPage', parsePage)

/** Stores the page number, and restores it when the shopper returns to a URL without one. */
function useStoredPage(page: number) {
  const [searchParams] = useSearchParams()
  const navigate = useNavigate()
  const isExplicit = searchParams.has('page') || searchParams.has('sort')

  // Only on mount: later URL changes are the shopper's choice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const stored = currentPage.get()
    if (!isExplicit && stored > 1) navigate(`?page=${stored}`, { replace: true, preventScrollReset: true })
  }, [])

  useEffect(() => {
    if (isExplicit) currentPage.set(page)
  }, [isExplicit, page])
}
