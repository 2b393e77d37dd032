import { data } from 'react-router'
import { parsePage, parseSort } from '#domain/catalog/listing.ts'
import { messages } from '#domain/messages.ts'
import { cleanLine } from '#domain/text.ts'
import { withAvailability } from '#server/catalog/availability.ts'
import { listProducts } from '#server/catalog/listing-queries.ts'
import { shopContext } from '#server/contexts.ts'
import { readOrFallback, statusFor } from '#server/http/degraded-reads.ts'
import { useLive } from '#web/client/live.ts'
import { useFailureToasts } from '#web/client/toasts.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/category'
import { noProducts, ProductList } from './product-list.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { searchParams } = new URL(request.url)
  const category = cleanLine(params.categoryname)
  const sort = parseSort(searchParams.get('sort'))
  const failures: string[] = []
  const list = await readOrFallback(shop, {
    read: () => listProducts(shop.db, { sort, page: parsePage(searchParams.get('page')), category }),
    fallback: noProducts,
    failures,
    message: messages.productsFailed,
  })
  const products = await withAvailability(shop, list.products, failures)
  return data({ ...list, products, category, sort, failures }, statusFor(failures))
}

export const meta: Route.MetaFunction = ({ params }) =>
  pageMeta({
    title: `Category: ${params.categoryname}`,
    description: `Browse stone-finish pots and planters in ${params.categoryname}, with sizes and prices in rupees.`,
  })

export default function Category({ loaderData }: Route.ComponentProps) {
  const { failures, category, ...list } = loaderData
  useLive('product')
  useFailureToasts(failures)
  return <ProductList heading={category || 'All pots'} {...list} />
}
