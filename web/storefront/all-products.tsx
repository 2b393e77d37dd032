import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { parsePage } from '#domain/catalog/listing.ts'
import { useLive } from '#web/client/live.ts'
import { localStorageStore } from '#web/client/local-storage-store.ts'
import { useFailureToasts } from '#web/client/toast.ts'
import { pageMeta } from '#web/page-meta.ts'
import { useWords } from '#web/ui/shop-info.ts'
import type { Route } from './+types/all-products'
import { loadProducts } from './load-products.ts'
import { listTitle, ProductList } from './product-list.tsx'

export function loader(args: Route.LoaderArgs) {
  return loadProducts(args)
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, (_, { nouns }) => ({
    title: listTitle(`All ${nouns}`, args.loaderData),
    description: args.loaderData?.description ?? '',
  }))

export default function AllProducts({ loaderData }: Route.ComponentProps) {
  const words = useWords()
  const { failures, isFiltered, ...list } = loaderData
  useLive('product')
  useFailureToasts(failures)
  useStoredPage(list.page, isFiltered)
  return <ProductList heading={`All ${words.nouns}`} {...list} />
}

const currentPage = localStorageStore<number>('currentPage', parsePage)

/** Stores the page number, and restores it when the shopper returns to a URL without one. A filtered list has its own pages. */
function useStoredPage(page: number, isFiltered: boolean) {
  const [searchParams] = useSearchParams()
  const navigate = useNavigate()
  const isExplicit = searchParams.has('page') || searchParams.has('sort')

  // Only on mount: later URL changes are the shopper's choice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const stored = currentPage.get()
    if (!isExplicit && !isFiltered && stored > 1)
      navigate(`?page=${stored}`, { replace: true, preventScrollReset: true })
  }, [])

  useEffect(() => {
    if (isExplicit && !isFiltered) currentPage.set(page)
  }, [isExplicit, isFiltered, page])
}
