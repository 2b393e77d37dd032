import type { ProductId } from '#domain/catalog/product.ts'
import { writeAvailableEmail } from '#domain/messages/customer-emails.ts'
import { findForSale, listSold } from '#server/catalog/storefront-queries.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import type { Shop } from '#server/shop.ts'
import { lockWaitingRequests, queueMessage, updateNotified } from './queries.ts'

/** Requests that one run answers; the next run takes the others. */
const BATCH = 200

/**
 * A job: emails everybody who asked for this product once, if it is available now. Each email is sent by a job of its
 * own, within the daily limit of its address.
 */
export async function notifyRequesters(shop: Pick<Shop, 'db' | 'texts'>, productId: ProductId): Promise<void> {
  const say = await shop.texts.say()
  await shop.db.transaction(async (tx) => {
    const product = await findForSale(tx, productId)
    // Sold again meanwhile: the job is enqueued again when the product is available the next time.
    if (!product || (await listSold(tx, [productId])).has(productId)) return
    const requests = await lockWaitingRequests(tx, productId, BATCH)
    for (const { id, name, email } of requests) {
      const params = writeAvailableEmail(say, { name, email }, product.title)
      await queueMessage(tx, { template: 'product-available', subject: `request ${id}`, params })
    }
    await updateNotified(
      tx,
      requests.map(({ id }) => id),
    )
    if (requests.length === BATCH) await enqueueJob(tx, { job: 'notify-requesters', productId })
  })
}
