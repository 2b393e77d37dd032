import type { OrderId } from '#domain/orders/order-state.ts'
import {
  decideRefund,
  latestRefund,
  mayRefund,
  type ProviderRefund,
  type RefundReason,
} from '#domain/orders/payment.ts'
import { releaseHolds } from '#server/catalog/stock/stock.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { ProviderRejectedError } from '#server/errors.ts'
import type { LockedOrder } from '#server/orders/queries.ts'
import type { Shop } from '#server/shop.ts'
import { closeCheckouts } from './checkout-queries.ts'
import { findPayment, findRefund, insertRefund, lockRefund, updateAllocation, updateRefund } from './queries.ts'

/** A bank that has just declined a refund rarely accepts it at once. */
const RETRY_SECONDS = 3600

type RefundRequest = { paymentId: string; orderId: OrderId | undefined; userId: string }

/** Queues a refund of the whole payment; from here on it is retried until the provider answers. */
export async function requestRefund(tx: Transaction, request: RefundRequest & { reason: RefundReason }): Promise<void> {
  const { paymentId, orderId = null } = request
  // One row per payment: a webhook that arrives twice refunds once.
  if (!(await insertRefund(tx, { ...request, orderId, state: 'requested' }))) return
  await enqueueJob(tx, { job: 'request-refund', paymentId, key: `refund:${paymentId}` })
  // The cancellation email announces this refund.
  if (request.reason === 'cancelled') return
  await enqueueJob(tx, {
    job: 'send-refund-email',
    paymentId,
    template: 'refund-requested',
    key: `refund-requested-email:${paymentId}`,
  })
}

/** Records a refund that was made in the provider's dashboard. */
export async function recordExternalRefund(tx: Transaction, request: RefundRequest): Promise<void> {
  const { paymentId, orderId = null } = request
  await insertRefund(tx, { ...request, orderId, reason: 'external', state: 'pending' })
  await enqueueJob(tx, { job: 'find-external-refund', paymentId, key: `find-external-refund:${paymentId}` })
}

/** Refunds the payment of an order that is cancelled or deleted before delivery. */
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

/** Refunds a deleted order and closes its checkouts, so that a later payment is refunded too. */
export async function requestDeletedOrderRefund(tx: Transaction, order: LockedOrder): Promise<void> {
  await requestOrderRefund(tx, order, 'deleted')
  await releaseHolds(tx, await closeCheckouts(tx, order.userId, order.checkoutKey))
}

/** A job: asks the provider for the refund; it is retried until there is an answer. */
export async function refund(shop: Pick<Shop, 'db' | 'payments' | 'log'>, paymentId: string): Promise<void> {
  const requested = await findRefund(shop.db, paymentId)
  if (requested?.state !== 'requested') return
  const { attempt } = requested
  try {
    await applyRefundUpdate(shop, await shop.payments.refund({ paymentId, attempt }))
  } catch (error) {
    if (!(error instanceof ProviderRejectedError)) throw error
    await handleRefundRejection(shop, paymentId, attempt, error)
  }
}

/** A rejection means that the payment was refunded elsewhere, or that an operator has to look at it. */
async function handleRefundRejection(
  shop: Pick<Shop, 'db' | 'payments' | 'log'>,
  paymentId: string,
  attempt: number,
  rejection: ProviderRejectedError,
): Promise<void> {
  const isRefunded = (await shop.payments.getPayment(paymentId)).status === 'refunded'
  const changes = isRefunded
    ? ({ state: 'pending' } as const)
    : { state: 'failed' as const, problem: rejection.message }
  await shop.db.transaction(async (tx) => {
    const known = await lockRefund(tx, paymentId)
    if (known?.state === 'requested' && known.attempt === attempt) await updateRefund(tx, paymentId, changes)
  })
  if (isRefunded) return syncLatestRefund(shop, paymentId)
  shop.log.error(`Payment ${paymentId} could not be refunded; check it in the provider's dashboard`, rejection)
}

/** Fetches the refund of a payment that was refunded without us. */
export async function syncLatestRefund(shop: Pick<Shop, 'db' | 'payments' | 'log'>, paymentId: string): Promise<void> {
  const refund = latestRefund(await shop.payments.listRefunds(paymentId))
  if (refund) await applyRefundUpdate(shop, refund)
}

/** @param update the refund as the provider has just reported it */
export async function applyRefundUpdate(shop: Pick<Shop, 'db' | 'log'>, update: ProviderRefund): Promise<void> {
  const { id: providerRefundId, paymentId } = update
  const decision = await shop.db.transaction(async (tx) => {
    const known = await lockRefund(tx, paymentId)
    if (!known) return { kind: 'nothing' }
    const decision = decideRefund(known, update)
    switch (decision.kind) {
      case 'nothing':
        break
      case 'pending':
        await updateRefund(tx, paymentId, { state: 'pending', providerRefundId })
        break
      case 'processed':
        await updateRefund(tx, paymentId, { state: 'processed', providerRefundId })
        await enqueueJob(tx, {
          job: 'send-refund-email',
          paymentId,
          template: 'refund-processed',
          key: `refund-processed-email:${paymentId}`,
        })
        break
      case 'retry':
        await updateRefund(tx, paymentId, { state: 'requested', providerRefundId: null, attempt: known.attempt + 1 })
        await enqueueJob(tx, { job: 'request-refund', paymentId, key: `refund:${paymentId}`, inSeconds: RETRY_SECONDS })
        break
      case 'give-up':
        await updateRefund(tx, paymentId, {
          state: 'failed',
          providerRefundId,
          problem: 'The bank declined the refund.',
        })
    }
    return decision
  })
  if (decision.kind === 'retry') shop.log.error(`The refund of payment ${paymentId} failed; it will be retried`)
  if (decision.kind === 'give-up') {
    shop.log.error(`The refund of payment ${paymentId} failed for good; check it in the provider's dashboard`)
  }
}
