import type { Order } from '#domain/orders/order.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { DECLINE_REASONS, type DeclineReason } from '#domain/reviews/review.ts'
import { emailTitle } from './email-text.ts'
import { type Message, writePlainEmail } from './message.ts'
import type { Say } from './say.ts'

type Author = { name: string; email: string; orderId: OrderId }

/** Asks a buyer what they say of it. */
export function writeReviewRequest(say: Say, { id, email, addressInfo: { name } }: Order): Message {
  const status = say('review-asked', { order: String(id) })
  return { ...writePlainEmail({ name, email }, status), orderId: id }
}

/** Tells an author why their review is not shown. */
export function writeDeclinedEmail(say: Say, review: Author & { product: string; reason: DeclineReason }): Message {
  const { product, reason } = review
  const status = say('review-declined', { product: emailTitle(product), why: DECLINE_REASONS[reason].told })
  return { ...writePlainEmail(review, status), orderId: review.orderId }
}
