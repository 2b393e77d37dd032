import { data, Link, redirect } from 'react-router'
import { parseQuery } from '#domain/search/words.ts'
import { searchBackOffice } from '#server/admin/search.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readOrFallback, statusFor } from '#server/http/degraded-reads.ts'
import { useFailureToasts } from '#web/client/toast.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { OrderState } from '#web/ui/product/order-badges.tsx'
import type { Route } from './+types/search'
import { groupsOf, onlyHitIn } from './search-groups.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const user = getUser(context)
  const params = new URL(request.url).searchParams
  const query = parseQuery(params)
  const failures: string[] = []
  const read = async () => (query === '' ? {} : searchBackOffice(shop.db, user, query))
  const found = await readOrFallback(shop, {
    read,
    fallback: {},
    failures,
    message: 'The search failed. Please try again.',
  })
  const only = params.has('open') ? onlyHitIn(found, query, user) : undefined
  if (only !== undefined) throw redirect(only)
  const typed = params.has('typed') ? params.get('q') : undefined
  return data({ query, typed, groups: groupsOf(found, query, user), failures }, statusFor(failures))
}

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, {
    title: args.loaderData?.query ? `Search: ${args.loaderData.query}` : 'Search',
    description: 'Orders, customers and products.',
  })

/** The page of results; the search of the top bar asks it while somebody is typing. */
export default function Search({ loaderData: { query, groups, failures } }: Route.ComponentProps) {
  useFailureToasts(failures)
  if (groups.length === 0) return <NothingFound query={query} failure={failures[0]} />
  return (
    <>
      <h1>Results for “{query}”</h1>
      {groups.map(({ name, hits, all }) => (
        <section key={name} className="stack gap-3" aria-labelledby={`found-${name}`}>
          <h2 id={`found-${name}`}>{name}</h2>
          <ul className="stack gap-2">
            {hits.map(({ to, title, detail, state }) => (
              <li key={to} className="cluster gap-3">
                <Link to={to}>{title}</Link>
                <span className="quiet">{detail}</span>
                {state && <OrderState order={state} />}
              </li>
            ))}
          </ul>
          {all && (
            <Link to={all}>
              Look for “{query}” in all {name.toLowerCase()}
            </Link>
          )}
        </section>
      ))}
    </>
  )
}

function NothingFound({ query, failure }: { query: string; failure: string | undefined }) {
  if (failure) return <EmptyState level={1} heading={failure} text="Search again in a moment." />
  if (query === '') return <EmptyState level={1} heading="What are you looking for?" text={WHAT} />
  return <EmptyState level={1} heading={`Nothing found for “${query}”`} text={`Check the spelling. ${WHAT}`} />
}

const WHAT =
  'Search for the number of an order, invoice or message, a name, email, phone, pincode, GSTIN, AWB, product or SKU.'
