import type { Paise } from '#domain/money.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { RefundReason, RefundState } from '#domain/orders/payment.ts'
import {
  amountLeft,
  decideRefund,
  isAwaited,
  isForPart,
  type KnownRefund,
  matchRefund,
  NO_PART,
  type ProviderRefund,
  type RefundPart,
  waitingReason,
} from '#domain/orders/refund.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { ProviderRejectedError } from '#server/errors.ts'
import type { Shop } from '#server/shop.ts'
import { sumDeducted } from './dispute-queries.ts'
import {
  findPayer,
  findRefund,
  getPayment,
  insertRefund,
  listRefundsOf,
  lockPayment,
  type Payment,
  type Refund,
  removeRefund,
  updateRefund,
} from './queries.ts'

type RefundRequest = { paymentId: string; orderId: OrderId | undefined; userId: string }

/**
 * Queues a refund of what is left of the payment, or for a part of its order; from here on it is retried until the provider answers.
 *
 * @param amount at most; undefined: all
 */
export async function requestRefund(
  tx: Transaction,
  { amount, ...request }: RefundRequest & Partial<RefundPart> & { reason: RefundReason; amount?: Paise },
): Promise<void> {
  const payment = await lockPayment(tx, request.paymentId)
  if (!payment) return
  const left = await findLeftOf(tx, payment)
  const possible = Math.min(left, amount ?? left)
  if (possible <= 0) return
  const part = { ...NO_PART, ...request }
  // One row per payment and part: a webhook that arrives twice refunds once.
  const refund = await insertRefund(tx, {
    ...part,
    orderId: request.orderId ?? null,
    state: 'requested',
    amount: possible === payment.amount && !isForPart(part) ? null : possible,
  })
  if (refund) await enqueueRefund(tx, refund)
}

/** The amount of a payment that was neither refunded nor taken back by a bank. */
export async function findLeftOf(db: Db, payment: Payment): Promise<Paise> {
  return Math.max(0, amountLeft(payment, await listRefundsOf(db, payment.id)) - (await sumDeducted(db, payment.id)))
}

async function enqueueRefund(tx: Transaction, { id: refundId, reason }: Refund): Promise<void> {
  await enqueueJob(tx, { job: 'request-refund', refundId })
  // The email about the cancellation or the change announces it.
  if (reason === 'cancelled' || reason === 'changed') return
  await enqueueJob(tx, { job: 'send-refund-email', refundId, template: 'refund-requested' })
}

/** Records that nothing is left of a payment because of refunds in the provider's dashboard; a job finds them. */
export async function recordExternalRefund(tx: Transaction, request: RefundRequest): Promise<void> {
  const { paymentId, orderId = null } = request
  const payment = await lockPayment(tx, paymentId)
  if (!payment) return
  const left = amountLeft(payment, await listRefundsOf(tx, paymentId))
  if (left > 0) {
    const amount = left === payment.amount ? null : left
    await insertRefund(tx, {
      ...request,
      ...NO_PART,
      amount,
      orderId,
      reason: 'external',
      state: 'pending',
    })
  }
  await enqueueJob(tx, { job: 'find-external-refund', paymentId })
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
  if (left > 0 && left < rejected.amount) return askAgain(shop, rejected, { amount: left })
  const wait = waitingReason(error.message)
  if (wait) return askAgain(shop, rejected, WAITS[wait])
  await changeIfRequested(shop, rejected, (tx) => updateRefund(tx, id, { state: 'failed', problem: error.message }))
  shop.log.error(`Refund ${id} of payment ${paymentId} failed; check it in the provider's dashboard`, error)
}

/** Nothing is left of the payment: a refund from the provider's dashboard takes the place of ours. */
async function replaceByExternalRefund(shop: PaymentShop, rejected: Rejected): Promise<void> {
  const { id, paymentId } = rejected
  if (!isForPart(rejected)) await changeIfRequested(shop, rejected, (tx) => updateRefund(tx, id, { state: 'pending' }))
  await syncRefundsOf(shop, paymentId)
  if (isForPart(rejected)) await changeIfRequested(shop, rejected, (tx) => removeRefund(tx, id))
}

const WAITS = {
  busy: { inSeconds: 60, problem: null },
  balance: {
    inSeconds: 3600,
    problem: 'The balance at the payment provider is too low. It is asked again every hour; add money there.',
  },
}

