import { enqueueJob } from '#server/db/enqueue.ts'
import { createWebhookRoute, type SignedResult, signedBy } from '#server/providers/webhook-route.ts'
import type { Shop } from '#server/shop.ts'
import { saveDispute } from './dispute-queries.ts'
import { insertEvent } from './queries.ts'

/** The payment provider's webhook. */
export function createWebhook(
  shop: Pick<Shop, 'db' | 'log'> & {
    payments: Pick<Shop['payments'], 'isWebhookSigned' | 'readWebhook'>
    metrics: Pick<Shop['metrics'], 'countWebhook'>
    config: Pick<Shop['config'], 'rateLimitFactor'>
  },
) {
  return createWebhookRoute<SignedResult>(shop, {
    isSigned: (headers) => shop.payments.isWebhookSigned(headers),
    receive: async (headers, readWhole) => receiveWebhook(shop, await readWhole(), headers),
    // The reconciler checks the payment of an unreadable one.
    ...signedBy('a payment webhook', 400),
    count: shop.metrics.countWebhook,
  })
}

/**
 * Stores a webhook and enqueues a job that fetches the payment or refund it names, so that a late, repeated or reordered
 * webhook does no harm, and the provider gets its answer at once. A dispute is stored as it is reported, with its time.
 *
 * @param body the raw bytes as received
 */
export async function receiveWebhook(
  shop: Pick<Shop, 'db'> & { payments: Pick<Shop['payments'], 'readWebhook'> },
  body: Uint8Array,
  headers: Headers,
): Promise<SignedResult> {
  const webhook = shop.payments.readWebhook(body, headers)
  if (typeof webhook === 'string') return webhook
  const { id, event, paymentId, refundId, dispute } = webhook
  await shop.db.transaction(async (tx) => {
    if (!(await insertEvent(tx, id, event))) return
    if (dispute) await saveDispute(tx, dispute)
    if (paymentId) await enqueueJob(tx, { job: 'sync-payment', paymentId })
    if (refundId) await enqueueJob(tx, { job: 'sync-refund', refundId })
  })
  return 'accepted'
}
