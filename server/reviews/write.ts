import type { User } from '#domain/accounts/user.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { shownNameOf, type TypedReview } from '#domain/reviews/review.ts'
import { lockOrder } from '#server/orders/queries.ts'
import type { Shop } from '#server/shop.ts'
import {
  findReviewedProduct,
  insertReview,
  lockReviewOf,
  recountRating,
  removeReview,
  updateReview,
} from './queries.ts'

/** `not-found` also for another person's order. `changed`: by the same person, in another tab. */
export type WrittenReview = { ok: true } | { ok: false; reason: 'not-found' | 'not-delivered' | 'changed' }

/**
 * Stores the review of a line that its buyer has received, or changes it; staff read it before it is shown. The same
 * review again changes nothing.
 */
export async function writeReview(
  shop: Pick<Shop, 'db'>,
  { userId }: Pick<User, 'userId'>,
  orderId: OrderId,
  { position, seen, stars, text, shown }: TypedReview,
): Promise<WrittenReview> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const productId = order?.userId === userId ? await findReviewedProduct(tx, orderId, position) : undefined
    if (!order || productId === undefined) return { ok: false, reason: 'not-found' }
    if (order.status !== 'delivered') return { ok: false, reason: 'not-delivered' }
    const written = { stars, text, shownAs: shown === 'name' ? shownNameOf(order) : '' }
    const before = await lockReviewOf(tx, orderId, position)
    if (before && before.stars === stars && before.text === text && before.shownAs === written.shownAs)
      return { ok: true }
    if (seen !== (before?.version ?? 0)) return { ok: false, reason: 'changed' }
    if (!before) {
      await insertReview(tx, { ...written, productId, orderId, position, userId })
      return { ok: true }
    }
    await updateReview(tx, before.id, { ...written, state: 'waiting', reason: null, version: before.version + 1 })
    if (before.state === 'published') await recountRating(tx, productId)
    return { ok: true }
  })
}

/** The author takes it back. False: it is not theirs, or of another order. */
export async function withdrawReview(
  shop: Pick<Shop, 'db'>,
  { userId }: Pick<User, 'userId'>,
  orderId: OrderId,
  position: number,
): Promise<boolean> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order?.userId !== userId) return false
    const review = await lockReviewOf(tx, orderId, position)
    // Pressed twice: it is gone.
    if (!review) return true
    await removeReview(tx, review.id)
    if (review.state === 'published') await recountRating(tx, review.productId)
    return true
  })
}
