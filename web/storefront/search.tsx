import { data, Link } from 'react-router'
import { parseQuery } from '#domain/search/words.ts'
import { withAvailability } from '#server/catalog/availability.ts'
import { searchProducts } from '#server/catalog/storefront-queries.ts'
import { shopContext } from '#server/contexts.ts'
import { readOrFallback, statusFor } from '#server/http/degraded-reads.ts'
import { findSimilarProducts, type SimilarProducts } from '#server/search/similar.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { SeeAllLink } from '#web/ui/layout/see-all-link.tsx'
import { ProductGrid } from '#web/ui/product/product-card.tsx'
import { useWords } from '#web/ui/shop-info.ts'
import type { Route } from './+types/search'

const NO_SIMILAR: SimilarProducts = { products: [] }

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const params = new URL(request.url).searchParams
  const query = parseQuery(params)
  // The specification has no message for a failed search: it is only logged.
  const failures: string[] = []
  const answer = await readOrFallback(shop, {
    read: async () => (query ? searchProducts(shop.db, query) : []),
    fallback: undefined,
    failures,
  })
  const found = answer ?? []
  // While somebody is typing, the box shows what was found and nothing else.
  const isTyping = params.has('typed')
  const isSubmitted = query !== '' && !isTyping
  const similar = await readOrFallback(shop, {
    read: async () => (isSubmitted ? findSimilarProducts(shop, query, found) : NO_SIMILAR),
    fallback: NO_SIMILAR,
    failures,
  })
  if (isSubmitted && answer)
    shop.missedSearches.remember(query, { found: found.length, similar: similar.products.length })
  const { search: description = '' } = await shop.texts.read('taglines')
  const products = await withAvailability(shop, found, failures)
  const typed = isTyping ? params.get('q') : undefined
  return data({ query, typed, products, similar, description }, statusFor(failures))
}

/** What the search box of the navigation bar gets while somebody is typing. */
export type SearchAnswer = Route.ComponentProps['loaderData']

export const handle = { isListed: false }

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, {
    title: args.loaderData?.query ? `Search: ${args.loaderData.query}` : 'Search',
    description: args.loaderData?.description ?? '',
  })

export default function Search({ loaderData: { query, products, similar } }: Route.ComponentProps) {
  return (
    <section className="section" aria-labelledby="search-results">
      <h1 id="search-results">{query ? `Results for “${query}”` : 'Search products'}</h1>
      {products.length > 0 ? (
        <ProductGrid products={products} priority={2} />
      ) : (
        <NothingFound query={query} similar={similar} />
      )}
      {similar.products.length > 0 && (
        <section className="stack gap-5 apart" aria-labelledby="similar-results">
          <h2 id="similar-results">{products.length > 0 ? 'More results' : 'Similar results'}</h2>
          <ProductGrid products={similar.products} priority={products.length > 0 ? 0 : 2} level={3} />
        </section>
      )}
    </section>
  )
}

function NothingFound({ query, similar: { products, didYouMean } }: { query: string; similar: SimilarProducts }) {
  const words = useWords()
  const heading = query ? `No ${words.nouns} found` : 'What are you looking for?'
  if (products.length > 0)
    return (
      <p>
        {heading}.
        {didYouMean && (
          <>
            {' '}
            Did you mean <Link to={`/search?${new URLSearchParams({ q: didYouMean })}`}>{didYouMean}</Link>?
          </>
        )}
      </p>
    )
  return (
    <EmptyState
      heading={heading}
      text={`Check the spelling, or try ${words.sellsPots ? 'a shape such as bowl or cube' : 'another word'}.`}
      action={<SeeAllLink />}
    />
  )
}
