import type { OrderId } from '#domain/orders/order.ts'
import {
  decideRefund,
  mayRefund,
  type ProviderRefund,
  type RefundReason,
  refundThatCounts,
} from '#domain/orders/payment.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import type { LockedOrder } from '#server/orders/queries.ts'
import { ProviderRejectedError } from '#server/provider-errors.ts'
import type { Shop } from '#server/shop.ts'
import { closeCheckouts } from './checkout-queries.ts'
import { findPayment, findRefund, insertRefund, lockRefund, updateAllocation, updateRefund } from './queries.ts'

/** A bank that has just said no rarely says yes at once. */
const TRY_AGAIN_SECONDS = 3600

type Back = { paymentId: string; orderId: OrderId | undefined; userId: string }

/** The money will go back, whatever happens from here on. */
export async function requestRefund(tx: Transaction, back: Back & { reason: RefundReason }): Promise<void> {
  const { paymentId, orderId = null } = back
  // Keyed by payment, so that a webhook told twice refunds once.
  if (!(await insertRefund(tx, { ...back, orderId, state: 'promised' }))) return
  await enqueueJob(tx, { job: 'refund', paymentId, key: `refund:${paymentId}` })
  // A cancellation has a letter of its own.
  if (back.reason === 'cancelled') return
  await enqueueJob(tx, {
    job: 'refund-letter',
    paymentId,
    what: 'promised',
    key: `refund-promised-letter:${paymentId}`,
  })
}

/** It goes back without us. */
export async function recordExternalRefund(tx: Transaction, back: Back): Promise<void> {
  const { paymentId, orderId = null } = back
  await insertRefund(tx, { ...back, orderId, reason: 'elsewhere', state: 'pending' })
  await enqueueJob(tx, { job: 'find-refund', paymentId, key: `find-refund:${paymentId}` })
}

/** An order that is cancelled or deleted before it was delivered gives back what was paid for it. */
export async function requestOrderRefund(
  tx: Transaction,
  order: LockedOrder,
  reason: 'cancelled' | 'deleted',
): Promise<void> {
  const { id: orderId, paymentId, userId } = order
  const payment = paymentId === null ? undefined : await findPayment(tx, paymentId)
  if (!payment || !mayRefund(order, payment)) return
  await updateAllocation(tx, payment.id, 'refund')
  await requestRefund(tx, { paymentId: payment.id, orderId, userId, reason })
}

/** The same for a deleted one, and whatever comes in for it later goes back too. */
export async function requestDeletedOrderRefund(tx: Transaction, order: LockedOrder): Promise<void> {
  await requestOrderRefund(tx, order, 'deleted')
  await closeCheckouts(tx, order.userId, order.checkoutKey)
}

/** A job: asks the provider to send the money back, as often as it takes to get an answer. */
export async function refund(shop: Pick<Shop, 'db' | 'payments' | 'log'>, paymentId: string): Promise<void> {
  const promised = await findRefund(shop.db, paymentId)
  if (promised?.state !== 'promised') return
  const { attempt } = promised
  try {
    await applyRefundUpdate(shop, await shop.payments.refund({ paymentId, attempt }))
  } catch (error) {
    if (!(error instanceof ProviderRejectedError)) throw error
    await handleRefundRejection(shop, paymentId, attempt, error)
  }
}

/** Refused: somebody was there before us, or it cannot be done and a person has to look. */
async function handleRefundRejection(
  shop: Pick<Shop, 'db' | 'payments' | 'log'>,
  paymentId: string,
  attempt: number,
  refusal: ProviderRejectedError,
): Promise<void> {
  const isGoingBack = (await shop.payments.getPayment(paymentId)).status === 'refunded'
  const changes = isGoingBack ? ({ state: 'pending' } as const) : { state: 'failed' as const, problem: refusal.message }
  await shop.db.transaction(async (tx) => {
    const known = await lockRefund(tx, paymentId)
    if (known?.state === 'promised' && known.attempt === attempt) await updateRefund(tx, paymentId, changes)
  })
  if (isGoingBack) return findRefundOwner(shop, paymentId)
  shop.log.error(`Payment ${paymentId} could not be sent back; please look at it at the provider's desk`, refusal)
}

/** For money that goes back without us. */
export async function findRefundOwner(shop: Pick<Shop, 'db' | 'payments' | 'log'>, paymentId: string): Promise<void> {
  const refund = refundThatCounts(await shop.payments.listRefunds(paymentId))
  if (refund) await applyRefundUpdate(shop, refund)
}

/** @param news in the provider's own words, just asked for or answered */
export async function applyRefundUpdate(shop: Pick<Shop, 'db' | 'log'>, news: ProviderRefund): Promise<void> {
  const { id: providerRefundId, paymentId } = news
  const decision = await shop.db.transaction(async (tx) => {
    const known = await lockRefund(tx, paymentId)
    if (!known) return { kind: 'nothing' }
    const decision = decideRefund(known, news)
    switch (decision.kind) {
      case 'nothing':
        break
      case 'pending':
        await updateRefund(tx, paymentId, { state: 'pending', providerRefundId })
        break
      case 'processed':
        await updateRefund(tx, paymentId, { state: 'processed', providerRefundId })
        await enqueueJob(tx, {
          job: 'refund-letter',
          paymentId,
          what: 'processed',
          key: `refunded-letter:${paymentId}`,
        })
        break
      case 'try-again':
        await updateRefund(tx, paymentId, { state: 'promised', providerRefundId: null, attempt: known.attempt + 1 })
        await enqueueJob(tx, { job: 'refund', paymentId, key: `refund:${paymentId}`, inSeconds: TRY_AGAIN_SECONDS })
        break
      case 'give-up':
        await updateRefund(tx, paymentId, { state: 'failed', providerRefundId, problem: 'The bank did not take it.' })
    }
    return decision
  })
  if (decision.kind === 'try-again') shop.log.error(`The refund of payment ${paymentId} failed and is tried again`)
  if (decision.kind === 'give-up') {
    shop.log.error(`The refund of payment ${paymentId} failed for good; please look at it at the provider's desk`)
  }
}
