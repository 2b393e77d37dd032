import { Link } from 'react-router'
import type { ProductId } from '#domain/catalog/product.ts'
import { productPath } from '#domain/catalog/variant-address.ts'
import {
  declinedSentence,
  importedSentence,
  type PublishedReview,
  type ReviewSummary,
  ratingOf,
  STARS,
} from '#domain/reviews/review.ts'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Reviews } from '#web/ui/product/product-card.tsx'
import { WrittenReview } from '#web/ui/product/written-review.tsx'

type BuyersSayProps = ReviewSummary & { id: ProductId; newest: readonly PublishedReview[] }

/** The newest reviews, on the page of the product. */
export function BuyersSay({ newest, ...summary }: BuyersSayProps) {
  const { id, spread, isImported, imported } = summary
  const count = (ratingOf(spread)?.count ?? 0) + (isImported ? 0 : imported)
  return (
    <Section heading="What buyers say">
      <div className="stack gap-5">
        <Spread {...summary} />
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

type Wanted = { stars?: number | undefined; isPictured?: boolean; page?: number }

export function reviewsPath(id: ProductId, { stars, isPictured = false, page = 1 }: Wanted = {}) {
  const query = new URLSearchParams({
    ...(stars !== undefined && { stars: String(stars) }),
    ...(isPictured && { pictures: 'yes' }),
    ...(page > 1 && { page: String(page) }),
  })
  return `${productPath(id)}/reviews${query.size > 0 ? `?${query}` : ''}`
}

type SpreadProps = ReviewSummary & { id: ProductId; chosen?: Wanted }

/** The average, and how many there are of each number of stars, which link to them. */
export function Spread({ id, chosen, pictured, ...summary }: SpreadProps) {
  const { spread, declined } = summary
  const rating = ratingOf(spread)
  const imported = importedSentence(summary)
  const refused = declinedSentence(declined)
  return (
    <div className="stack gap-3">
      {rating && (
        <>
          <Reviews {...rating} />
          <ul className="stack gap-1 review-spread" aria-label="Reviews by stars">
            {STARS.map((stars) => {
              const count = spread[stars - 1] ?? 0
              const to = reviewsPath(id, { ...chosen, stars, page: 1 })
              return (
                <li key={stars}>
                  <Link to={to} aria-current={stars === chosen?.stars ? 'true' : undefined}>
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
      {pictured > 0 && (
        <div>
          <LinkButton
            to={reviewsPath(id, { ...chosen, isPictured: true, page: 1 })}
            variant="quiet"
            small
            aria-current={chosen?.isPictured ? 'true' : undefined}
          >
            With pictures ({pictured.toLocaleString('en-IN')})
          </LinkButton>
        </div>
      )}
      {imported && <p className="fine quiet">{imported}</p>}
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
