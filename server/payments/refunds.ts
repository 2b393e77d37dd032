import type { Paise } from '#domain/money.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { mayRefund, type RefundReason } from '#domain/orders/payment.ts'
import { amountLeft } from '#domain/orders/refund.ts'
import { releaseHolds } from '#server/catalog/stock/stock.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { ProviderRejectedError } from '#server/errors.ts'
import type { LockedOrder } from '#server/orders/queries.ts'
import type { Shop } from '#server/shop.ts'
import { closeCheckouts } from './checkout-queries.ts'
import { getPayment, lockPayment, updateAllocation } from './queries.ts'
import { findRefund, insertRefund, listRefundsOf, type Refund, removeRefund, updateRefund } from './refund-queries.ts'
import { applyRefundUpdate, syncRefundsOf } from './refund-updates.ts'

type RefundRequest = { paymentId: string; orderId: OrderId | undefined; userId: string }

/** Queues a refund of what is left of the payment; from here on it is retried until the provider answers. */
export async function requestRefund(tx: Transaction, request: RefundRequest & { reason: RefundReason }): Promise<void> {
  // One row per payment: a webhook that arrives twice refunds once.
  const refund = await insertUpTo(tx, { ...request, returnId: null, amount: undefined })
  // The cancellation email announces this refund.
  if (refund) await enqueueRefund(tx, refund, { isAnnounced: request.reason === 'cancelled' })
}

type UpTo = RefundRequest & { reason: RefundReason; returnId: number | null; amount: Paise | undefined }

/** Refunds at most what is left of the payment. */
async function insertUpTo(tx: Transaction, { amount, ...request }: UpTo): Promise<Refund | undefined> {
  const payment = await lockPayment(tx, request.paymentId)
  if (!payment) return undefined
  const left = amountLeft(payment, await listRefundsOf(tx, payment.id))
  const possible = Math.min(left, amount ?? left)
  if (possible <= 0) return undefined
  const isWhole = request.returnId === null && possible === payment.amount
  return insertRefund(tx, {
    ...request,
    orderId: request.orderId ?? null,
    amount: isWhole ? null : possible,
    state: 'requested',
  })
}

async function enqueueRefund(
  tx: Transaction,
  { id: refundId }: Refund,
  { isAnnounced }: { isAnnounced: boolean },
): Promise<void> {
  await enqueueJob(tx, { job: 'request-refund', refundId })
  if (isAnnounced) return
  await enqueueJob(tx, {
    job: 'send-refund-email',
    refundId,
    template: 'refund-requested',
  })
}

/** Records that nothing is left of a payment because of refunds in the provider's dashboard; a job finds them. */
export async function recordExternalRefund(tx: Transaction, request: RefundRequest): Promise<void> {
  const { paymentId, orderId = null } = request
  const payment = await lockPayment(tx, paymentId)
  if (!payment) return
  const left = amountLeft(payment, await listRefundsOf(tx, paymentId))
  if (left > 0) {
    const amount = left === payment.amount ? null : left
    await insertRefund(tx, { ...request, returnId: null, amount, orderId, reason: 'external', state: 'pending' })
  }
  await enqueueJob(tx, { job: 'find-external-refund', paymentId })
}

/** Refunds the payment of an order that is cancelled or deleted before delivery. */
export async function requestOrderRefund(
  tx: Transaction,
  order: LockedOrder,
  reason: 'cancelled' | 'deleted',
): Promise<void> {
  const { id: orderId, paymentId, userId } = order
  const payment = paymentId === null ? undefined : await lockPayment(tx, paymentId)
  if (!payment || !mayRefund(order, payment)) return
  await updateAllocation(tx, payment.id, 'refund')
  await requestRefund(tx, { paymentId: payment.id, orderId, userId, reason })
}

