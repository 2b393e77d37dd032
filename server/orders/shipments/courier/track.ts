import { enqueueJob } from '#server/db/enqueue.ts'
import type { Shop } from '#server/shop.ts'
import { listForgottenBookings } from './queries.ts'

/** A job: sees to bookings whose jobs have given up. */
export async function trackShipments(shop: Pick<Shop, 'db' | 'courier' | 'log'>): Promise<void> {
  for (const shipmentId of await listForgottenBookings(shop.db)) {
    const again = { job: 'book-shipment', shipmentId, key: `book:${shipmentId}`, isReminder: true } as const
    await shop.db.transaction((tx) => enqueueJob(tx, again))
  }
}