/** The provider repeats its answer to a repeated request, so the next one has another number. */
async function askAgain(
  shop: PaymentShop,
  rejected: Rejected,
  { inSeconds = 0, ...changes }: { inSeconds?: number; amount?: Paise; problem?: string | null },
): Promise<void> {
  const { id: refundId, attempt } = rejected
  await changeIfRequested(shop, rejected, async (tx) => {
    await updateRefund(tx, refundId, { ...changes, attempt: attempt + 1 })
    await enqueueJob(tx, { job: 'request-refund', refundId, inSeconds })
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

/** A bank that has just declined a refund rarely accepts it at once. */
const RETRY_SECONDS = 3600

/** @param update the refund as the provider has just reported it */
export async function applyRefundUpdate(
  shop: PaymentShop,
  update: ProviderRefund,
  { isFresh = false } = {},
): Promise<void> {
  const { paymentId } = update
  const result = await shop.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    if (!payment) return undefined
    const known = await findOrRecord(tx, payment, update)
    return known && { id: known.id, kind: await applyDecision(tx, payment, known, { ...update, isFresh }) }
  })
  if (result?.kind === 'ask-again')
    return applyRefundUpdate(shop, await shop.payments.getRefund(update.id), { isFresh: true })
  if (result?.kind === 'retry') logRetry(shop, { refundId: result.id, paymentId })
  if (result?.kind === 'give-up') {
    shop.log.error(`Refund ${result.id} of payment ${paymentId} failed for good; check it in the provider's dashboard`)
  }
}

/** Finds the reported refund; one from the provider's dashboard is recorded when it is first reported. */
async function findOrRecord(
  tx: Transaction,
  payment: Payment,
  update: ProviderRefund,
): Promise<KnownRefund | undefined> {
  const match = matchRefund(payment, await listRefundsOf(tx, payment.id), update)
  if (match === 'external') return recordFromDashboard(tx, payment, update)
  if (!match?.isAdopted) return match?.refund
  return { ...match.refund, state: 'pending', providerRefundId: null }
}

async function recordFromDashboard(
  tx: Transaction,
  payment: Payment,
  { amount }: ProviderRefund,
): Promise<KnownRefund | undefined> {
  const payer = await findPayer(tx, payment.id)
  if (!payer) return undefined
  const whole = {
    paymentId: payment.id,
    ...NO_PART,
    reason: 'external' as const,
    state: 'pending' as const,
  }
  return insertRefund(tx, { ...payer, ...whole, amount: amount === payment.amount ? null : amount })
}

async function applyDecision(
  tx: Transaction,
  payment: Payment,
  known: KnownRefund,
  { isFresh, ...update }: ProviderRefund & { isFresh: boolean },
) {
  const refundId = known.id
  // The provider's amount counts, because it says how much was really refunded.
  const amount = update.amount === payment.amount ? null : update.amount
  const reported = { amount, providerRefundId: update.id }
  const isOwed = known.reason !== 'external' || payment.allocation === 'refund'
  const { kind } = decideRefund(known, update, { isOwed, isFresh })
  switch (kind) {
    case 'nothing':
    case 'ask-again':
      break
    case 'pending':
      await updateRefund(tx, refundId, { ...reported, state: 'pending', problem: null })
      break
    case 'processed':
      await updateRefund(tx, refundId, { ...reported, state: 'processed', problem: null })
      await enqueueJob(tx, { job: 'send-refund-email', refundId, template: 'refund-processed' })
      break
    case 'retry':
      await requestAgain(tx, known)
      break
    case 'give-up':
      await updateRefund(tx, refundId, { ...reported, state: 'failed', problem: FAILED[known.state] })
      // Until now the recorded refunds summed up to more than the provider's, which hid those made in its dashboard.
      await enqueueJob(tx, { job: 'find-external-refund', paymentId: payment.id })
  }
  return kind
}

const DECLINED =
  'The bank declined the refund. Pay it back in another way, or in the dashboard of the payment provider.'
const FAILED: Record<RefundState, string> = {
  requested: DECLINED,
  pending: DECLINED,
  failed: DECLINED,
  processed:
    'The bank returned the refund after it was processed. Ask the buyer for another account, then refund again.',
}

async function requestAgain(tx: Transaction, { id: refundId, attempt }: KnownRefund, rest?: { amount: Paise | null }) {
  await updateRefund(tx, refundId, { ...rest, state: 'requested', providerRefundId: null, attempt: attempt + 1 })
  await enqueueJob(tx, { job: 'request-refund', refundId, inSeconds: RETRY_SECONDS })
}

/** Fetches all refunds of a payment, which also finds those that were made in the provider's dashboard. */
export async function syncRefundsOf(shop: PaymentShop, paymentId: string): Promise<void> {
  for (const refund of await shop.payments.listRefunds(paymentId)) await applyRefundUpdate(shop, refund)
  const refundId = await shop.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    return payment && refundRest(tx, payment)
  })
  if (refundId !== undefined) logRetry(shop, { refundId, paymentId })
}

/**
 * Refunds that were made in the provider's dashboard have rows of their own now. What they leave of a refund whose
 * place they were to take has failed meanwhile, so it is requested from the provider.
 *
 * @returns the id of the refund that is requested
 */
async function refundRest(tx: Transaction, payment: Payment): Promise<number | undefined> {
  const refunds = await listRefundsOf(tx, payment.id)
  const [awaited, ...others] = refunds.filter(isAwaited)
  if (!awaited) return undefined
  for (const { id } of others) await removeRefund(tx, id)
  const made = refunds.filter((refund) => !isAwaited(refund))
  const left = amountLeft(payment, made)
  if (left > 0) await requestAgain(tx, awaited, { amount: left === payment.amount ? null : left })
  else await removeRefund(tx, awaited.id)
  return left > 0 ? awaited.id : undefined
}

function logRetry({ log }: Pick<Shop, 'log'>, { refundId, paymentId }: { refundId: number; paymentId: string }): void {
  log.error(`Refund ${refundId} of payment ${paymentId} failed; it will be retried`)
}
