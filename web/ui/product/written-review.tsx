import type { PublishedReview } from '#domain/reviews/review.ts'
import { calendarDay, formatDay } from '#domain/time.ts'
import { Stars } from '#web/ui/home/stars.tsx'

/** What a buyer wrote, and the shop's answer. An erased author left the stars only. */
export function WrittenReview({ review }: { review: PublishedReview }) {
  return (
    <article className="stack gap-2 written-review">
      <Stars rating={review.stars} />
      {review.text && <p className="written-review-text">{review.text}</p>}
      <p className="fine quiet">
        {review.shownAs || 'A buyer'} · <time dateTime={review.time}>{formatDay(calendarDay(review.time))}</time>
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
