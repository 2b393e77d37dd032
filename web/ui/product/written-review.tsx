import { type PublishedReview, REVIEW_SOURCES } from '#domain/reviews/review.ts'
import { calendarDay, formatDay } from '#domain/time.ts'
import { Stars } from '#web/ui/home/stars.tsx'
import { BuyerPictures } from './buyer-pictures.tsx'

/** The text of a buyer's review, and the shop's answer. An erased author left the stars only. */
export function WrittenReview({ review }: { review: PublishedReview }) {
  const author = review.shownAs || (review.source ? 'Not named' : 'A buyer')
  return (
    <article className="stack gap-2 written-review">
      <Stars rating={review.stars} />
      {review.text && <p className="written-review-text">{review.text}</p>}
      <BuyerPictures
        pictures={review.pictures}
        about={`What ${review.shownAs || 'a buyer'} received`}
        className="review-picture"
      />
      <p className="fine quiet">
        {author} · <time dateTime={review.time}>{formatDay(calendarDay(review.time))}</time>
        {review.source && ` · Imported from ${REVIEW_SOURCES[review.source]}`}
      </p>
      {review.answer && review.answeredAt && (
        <div className="box stack gap-1">
          <p className="fine quiet">
            Our answer, <time dateTime={review.answeredAt}>{formatDay(calendarDay(review.answeredAt))}</time>
          </p>
          <p className="written-review-text">{review.answer}</p>
        </div>
      )}
    </article>
  )
}
