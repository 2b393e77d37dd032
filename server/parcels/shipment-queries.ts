import { and, desc, eq, sql } from 'drizzle-orm'
import type { Rupees } from '#domain/money.ts'
import type { Dispatched, OrderId } from '#domain/orders/order-state.ts'
import type { LineQuantity, Scan, ShipmentId, Step } from '#domain/orders/shipment.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { shipmentLines, shipmentScans, shipments } from '#server/db/schema/shipping.ts'
import { orderLines, orders } from '#server/db/schema/shop.ts'

export type ShipmentIdentity = { id: ShipmentId; orderId: OrderId }

/** The shipment that was stored with this form's key. */
export async function findShipmentByKey(db: Db, key: string): Promise<ShipmentIdentity | undefined> {
  const { id, orderId } = shipments
  const [row] = await db.select({ id, orderId }).from(shipments).where(eq(shipments.key, key))
  return row
}

/** The order of a shipment, which never changes. */
export async function findOrderIdOf(db: Db, shipmentId: ShipmentId): Promise<OrderId | undefined> {
  const { id, orderId } = shipments
  const [row] = await db.select({ orderId }).from(shipments).where(eq(id, shipmentId))
  return row?.orderId
}

export type LockedShipment = Pick<
  typeof shipments.$inferSelect,
  'id' | 'orderId' | 'userId' | 'step' | 'stepAt' | 'status' | 'awb' | 'courier' | 'booking'
>

/** Call it after its order is locked. If the order was deleted, this lock alone keeps changes in sequence. */
export async function lockShipment(tx: Transaction, shipmentId: ShipmentId): Promise<LockedShipment | undefined> {
  const { id, orderId, userId, step, stepAt, status, awb, courier, booking } = shipments
  const [row] = await tx
    .select({ id, orderId, userId, step, stepAt, status, awb, courier, booking })
    .from(shipments)
    .where(eq(id, shipmentId))
    .for('update')
  return row
}

/** Quantity of each line that was sent, all shipments of the order together. */
export async function listSent(tx: Transaction, orderId: OrderId): Promise<LineQuantity[]> {
  const { position, quantity, shipmentId } = shipmentLines
  return tx
    .select({ position, quantity: sql<number>`sum(${quantity})::integer` })
    .from(shipmentLines)
    .innerJoin(shipments, eq(shipments.id, shipmentId))
    .where(eq(shipments.orderId, orderId))
    .groupBy(position)
}

/** Rupees of these lines, as they were ordered. */
export async function totalOfLines(tx: Transaction, id: OrderId, lines: readonly LineQuantity[]): Promise<Rupees> {
  const { orderId, position, price } = orderLines
  const rows = await tx.select({ position, price }).from(orderLines).where(eq(orderId, id))
  const prices = new Map(rows.map((row) => [row.position, row.price]))
  return lines.reduce((sum, line) => sum + line.quantity * (prices.get(line.position) ?? 0), 0)
}

export type NewShipment = {
  orderId: OrderId
  userId: string
  key: string
  courier: string
  awb: string
  trackingLink: string
  cash: Rupees
  mobile: string
  lines: readonly LineQuantity[]
}

/** @returns undefined: another shipment has this key, or this courier's AWB */
export async function insertShipment(
  tx: Transaction,
  { lines, awb, ...shipment }: NewShipment,
): Promise<ShipmentId | undefined> {
  const [row] = await tx
    .insert(shipments)
    .values({ ...shipment, awb: awb || null })
    .onConflictDoNothing()
    .returning({ id: shipments.id, stepAt: shipments.stepAt })
  if (!row) return undefined
  await tx
    .insert(shipmentLines)
    .values(lines.map(({ position, quantity }) => ({ shipmentId: row.id, position, quantity })))
  await tx.insert(shipmentScans).values({ shipmentId: row.id, step: 'packed', source: 'desk', time: row.stepAt })
  return row.id
}

