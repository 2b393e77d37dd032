import type { ShipmentId } from '#domain/orders/shipment.ts'
import { applyScan } from '#server/parcels/steps.ts'
import type { CourierReport } from '#server/providers/courier.ts'
import type { Shop } from '#server/shop.ts'
import { listScansAt } from './booking-queries.ts'

/**
 * Applies the scans of a report that are not stored yet, all or nothing, because every report repeats the earlier ones.
 */
export async function applyReport(
  { db }: Pick<Shop, 'db'>,
  shipmentId: ShipmentId,
  { scans }: CourierReport,
): Promise<void> {
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
