import type { Paise } from '#domain/money.ts'
import {
  amountLeft,
  decideRefund,
  isAwaited,
  type KnownRefund,
  matchRefund,
  type ProviderRefund,
} from '#domain/orders/refund.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import type { Shop } from '#server/shop.ts'
import { lockPayment, type Payment } from './queries.ts'
import { findPayer, insertRefund, listRefundsOf, removeRefund, updateRefund } from './refund-queries.ts'

/** A bank that has just declined a refund rarely accepts it at once. */
const RETRY_SECONDS = 3600

/** @param update the refund as the provider has just reported it */
export async function applyRefundUpdate(shop: Pick<Shop, 'db' | 'log'>, update: ProviderRefund): Promise<void> {
  const { paymentId } = update
  const result = await shop.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    if (!payment) return undefined
    const known = await findOrRecord(tx, payment, update)
    return known && { id: known.id, kind: await applyDecision(tx, payment, known, update) }
  })
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
  const whole = { paymentId: payment.id, returnId: null, reason: 'external', state: 'pending' } as const
  return insertRefund(tx, { ...payer, ...whole, amount: amount === payment.amount ? null : amount })
}

async function applyDecision(tx: Transaction, payment: Payment, known: KnownRefund, update: ProviderRefund) {
  const refundId = known.id
  // The provider's amount counts, because it says how much was really refunded.
  const amount = update.amount === payment.amount ? null : update.amount
  const reported = { amount, providerRefundId: update.id }
  const isOwed = known.reason !== 'external' || payment.allocation === 'refund'
  const { kind } = decideRefund(known, update, { isOwed })
  switch (kind) {
    case 'nothing':
      break
    case 'pending':
      await updateRefund(tx, refundId, { ...reported, state: 'pending' })
      break
    case 'processed':
      await updateRefund(tx, refundId, { ...reported, state: 'processed', problem: null })
      await enqueueJob(tx, {
        job: 'send-refund-email',
        refundId,
        template: 'refund-processed',
      })
      break
    case 'retry':
      await requestAgain(tx, known)
      break
    case 'give-up':
      await updateRefund(tx, refundId, { ...reported, state: 'failed', problem: 'The bank declined the refund.' })
      // Until now the recorded refunds summed up to more than the provider's, which hid those made in its dashboard.
      await enqueueExternalRefundSearch(tx, payment.id)
  }
  return kind
}

async function requestAgain(
  tx: Transaction,
  { id: refundId, attempt }: KnownRefund,
  rest?: { amount: Paise | null },
): Promise<void> {
  await updateRefund(tx, refundId, { ...rest, state: 'requested', providerRefundId: null, attempt: attempt + 1 })
  await enqueueJob(tx, { job: 'request-refund', refundId, inSeconds: RETRY_SECONDS })
}

/** Enqueues a job that looks for refunds made in the provider's dashboard. Within the caller's transaction. */
export async function enqueueExternalRefundSearch(tx: Transaction, paymentId: string): Promise<void> {
  await enqueueJob(tx, { job: 'find-external-refund', paymentId })
}

/** Fetches all refunds of a payment, which also finds those that were made in the provider's dashboard. */
export async function syncRefundsOf(shop: Pick<Shop, 'db' | 'payments' | 'log'>, paymentId: string): Promise<void> {
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
