import type { User } from '#domain/accounts/user.ts'
import { type Decision, seenOf } from '#domain/reviews/review.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import type { Shop } from '#server/shop.ts'
import { lockReview, type ReviewRow, recountRating, updateReview } from './queries.ts'

/** `changed`: by its author or by somebody else at the desk, since the form was opened. */
export type Decided = { ok: true } | { ok: false; reason: 'not-found' | 'changed' }

/** Publishes, declines or answers a review. The same again changes nothing. */
export async function decideReview(shop: Pick<Shop, 'db' | 'now'>, staff: User, decision: Decision): Promise<Decided> {
  return shop.db.transaction(async (tx) => {
    const review = await lockReview(tx, decision.review)
    if (!review) return { ok: false, reason: 'not-found' }
    const changes = changesOf(decision, shop.now())
    if (isDone(decision, review)) return { ok: true }
    if (decision.seen !== seenOf(review)) return { ok: false, reason: 'changed' }
    await updateReview(tx, review.id, changes)
    if (decision.intent !== 'answer') await followState(tx, review, decision)
    // Without the texts, which are erased with the account of the author.
    await insertAudit(tx, staff, {
      action: `${decision.intent} review`,
      subject: `review ${review.id}`,
      before: { state: review.state },
      after: { state: changes.state ?? review.state, ...(changes.reason && { reason: changes.reason }) },
    })
    return { ok: true }
  })
}

function changesOf(decision: Decision, now: Date): Partial<ReviewRow> {
  switch (decision.intent) {
    case 'publish':
      return { state: 'published', reason: null }
    case 'decline':
      return { state: 'declined', reason: decision.reason }
    case 'answer':
      return { answer: decision.answer, answeredAt: now }
  }
}

function isDone(decision: Decision, { state, reason, answer }: ReviewRow): boolean {
  if (decision.intent === 'publish') return state === 'published'
  if (decision.intent === 'decline') return state === 'declined' && reason === decision.reason
  return answer === decision.answer
}

async function followState(tx: Transaction, review: ReviewRow, { intent }: Decision): Promise<void> {
  if (intent === 'publish' || review.state === 'published') await recountRating(tx, review.productId)
  if (intent === 'decline') await enqueueJob(tx, { job: 'send-review-email', reviewId: review.id })
}
