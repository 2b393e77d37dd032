import { writePriceEmail } from '#domain/messages/customer-emails.ts'
import { listSold } from '#server/catalog/storefront-queries.ts'
import { queueMessage } from '#server/messages/queries.ts'
import type { Shop } from '#server/shop.ts'
import { listFallen, updateKnownPrice } from './queries.ts'

/** Falls that one run tells of; the next run takes the others. */
const BATCH = 200

/**
 * A job: emails who asked about each saved product that costs less than ever they knew, at most once a week, so that a price
 * that is moved up and down again and again is no reason to write.
 */
export async function tellPriceFalls({ db, now, texts }: Pick<Shop, 'db' | 'now' | 'texts'>): Promise<void> {
  const say = await texts.say()
  await db.transaction(async (tx) => {
    const fallen = await listFallen(tx, BATCH, now())
    const sold = await listSold(tx, [...new Set(fallen.map(({ productId }) => productId))])
    for (const fall of fallen) {
      if (sold.has(fall.productId)) continue
      const subject = `user ${fall.userId} price ${fall.productId} ${now().toISOString()}`
      await queueMessage(tx, { template: 'price-fell', subject, params: writePriceEmail(say, fall) })
      await updateKnownPrice(tx, fall, now())
    }
  })
}
