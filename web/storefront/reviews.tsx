import { data, Link } from 'react-router'
import { parsePage } from '#domain/catalog/listing.ts'
import { productPath } from '#domain/catalog/variant-address.ts'
import { messages } from '#domain/messages.ts'
import { REVIEWS_A_PAGE, STARS } from '#domain/reviews/review.ts'
import { parseId } from '#domain/text.ts'
import { findForSale } from '#server/catalog/storefront-queries.ts'
import { shopContext } from '#server/contexts.ts'
import { readOrFail } from '#server/http/degraded-reads.ts'
import { countPublished, listPublished, summariseReviews } from '#server/reviews/queries.ts'
import { useLive } from '#web/client/live.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import type { Route } from './+types/reviews'
import { ReviewList, reviewsPath, Spread } from './buyers-say.tsx'

/** All reviews of a product, those with a number of stars or with pictures, by pages. A page too far leads to the last one. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const id = parseId(params.id)
  const search = new URL(request.url).searchParams
  const stars = STARS.find((count) => String(count) === search.get('stars'))
  const chosen = { stars, isPictured: search.get('pictures') === 'yes' }
  const found = await readOrFail(shop, messages.productFetchFailed, async () => {
    const product = id && (await findForSale(shop.db, id))
    const summary = product && (await summariseReviews(shop.db, product.id))
    if (!summary) return undefined
    const count = await countPublished(shop.db, product.id, chosen)
    const pages = Math.max(1, Math.ceil(count / REVIEWS_A_PAGE))
    const page = Math.min(parsePage(search.get('page')), pages)
    const reviews = await listPublished(shop.db, product.id, { ...chosen, page })
    return { id: product.id, title: product.title, summary, chosen, page, pages, reviews }
  })
  if (!found) throw data(messages.productNotFound, { status: 404 })
  return found
}

export const handle = { isListed: false }

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, {
    title: args.loaderData ? headingFor(args.loaderData) : 'Reviews',
    description: 'What buyers say, newest first.',
  })

export default function ReviewsPage({ loaderData }: Route.ComponentProps) {
  const { id, title, summary, chosen, page, pages, reviews } = loaderData
  const { stars, isPictured } = chosen
  useLive('product')
  return (
    <section className="section stack gap-5" aria-labelledby="reviews">
      <div className="stack gap-2">
        <h1 id="reviews">{headingFor(loaderData)}</h1>
        <p>
          <Link to={productPath(id)}>{title}</Link>
        </p>
      </div>
      <Spread id={id} {...summary} chosen={chosen} />
      {(stars !== undefined || isPictured) && (
        <p>
          With {stars !== undefined && `${stars} ${stars === 1 ? 'star' : 'stars'}`}
          {stars !== undefined && isPictured && ' and '}
          {isPictured && 'pictures'} only. <Link to={reviewsPath(id)}>Show all</Link>
        </p>
      )}
      {reviews.length > 0 ? <ReviewList reviews={reviews} /> : <p>No reviews.</p>}
      <Pagination page={page} pages={pages} hrefFor={(to) => reviewsPath(id, { ...chosen, page: to })} />
    </section>
  )
}

function headingFor({ title }: { title: string }): string {
  return `Reviews of ${title}`
}
