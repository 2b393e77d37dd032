import type { User } from '#domain/accounts/user.ts'
import type { Order } from '#domain/orders/order.ts'
import type { RefundReason } from '#domain/orders/payment.ts'
import { ProviderRejectedError, ProviderUnavailableError } from '#server/errors.ts'
import { findOrderPaidBy } from '#server/orders/queries.ts'
import type { Shop } from '#server/shop.ts'
import { findCheckoutOf, findRefundReason } from './queries.ts'
import { settle } from './settle.ts'

export type Confirmed =
  | { kind: 'placed'; order: Order }
  /** The payment arrived but could not become an order, so it is refunded. */
  | { kind: 'refunded'; reason: RefundReason }
  /** Not a payment of this checkout. */
  | { kind: 'refused' }
  /** The payment is genuine, but the provider cannot confirm it yet. */
  | { kind: 'waiting' }

/** Confirms a payment that the browser reports; only the signature and the provider's own answer are trusted. */
export async function confirmPayment(
  shop: Pick<Shop, 'db' | 'payments' | 'log' | 'now'>,
  user: Pick<User, 'userId'>,
  reported: { checkoutId: string; paymentId: string; signature: string },
): Promise<Confirmed> {
  const { checkoutId, paymentId, signature } = reported
  const checkout = await findCheckoutOf(shop.db, user.userId, checkoutId)
  const providerOrderId = checkout?.providerOrderId
  if (!providerOrderId || !shop.payments.isPaymentGenuine(providerOrderId, paymentId, signature)) {
    shop.log.error(`Rejected payment ${paymentId}: invalid signature for checkout ${checkoutId} of user ${user.userId}`)
    return { kind: 'refused' }
  }
  try {
    const payment = await shop.payments.getPayment(paymentId)
    if (payment.orderId !== providerOrderId) {
      shop.log.error(`Rejected payment ${paymentId}: it belongs to ${payment.orderId}, not to ${providerOrderId}`)
      return { kind: 'refused' }
    }
    await settle(shop, payment)
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError || error instanceof ProviderRejectedError)) throw error
    // The signature is valid, so the webhook or the next reconciliation will settle this payment.
    shop.log.error(`Payment ${paymentId} is not settled yet; it will be retried`, error)
  }
  return findOutcome(shop, paymentId)
}

async function findOutcome({ db }: Pick<Shop, 'db'>, paymentId: string): Promise<Confirmed> {
  const reason = await findRefundReason(db, paymentId)
  if (reason) return { kind: 'refunded', reason }
  const order = await findOrderPaidBy(db, paymentId)
  return order ? { kind: 'placed', order } : { kind: 'waiting' }
}
