import { Link } from 'react-router'
import type { ProductId } from '#domain/catalog/product.ts'
import { productPath } from '#domain/catalog/variant-address.ts'
import { declinedSentence, type PublishedReview, type ReviewSummary, ratingOf, STARS } from '#domain/reviews/review.ts'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Reviews } from '#web/ui/product/product-card.tsx'
import { WrittenReview } from '#web/ui/product/written-review.tsx'

type BuyersSayProps = ReviewSummary & { id: ProductId; newest: readonly PublishedReview[] }

/** The newest reviews, on the page of the product. */
export function BuyersSay({ id, spread, declined, newest }: BuyersSayProps) {
  const count = ratingOf(spread)?.count ?? 0
  return (
    <Section heading="What buyers say">
      <div className="stack gap-5">
        <Spread id={id} spread={spread} declined={declined} />
        <ReviewList reviews={newest} />
        {count > newest.length && (
          <div>
            <LinkButton to={reviewsPath(id)} variant="quiet">
              All {count.toLocaleString('en-IN')} reviews
            </LinkButton>
          </div>
        )}
      </div>
    </Section>
  )
}

export function reviewsPath(id: ProductId, { stars, page = 1 }: { stars?: number | undefined; page?: number } = {}) {
  const query = new URLSearchParams({
    ...(stars !== undefined && { stars: String(stars) }),
    ...(page > 1 && { page: String(page) }),
  })
  return `${productPath(id)}/reviews${query.size > 0 ? `?${query}` : ''}`
}

type SpreadProps = ReviewSummary & { id: ProductId; chosen?: number | undefined }

/** The average, and how many there are of each number of stars, which link to them. */
export function Spread({ id, spread, declined, chosen }: SpreadProps) {
  const rating = ratingOf(spread)
  const refused = declinedSentence(declined)
  return (
    <div className="stack gap-3">
      {rating && (
        <>
          <Reviews {...rating} />
          <ul className="stack gap-1 review-spread" aria-label="Reviews by stars">
            {STARS.map((stars) => {
              const count = spread[stars - 1] ?? 0
              return (
                <li key={stars}>
                  <Link to={reviewsPath(id, { stars })} aria-current={stars === chosen ? 'true' : undefined}>
                    <span>
                      {stars} {stars === 1 ? 'star' : 'stars'}
                    </span>
                    <meter min={0} max={rating.count} value={count} aria-hidden="true" />
                    <span className="numbers">{count.toLocaleString('en-IN')}</span>
                  </Link>
                </li>
              )
            })}
          </ul>
        </>
      )}
      {refused && <p className="fine quiet">{refused}</p>}
    </div>
  )
}

export function ReviewList({ reviews }: { reviews: readonly PublishedReview[] }) {
  return (
    <ul className="stack gap-5">
      {reviews.map((review) => (
        <li key={review.id}>
          <WrittenReview review={review} />
        </li>
      ))}
    </ul>
  )
}
