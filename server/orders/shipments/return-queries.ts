import { eq, sql } from 'drizzle-orm'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { LineQuantity, ReturnReason, ShipmentId } from '#domain/orders/shipment.ts'
import type { ReturnedLine } from '#domain/orders/take-back.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { returnLines, returns, shipmentLines } from '#server/db/schema/shipping.ts'
import { orderLines } from '#server/db/schema/shop.ts'

/** The return that was stored with this form's key. */
export async function findReturnByKey(
  db: Db,
  key: string,
): Promise<{ id: number; shipmentId: ShipmentId } | undefined> {
  const { id, shipmentId } = returns
  const [row] = await db.select({ id, shipmentId }).from(returns).where(eq(returns.key, key))
  return row
}

/** The lines of the shipment, and what has come back of them so far. */
export async function readContents(
  tx: Transaction,
  id: ShipmentId,
): Promise<{ lines: LineQuantity[]; returned: LineQuantity[] }> {
  const { position, quantity, shipmentId } = shipmentLines
  const lines = await tx.select({ position, quantity }).from(shipmentLines).where(eq(shipmentId, id)).orderBy(position)
  const returned = await tx
    .select({
      position: returnLines.position,
      quantity: sql<number>`sum(${returnLines.good} + ${returnLines.damaged})::integer`,
    })
    .from(returnLines)
    .innerJoin(returns, eq(returns.id, returnLines.returnId))
    .where(eq(returns.shipmentId, id))
    .groupBy(returnLines.position)
  return { lines, returned }
}

/** What came back in one return. */
export async function findReturn(
  db: Db,
  id: number,
): Promise<{ orderId: OrderId; reason: ReturnReason; lines: LineQuantity[] } | undefined> {
  const [entry] = await db
    .select({ orderId: returns.orderId, reason: returns.reason })
    .from(returns)
    .where(eq(returns.id, id))
  const { position, good, damaged } = returnLines
  const lines = await db
    .select({ position, quantity: sql<number>`${good} + ${damaged}` })
    .from(returnLines)
    .where(eq(returnLines.returnId, id))
  return entry && { ...entry, lines }
}

export type NewReturn = {
  key: string
  shipmentId: ShipmentId
  orderId: OrderId
  reason: ReturnReason
  actorId: string
  lines: readonly ReturnedLine[]
}

/** @returns undefined: another return has this key */
export async function insertReturn(tx: Transaction, { lines, ...entry }: NewReturn): Promise<number | undefined> {
  const [row] = await tx.insert(returns).values(entry).onConflictDoNothing().returning({ id: returns.id })
  if (!row) return undefined
  if (lines.length > 0) await tx.insert(returnLines).values(lines.map((line) => ({ returnId: row.id, ...line })))
  return row.id
}

/** The product, size and finish of each line of an order. */
export async function listChoices(tx: Transaction, id: OrderId) {
  const { position, productId, sizeCode, selectedColor } = orderLines
  return tx
    .select({ position, productId, sizeCode, finish: selectedColor })
    .from(orderLines)
    .where(eq(orderLines.orderId, id))
}
