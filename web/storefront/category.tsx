import { cleanLine } from '#domain/text.ts'
import { useLive } from '#web/client/live.ts'
import { useFailureToasts } from '#web/client/toast.ts'
import { pageMeta } from '#web/page-meta.ts'
import { useWords } from '#web/ui/shop-info.ts'
import type { Route } from './+types/category'
import { loadProducts } from './load-products.ts'
import { ProductList } from './product-list.tsx'

export function loader(args: Route.LoaderArgs) {
  return loadProducts(args, cleanLine(args.params.categoryname))
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: `Category: ${args.params.categoryname}`,
    description: args.loaderData?.description ?? '',
  })

export default function Category({ loaderData }: Route.ComponentProps) {
  const words = useWords()
  const { failures, category, isFiltered: _, ...list } = loaderData
  useLive('product')
  useFailureToasts(failures)
  return <ProductList heading={category || `All ${words.nouns}`} {...list} />
}
