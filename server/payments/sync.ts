import { ProviderRejectedError } from '#server/errors.ts'
import type { Shop } from '#server/shop.ts'
import { applyRefundUpdate, syncRefundsOf } from './refund-updates.ts'
import { settle } from './settle.ts'

type PaymentShop = Pick<Shop, 'db' | 'payments' | 'log'>

/** A job: fetches a payment from the provider and settles it. */
export async function syncPayment(shop: PaymentShop, paymentId: string): Promise<void> {
  await ignoreRejected(shop, `payment ${paymentId}`, async () =>
    settle(shop, await shop.payments.getPayment(paymentId)),
  )
}

/**
 * A job: fetches a refund from the provider and stores its state.
 *
 * @param refundId the provider's
 */
export async function syncRefund(shop: PaymentShop, refundId: string): Promise<void> {
  await ignoreRejected(shop, `refund ${refundId}`, async () =>
    applyRefundUpdate(shop, await shop.payments.getRefund(refundId)),
  )
}

/** A job: finds the refunds that were made in the provider's dashboard. */
export async function findExternalRefund(shop: PaymentShop, paymentId: string): Promise<void> {
  await ignoreRejected(shop, `payment ${paymentId}`, () => syncRefundsOf(shop, paymentId))
}

/** Logs a rejection instead of throwing it, because a retry would be rejected too. @throws every other error */
export async function ignoreRejected(
  { log }: Pick<Shop, 'log'>,
  subject: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ProviderRejectedError)) throw error
    log.error(`The payment provider does not know ${subject}`, error)
  }
}
