import { asc, eq, inArray, sql } from 'drizzle-orm'
import { trackingLinkOf } from '#domain/orders/couriers.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { LineQuantity, Scan, Shipment, ShipmentId } from '#domain/orders/shipment.ts'
import type { Db } from '#server/db/connection.ts'
import { returnLines, returns, shipmentLines, shipmentScans, shipments } from '#server/db/schema/shipping.ts'

type ShipmentRow = typeof shipments.$inferSelect

/** All shipments of an order, oldest first. */
export async function listShipmentsOf(db: Db, orderId: OrderId): Promise<Shipment[]> {
  return withParts(
    db,
    await db.select().from(shipments).where(eq(shipments.orderId, orderId)).orderBy(asc(shipments.id)),
  )
}

export async function findShipment(db: Db, id: ShipmentId): Promise<Shipment | undefined> {
  const [shipment] = await withParts(db, await db.select().from(shipments).where(eq(shipments.id, id)))
  return shipment
}

async function withParts(db: Db, rows: ShipmentRow[]): Promise<Shipment[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [lines, returned, scans] = [await listLines(db, ids), await listReturned(db, ids), await listScans(db, ids)]
  return rows.map((row) => ({
    id: row.id,
    orderId: row.orderId,
    courier: row.courier,
    awb: row.awb ?? undefined,
    trackingLink: trackingLinkOf({ ...row, awb: row.awb ?? undefined }),
    step: row.step,
    stepAt: row.stepAt.toISOString(),
    status: row.status || undefined,
    cash: row.cash,
    booking: row.booking ?? undefined,
    bookingProblem: row.bookingProblem ?? undefined,
    missingForBill: row.missingForBill,
    labelLink: row.labelLink || undefined,
    lines: lines.get(row.id) ?? [],
    returned: returned.get(row.id) ?? [],
    scans: scans.get(row.id) ?? [],
    time: row.time.toISOString(),
  }))
}

/** The lines of each shipment. */
async function listLines(db: Db, ids: readonly ShipmentId[]): Promise<Map<ShipmentId, LineQuantity[]>> {
  const { shipmentId, position, quantity } = shipmentLines
  const rows = await db
    .select({ shipmentId, position, quantity })
    .from(shipmentLines)
    .where(inArray(shipmentId, [...ids]))
    .orderBy(asc(shipmentId), asc(position))
  return toQuantities(rows)
}

/** What came back of each shipment, all its returns together. */
async function listReturned(db: Db, ids: readonly ShipmentId[]): Promise<Map<ShipmentId, LineQuantity[]>> {
  const quantity = sql<number>`sum(${returnLines.good} + ${returnLines.damaged})::integer`
  const rows = await db
    .select({ shipmentId: returns.shipmentId, position: returnLines.position, quantity })
    .from(returnLines)
    .innerJoin(returns, eq(returns.id, returnLines.returnId))
    .where(inArray(returns.shipmentId, [...ids]))
    .groupBy(returns.shipmentId, returnLines.position)
    .orderBy(asc(returns.shipmentId), asc(returnLines.position))
  return toQuantities(rows)
}

function toQuantities(rows: (LineQuantity & { shipmentId: ShipmentId })[]): Map<ShipmentId, LineQuantity[]> {
  const byShipment = Map.groupBy(rows, ({ shipmentId }) => shipmentId)
  return new Map(
    [...byShipment].map(([id, list]) => [id, list.map(({ position, quantity }) => ({ position, quantity }))]),
  )
}

async function listScans(db: Db, ids: readonly ShipmentId[]): Promise<Map<ShipmentId, Scan[]>> {
  const rows = await db
    .select()
    .from(shipmentScans)
    .where(inArray(shipmentScans.shipmentId, [...ids]))
    .orderBy(asc(shipmentScans.time), asc(shipmentScans.id))
  const scans = rows.map(({ shipmentId, step, status, place, source, time }) => ({
    shipmentId,
    scan: { step: step ?? undefined, status, place, source, time: time.toISOString() },
  }))
  const byShipment = Map.groupBy(scans, ({ shipmentId }) => shipmentId)
  return new Map([...byShipment].map(([id, list]) => [id, list.map(({ scan }) => scan)]))
}
