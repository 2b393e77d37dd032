import { data } from 'react-router'
import { messages } from '#domain/messages.ts'
import { shopContext } from '#server/contexts.ts'
import { readOrFail, statusFor } from '#server/http/degraded-reads.ts'
import { limitRequest } from '#server/http/limit-request.ts'
import { findSharer, listSaved } from '#server/wishlist/queries.ts'
import { readSaved } from '#server/wishlist/wishlist.ts'
import { useLive } from '#web/client/live.ts'
import { useFailureToasts } from '#web/client/toast.ts'
import { privateMeta } from '#web/page-meta.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { SeeAllLink } from '#web/ui/layout/see-all-link.tsx'
import { ProductGrid } from '#web/ui/product/product-card.tsx'
import { useWords } from '#web/ui/shop-info.ts'
import type { Route } from './+types/shared'

/** Products only: nothing says whose list it is. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  await limitRequest(context, 'wishlist')
  return readOrFail(shop, messages.productsFailed, async () => {
    const owner = await findSharer(shop.db, params.token)
    if (!owner) throw data(null, { status: 404 })
    const failures: string[] = []
    const products = await readSaved(shop, await listSaved(shop.db, owner), failures)
    return data({ products, failures }, { ...statusFor(failures), headers: { 'x-robots-tag': 'noindex, nofollow' } })
  })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders, errorHeaders }) => errorHeaders ?? loaderHeaders

export const meta = privateMeta((_, { nouns }) => ({
  title: 'A wishlist',
  description: `${nouns} that somebody wishes for.`,
}))

export default function SharedWishlist({ loaderData: { products, failures } }: Route.ComponentProps) {
  const { nouns } = useWords()
  useLive('product')
  useFailureToasts(failures)
  return (
    <section className="section" aria-labelledby="wishlist">
      <h1 id="wishlist" className="section-heading">
        A wishlist
      </h1>
      {products.length > 0 ? (
        <ProductGrid products={products} priority={2} />
      ) : (
        <EmptyState
          heading={`No ${nouns} here right now`}
          text="What was saved can’t be bought at the moment."
          action={<SeeAllLink />}
        />
      )}
    </section>
  )
}
