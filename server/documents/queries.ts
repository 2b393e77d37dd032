import { asc, inArray } from 'drizzle-orm'
import type { Order } from '#domain/orders/order.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { LineQuantity, ShipmentId } from '#domain/orders/shipment.ts'
import type { Db } from '#server/db/connection.ts'
import { shipmentLines, shipments } from '#server/db/schema/shipping.ts'
import { orderLines, orders } from '#server/db/schema/shop.ts'
import { withLines } from '#server/orders/queries.ts'

/** A parcel as its documents show it. */
export type Parcel = {
  id: ShipmentId
  orderId: OrderId
  courier: string
  awb: string
  /** Rupees. */
  cash: number
  /** ISO 8601. */
  time: string
  lines: LineQuantity[]
}

export async function listOrdersByIds(db: Db, ids: readonly OrderId[]): Promise<Order[]> {
  if (ids.length === 0) return []
  return withLines(
    db,
    await db
      .select()
      .from(orders)
      .where(inArray(orders.id, [...ids])),
  )
}

/** The SKUs of these orders' lines, by order and position. */
export async function listSkusOf(db: Db, orderIds: readonly OrderId[]): Promise<Map<string, string>> {
  if (orderIds.length === 0) return new Map()
  const { orderId, position, sku } = orderLines
  const rows = await db
    .select({ orderId, position, sku })
    .from(orderLines)
    .where(inArray(orderId, [...orderIds]))
  return new Map(rows.map((row) => [`${row.orderId}/${row.position}`, row.sku]))
}

export async function listParcelsOf(db: Db, orderIds: readonly OrderId[]): Promise<Parcel[]> {
  if (orderIds.length === 0) return []
  return withContents(
    db,
    await selectParcels(db)
      .where(inArray(shipments.orderId, [...orderIds]))
      .orderBy(asc(shipments.id)),
  )
}

export async function listParcelsByIds(db: Db, ids: readonly ShipmentId[]): Promise<Parcel[]> {
  if (ids.length === 0) return []
  return withContents(db, await selectParcels(db).where(inArray(shipments.id, [...ids])))
}

function selectParcels(db: Db) {
  const { id, orderId, courier, awb, cash, time } = shipments
  return db.select({ id, orderId, courier, awb, cash, time }).from(shipments).$dynamic()
}

type ParcelRow = Awaited<ReturnType<typeof selectParcels>>[number]

async function withContents(db: Db, rows: ParcelRow[]): Promise<Parcel[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const lines = await db
    .select()
    .from(shipmentLines)
    .where(inArray(shipmentLines.shipmentId, ids))
    .orderBy(asc(shipmentLines.position))
  const byShipment = Map.groupBy(lines, ({ shipmentId }) => shipmentId)
  return rows.map(({ awb, time, ...row }) => ({
    ...row,
    awb: awb ?? '',
    time: time.toISOString(),
    lines: (byShipment.get(row.id) ?? []).map(({ position, quantity }) => ({ position, quantity })),
  }))
}
