import { enqueueJob } from '#server/db/enqueue.ts'
import { findSettings } from '#server/settings/queries.ts'
import type { Shop } from '#server/shop.ts'
import { listToAsk } from './queries.ts'

/** A job: asks buyers for a review seven days after delivery, if the shop does so; once for each order. */
export async function askForReviews({ db }: Pick<Shop, 'db'>): Promise<void> {
  const { askForReviews: isOn } = await findSettings(db)
  if (!isOn) return
  const ids = await listToAsk(db)
  await db.transaction(async (tx) => {
    for (const orderId of ids) await enqueueJob(tx, { job: 'send-review-request', orderId })
  })
}
