import { enqueueJob } from '#server/db/enqueue.ts'
import { CLOSE, createWebhookRoute } from '#server/providers/webhook-route.ts'
import type { Shop } from '#server/shop.ts'
import { saveDispute } from './dispute-queries.ts'
import { insertEvent } from './queries.ts'

/** `unreadable`: signed by the provider, but not in a format that we know. */
export type WebhookResult = 'accepted' | 'invalid-signature' | 'unreadable'

const REJECTED = 'Rejected a payment webhook: invalid signature'

/** The payment provider's webhook. */
export function createWebhook(
  shop: Pick<Shop, 'db' | 'log'> & {
    payments: Pick<Shop['payments'], 'isWebhookSigned' | 'readWebhook'>
    metrics: Pick<Shop['metrics'], 'countWebhook'>
    config: Pick<Shop['config'], 'rateLimitFactor'>
  },
) {
  return createWebhookRoute<WebhookResult>(shop, {
    isSigned: (headers) => shop.payments.isWebhookSigned(headers),
    receive: async (headers, readWhole) => receiveWebhook(shop, await readWhole(), headers),
    forged: 'invalid-signature',
    forgeries: 'invalid signatures',
    // The provider repeats a webhook for a day until it is answered with 200. An unreadable one would stay unreadable,
    // and the reconciler checks its payment anyway, so it is answered with 200 too.
    answers: {
      accepted: [200, 'OK'],
      unreadable: [200, 'OK'],
      'invalid-signature': [400, 'Invalid signature.', CLOSE],
    },
    logs: {
      unsigned: REJECTED,
      'invalid-signature': REJECTED,
      limited: REJECTED,
      unreadable: 'Ignored a payment webhook: unknown format',
    },
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
): Promise<WebhookResult> {
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
