import { enqueueJob } from '#server/db/enqueue.ts'
import { createCircuitBreaker } from '#server/orders/circuit-breaker.ts'
import type { Shop } from '#server/shop.ts'
import { listCheckoutsToSync, recordChecked } from './checkout-queries.ts'
import { deleteOldEvents } from './queries.ts'
import { listPendingRefunds, listRequestedRefunds, recordRefundChecked } from './refund-queries.ts'
import { settle } from './settle.ts'
import { findExternalRefund, ignoreRejected, syncRefund } from './sync.ts'

type PaymentShop = Pick<Shop, 'db' | 'payments' | 'log'>

/**
 * A job: asks the provider about every open checkout and refund, because webhooks get lost and browsers are closed.
 *
 * @param every also those that were checked recently, for the round after a start
 * @throws ProviderUnavailableError when the provider is down; the next round checks the rest
 */
export async function reconcile(shop: PaymentShop, { every }: { every: boolean }): Promise<void> {
  if (!shop.payments.isAvailable) return
  await enqueueRequestedRefunds(shop, every)
  const callProvider = createCircuitBreaker(shop)
  for (const providerOrderId of await listCheckoutsToSync(shop.db, { every })) {
    await callProvider(`Order ${providerOrderId}`, async () => {
      await ignoreRejected(shop, `order ${providerOrderId}`, async () => {
        for (const payment of await shop.payments.listPayments(providerOrderId)) await settle(shop, payment)
      })
      await recordChecked(shop.db, providerOrderId)
    })
  }
  for (const { id, paymentId, providerRefundId } of await listPendingRefunds(shop.db, { every })) {
    await callProvider(`Refund ${id} of payment ${paymentId}`, async () => {
      if (providerRefundId) await syncRefund(shop, providerRefundId)
      else await findExternalRefund(shop, paymentId)
      await recordRefundChecked(shop.db, id)
    })
  }
  await deleteOldEvents(shop.db)
}

async function enqueueRequestedRefunds({ db }: Pick<Shop, 'db'>, every: boolean): Promise<void> {
  for (const { id: refundId } of await listRequestedRefunds(db, { every })) {
    await db.transaction((tx) =>
      enqueueJob(tx, { job: 'request-refund', refundId, key: `refund:${refundId}`, isReminder: true }),
    )
  }
}