export async function updateDispatched(tx: Transaction, id: OrderId, dispatched: Dispatched): Promise<void> {
  await tx.update(orders).set({ dispatched }).where(eq(orders.id, id))
}

/** Stores a step that the desk sets now. */
export async function insertDeskStep(tx: Transaction, shipmentId: ShipmentId, step: Step): Promise<void> {
  const now = sql`clock_timestamp()`
  await tx.insert(shipmentScans).values({ shipmentId, step, source: 'desk', time: now })
  await updateStep(tx, shipmentId, step, now)
}

/** The step that the desk has set last. */
export async function removeLastDeskStep(tx: Transaction, shipmentId: ShipmentId): Promise<void> {
  const { id, source } = shipmentScans
  const ofDesk = and(eq(shipmentScans.shipmentId, shipmentId), eq(source, 'desk'))
  const last = tx.select({ id }).from(shipmentScans).where(ofDesk).orderBy(desc(id)).limit(1)
  await tx.delete(shipmentScans).where(eq(id, last))
}

/** Steps and reports in the order in which the shop learnt of them. */
export async function listScansAsLearnt(tx: Transaction, shipmentId: ShipmentId): Promise<Scan[]> {
  const { id, step, status, place, source, time } = shipmentScans
  const rows = await tx
    .select({ step, status, place, source, time })
    .from(shipmentScans)
    .where(eq(shipmentScans.shipmentId, shipmentId))
    .orderBy(id)
  return rows.map((row) => ({ ...row, step: row.step ?? undefined, time: row.time.toISOString() }))
}

/** Removes a shipment that was neither billed nor announced, with its lines and steps. */
export async function removeShipment(tx: Transaction, id: ShipmentId): Promise<void> {
  await tx.delete(shipments).where(eq(shipments.id, id))
}

/** @returns false: the shop has this report already */
export async function insertCourierScan(
  tx: Transaction,
  shipmentId: ShipmentId,
  { step = null, status, place, time }: Pick<Scan, 'status' | 'place' | 'time'> & { step?: Step | null | undefined },
): Promise<boolean> {
  const rows = await tx
    .insert(shipmentScans)
    .values({ shipmentId, step, status, place, source: 'courier', time: new Date(time) })
    .onConflictDoNothing()
    .returning({ id: shipmentScans.id })
  return rows.length > 0
}

/** When the courier last reported, by the courier's clock. */
export async function findLastReport(tx: Transaction, shipmentId: ShipmentId): Promise<Date | undefined> {
  const [row] = await tx
    .select({ time: shipmentScans.time })
    .from(shipmentScans)
    .where(and(eq(shipmentScans.shipmentId, shipmentId), eq(shipmentScans.source, 'courier')))
    .orderBy(desc(shipmentScans.time))
    .limit(1)
  return row?.time
}

/** @param status the courier's last status, if the shop does not know its meaning */
export async function updateStep(
  tx: Transaction,
  shipmentId: ShipmentId,
  step: Step,
  stepAt: Date | ReturnType<typeof sql>,
  status = '',
): Promise<void> {
  await tx
    .update(shipments)
    .set({ step, stepAt, status, deliveredAt: step === 'delivered' ? stepAt : null })
    .where(eq(shipments.id, shipmentId))
}

/** Stores a status of the courier whose meaning the shop does not know. */
export async function updateStatus(tx: Transaction, shipmentId: ShipmentId, status: string): Promise<void> {
  await tx.update(shipments).set({ status }).where(eq(shipments.id, shipmentId))
}

/** The steps of an order's shipments. */
export async function listStepsOf(tx: Transaction, orderId: OrderId): Promise<{ id: ShipmentId; step: Step }[]> {
  return tx
    .select({ id: shipments.id, step: shipments.step })
    .from(shipments)
    .where(eq(shipments.orderId, orderId))
    .orderBy(shipments.id)
}
