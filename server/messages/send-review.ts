import { writeDeclinedEmail, writeReviewRequest } from '#domain/messages/customer-emails.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { holdReview } from '#server/reviews/queries.ts'
import { renewSentMessage } from './queries.ts'
import { type EmailContext, sendOnce } from './send.ts'
import { holdRecipientsOrder } from './send-order.ts'

/** A job: asks the buyer of a delivered order for a review, once. */
export async function sendReviewRequest(shop: EmailContext, orderId: OrderId): Promise<void> {
  await sendOnce(shop, 'review-asked', `order ${orderId}`, async (tx, say) => {
    const order = await holdRecipientsOrder(tx, orderId)
    return order?.status === 'delivered' ? writeReviewRequest(say, order) : undefined
  })
}

/** A job: tells the author why a review was not published; again, if it is declined again for another reason. */
export async function sendDeclinedReview(shop: EmailContext, reviewId: number): Promise<void> {
  await sendOnce(
    shop,
    'review-declined',
    `review ${reviewId}`,
    async (tx, say) => {
      const review = await holdReview(tx, reviewId)
      // Changed or withdrawn before it was written.
      if (!review?.reason) return undefined
      return writeDeclinedEmail(say, { ...review, reason: review.reason })
    },
    renewSentMessage,
  )
}
