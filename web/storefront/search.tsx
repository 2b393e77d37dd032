import { data } from 'react-router'
import type { Product } from '#domain/catalog/product.ts'
import { cleanLine, startOf } from '#domain/text.ts'
import { withAvailability } from '#server/catalog/availability.ts'
import { searchProducts } from '#server/catalog/storefront-queries.ts'
import { shopContext } from '#server/contexts.ts'
import { readOrFallback, statusFor } from '#server/http/degraded-reads.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ProductGrid } from '#web/ui/product/product-card.tsx'
import { SeeAllLink } from '#web/ui/see-all-link.tsx'
import { useWords } from '#web/ui/shop-info.ts'
import type { Route } from './+types/search'

const MAX_QUERY = 100

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const query = startOf(cleanLine(new URL(request.url).searchParams.get('q') ?? ''), MAX_QUERY)
  // The specification has no message for a failed search: it is only logged.
  const failures: string[] = []
  const found = await readOrFallback(shop, {
    read: async () => (query ? searchProducts(shop.db, query) : []),
    fallback: [],
    failures,
  })
  const { search: description = '' } = await shop.texts.read('taglines')
  const products = await withAvailability(shop, found, failures)
  return data({ query, products, description }, statusFor(failures))
}

/** A network error shows no results; an error page would interrupt the typing. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return serverLoader().catch(() => ({ query: '', products: [] as Product[], description: '' }))
}

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, {
    title: args.loaderData?.query ? `Search: ${args.loaderData.query}` : 'Search',
    description: args.loaderData?.description ?? '',
  })

export default function Search({ loaderData: { query, products } }: Route.ComponentProps) {
  const words = useWords()
  return (
    <section className="section" aria-labelledby="search-results">
      <h1 id="search-results">{query ? `Results for “${query}”` : 'Search products'}</h1>
      {products.length > 0 ? (
        <ProductGrid products={products} priority={2} />
      ) : (
        <EmptyState
          heading={query ? `No ${words.nouns} found` : 'What are you looking for?'}
          text={`Check the spelling, or try ${words.sellsPots ? 'a shape such as bowl or cube' : 'another word'}.`}
          action={<SeeAllLink />}
        />
      )}
    </section>
  )
}
