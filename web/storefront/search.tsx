import { data, Link } from 'react-router'
import { parseFilters } from '#domain/catalog/filters/filters.ts'
import { parsePage, parseSort } from '#domain/catalog/listing.ts'
import { findPages, type NamedPage } from '#domain/search/named-pages.ts'
import { parseQuery } from '#domain/search/words.ts'
import { withAvailability } from '#server/catalog/availability.ts'
import { readFound } from '#server/catalog/filters/found.ts'
import { searchProducts } from '#server/catalog/storefront-queries.ts'
import { shopContext } from '#server/contexts.ts'
import { readOrFallback, statusFor } from '#server/http/degraded-reads.ts'
import { findProducts } from '#server/search/similar.ts'
import type { Shop } from '#server/shop.ts'
import { useLive } from '#web/client/live.ts'
import { useFailureToasts } from '#web/client/toast.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { SeeAllLink } from '#web/ui/layout/see-all-link.tsx'
import { useWords } from '#web/ui/shop-info.ts'
import type { Route } from './+types/search'
import { noProducts, ProductList } from './product-list.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const params = new URL(request.url).searchParams
  const query = parseQuery(params)
  const failures: string[] = []
  // While somebody is typing, the box shows the titles that hold the text and nothing else.
  const typed = params.has('typed') ? params.get('q') : undefined
  const answer =
    typed === undefined && query !== ''
      ? await readResults(shop, query, params, failures)
      : { ...nothing(params), products: await readTitles(shop, query, failures) }
  const { search: description = '' } = await shop.texts.read('taglines')
  const own = await readOrFallback(shop, { read: () => shop.ownPages.read(), fallback: [], failures })
  return data({ query, typed, pages: findPages(query, own), description, failures, ...answer }, statusFor(failures))
}

function nothing(params: URLSearchParams) {
  const list = { ...noProducts, sort: parseSort(params.get('sort')), filters: parseFilters(params) }
  return { list, products: [], isSimilar: false, didYouMean: undefined }
}

/** The specification has no message for a failed search: it is only logged. */
async function readTitles(shop: Shop, query: string, failures: string[]) {
  const read = async () => (query === '' ? [] : searchProducts(shop.db, query))
  return withAvailability(shop, await readOrFallback(shop, { read, fallback: [], failures }), failures)
}

async function readResults(shop: Shop, query: string, params: URLSearchParams, failures: string[]) {
  const { list: empty, ...none } = nothing(params)
  const read = async () => {
    const { found, similar, didYouMean } = await findProducts(shop, query)
    shop.missedSearches.remember(query, { found: found.length, similar: similar.length })
    const wanted = { ...empty, ids: [...found, ...similar], page: parsePage(params.get('page')) }
    const list = { ...empty, ...(await readFound(shop, wanted, failures)) }
    return { ...none, list, isSimilar: found.length === 0 && similar.length > 0, didYouMean }
  }
  return readOrFallback(shop, { read, fallback: { ...none, list: empty }, failures })
}

/** The data of the page, which search boxes also load while somebody is typing. */
export type SearchAnswer = Route.ComponentProps['loaderData']

export const handle = { isListed: false }

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, {
    title: args.loaderData?.query ? `Search: ${args.loaderData.query}` : 'Search',
    description: args.loaderData?.description ?? '',
  })

export default function Search({ loaderData }: Route.ComponentProps) {
  const { query, list, pages, isSimilar, didYouMean, failures } = loaderData
  const { nouns } = useWords()
  useLive('product')
  useFailureToasts(failures)
  const heading = query ? `Results for “${query}”` : 'Search products'
  const hasResults = list.count > 0 || list.facets.some(({ facet }) => list.filters[facet].length > 0)
  if (hasResults && !isSimilar)
    return (
      <ProductList heading={heading} q={query} {...list}>
        <Pages pages={pages} />
      </ProductList>
    )
  return (
    <section className="section stack gap-5" aria-labelledby="search-results">
      <h1 id="search-results">{heading}</h1>
      <Pages pages={pages} />
      {isSimilar ? (
        <>
          <p>
            No {nouns} found.
            {didYouMean && (
              <>
                {' '}
                Did you mean <Link to={`/search?${new URLSearchParams({ q: didYouMean })}`}>{didYouMean}</Link>?
              </>
            )}
          </p>
          <ProductList heading="Similar results" level={2} q={query} {...list} />
        </>
      ) : (
        <NothingFound query={query} />
      )}
    </section>
  )
}

/** Pages of the shop that the words name, above the products. */
function Pages({ pages }: { pages: readonly NamedPage[] }) {
  if (pages.length === 0) return null
  return (
    <nav className="cluster gap-2" aria-label="Pages found">
      {pages.map(({ label, to }) => (
        <Link key={to} className="button quiet" to={to}>
          {label}
        </Link>
      ))}
    </nav>
  )
}

function NothingFound({ query }: { query: string }) {
  const words = useWords()
  return (
    <EmptyState
      heading={query ? `No ${words.nouns} found` : 'What are you looking for?'}
      text={`Check the spelling, or try ${words.sellsPots ? 'a shape such as bowl or cube' : 'another word'}.`}
      action={<SeeAllLink />}
    />
  )
}