/** Refunds a return, once. Does nothing if the order is paid in cash or its whole payment is being refunded. */
export async function requestReturnRefund(
  tx: Transaction,
  { order, returnId, amount }: { order: LockedOrder; returnId: number; amount: Paise },
): Promise<void> {
  const { id: orderId, paymentId, userId } = order
  const payment = paymentId === null ? undefined : await lockPayment(tx, paymentId)
  if (payment?.status !== 'captured') return
  const refund = await insertUpTo(tx, { paymentId: payment.id, orderId, userId, returnId, amount, reason: 'returned' })
  if (refund) await enqueueRefund(tx, refund, { isAnnounced: false })
}

/** Refunds a deleted order and closes its checkouts, so that a later payment is refunded too. */
export async function requestDeletedOrderRefund(tx: Transaction, order: LockedOrder): Promise<void> {
  await requestOrderRefund(tx, order, 'deleted')
  await releaseHolds(tx, await closeCheckouts(tx, order.userId, order.checkoutKey))
}

type PaymentShop = Pick<Shop, 'db' | 'payments' | 'log'>

/** A job: requests the refund from the provider; it is retried until there is an answer. */
export async function refund(shop: PaymentShop, { refundId }: { refundId: number }): Promise<void> {
  const requested = await findRefund(shop.db, refundId)
  if (requested?.state !== 'requested') return
  const payment = await getPayment(shop.db, requested.paymentId)
  const order = {
    refundId: requested.id,
    paymentId: payment.id,
    amount: requested.amount ?? payment.amount,
    attempt: requested.attempt,
  }
  try {
    await applyRefundUpdate(shop, await shop.payments.refund(order))
  } catch (error) {
    if (!(error instanceof ProviderRejectedError)) throw error
    await handleRejection(shop, { ...requested, amount: order.amount }, error)
  }
}

type Rejected = Refund & { amount: Paise }

/**
 * Called when the provider rejects a refund: either it was made before and the provider has forgotten our key, or
 * somebody refunded the payment in the dashboard, or an operator has to look at it.
 */
async function handleRejection(shop: PaymentShop, rejected: Rejected, error: ProviderRejectedError): Promise<void> {
  const { id, paymentId, attempt } = rejected
  const { status, amount, amountRefunded } = await shop.payments.getPayment(paymentId)
  const made = await shop.payments.listRefunds(paymentId)
  const ours = made.find((refund) => refund.refundId === id && refund.attempt === attempt)
  if (ours) return applyRefundUpdate(shop, ours)
  if (status === 'refunded') return replaceByExternalRefund(shop, rejected)
  await syncRefundsOf(shop, paymentId)
  const left = amount - amountRefunded
  if (left > 0 && left < rejected.amount) return askForLess(shop, rejected, left)
  await changeIfRequested(shop, rejected, (tx) => updateRefund(tx, id, { state: 'failed', problem: error.message }))
  shop.log.error(`Refund ${id} of payment ${paymentId} failed; check it in the provider's dashboard`, error)
}

/** Nothing is left of the payment: a refund from the provider's dashboard takes the place of ours. */
async function replaceByExternalRefund(shop: PaymentShop, rejected: Rejected): Promise<void> {
  const { id, paymentId, returnId } = rejected
  if (returnId === null) await changeIfRequested(shop, rejected, (tx) => updateRefund(tx, id, { state: 'pending' }))
  await syncRefundsOf(shop, paymentId)
  if (returnId !== null) await changeIfRequested(shop, rejected, (tx) => removeRefund(tx, id))
}

async function askForLess(shop: PaymentShop, rejected: Rejected, amount: Paise): Promise<void> {
  const { id: refundId, attempt } = rejected
  await changeIfRequested(shop, rejected, async (tx) => {
    await updateRefund(tx, refundId, { amount, attempt: attempt + 1 })
    await enqueueJob(tx, { job: 'request-refund', refundId })
  })
}

/** Does nothing when this attempt was handled elsewhere meanwhile. */
async function changeIfRequested(
  { db }: Pick<Shop, 'db'>,
  { id, paymentId, attempt }: Rejected,
  change: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPayment(tx, paymentId)
    const known = await findRefund(tx, id)
    if (known?.state === 'requested' && known.attempt === attempt) await change(tx)
  })
}
