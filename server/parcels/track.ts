import type { ShipmentId } from '#domain/orders/shipment.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { ProviderRejectedError } from '#server/errors.ts'
import { checkEach } from '#server/providers/circuit-breaker.ts'
import type { CourierReport } from '#server/providers/courier.ts'
import type { Shop } from '#server/shop.ts'
import { listForgottenBookings, listScansAt, listToTrack, recordTracked } from './booking-queries.ts'
import { applyScan } from './steps.ts'

type TrackingShop = Pick<Shop, 'db' | 'courier' | 'log'>

/**
 * A job: asks the courier about booked parcels on their way, because webhooks get lost, and enqueues bookings again
 * whose jobs have given up.
 *
 * @param signal ends this run; another one does the rest
 * @throws ProviderUnavailableError when the courier's system is down; the next round checks the rest
 */
export async function trackShipments(shop: TrackingShop, signal?: AbortSignal): Promise<void> {
  if (!shop.courier.isAvailable) return
  for (const { id: shipmentId, booking } of await listForgottenBookings(shop.db)) {
    const job = booking === 'cancelling' ? 'cancel-booking' : 'book-shipment'
    await shop.db.transaction((tx) => enqueueJob(tx, { job, shipmentId, isReminder: true }))
  }
  const ended = await checkEach(shop, await listToTrack(shop.db), {
    nameOf: ({ id }) => `Shipment ${id}`,
    check: ({ id, awb }) => trackShipment(shop, id, awb),
    signal,
  })
  if (ended === 'more') await shop.db.transaction((tx) => enqueueJob(tx, { job: 'track-shipments' }))
}

async function trackShipment(shop: TrackingShop, id: ShipmentId, awb: string): Promise<void> {
  try {
    const report = await shop.courier.track(awb)
    if (report) await applyReport(shop, id, report)
  } catch (error) {
    if (!(error instanceof ProviderRejectedError)) throw error
    shop.log.error(`The courier does not know shipment ${id}`, error)
  }
  await recordTracked(shop.db, id)
}

/**
 * Applies the scans of a report that are not stored yet, all or nothing, because every report repeats the earlier ones.
 */
export async function applyReport({ db }: Pick<Shop, 'db'>, shipmentId: ShipmentId, { scans }: CourierReport) {
  const stored = await listScansAt(
    db,
    shipmentId,
    scans.map(({ time }) => time),
  )
  const known = new Set(stored.map(({ status, time }) => `${time.toISOString()} ${status}`))
  const fresh = scans.filter(({ status, time }) => !known.has(`${time} ${status}`))
  if (fresh.length === 0) return
  await db.transaction(async (tx) => {
    for (const scan of fresh) await applyScan(tx, shipmentId, scan)
  })
}
