import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Paise } from '#domain/money.ts'
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

export type Return = {
  orderId: OrderId
  shipmentId: ShipmentId
  reason: ReturnReason
  /** Null: not decided yet. */
  amount: Paise | null
  lines: LineQuantity[]
}

/** What came back in one return. */
export async function findReturn(db: Db, id: number): Promise<Return | undefined> {
  const { orderId, shipmentId, reason, amount } = returns
  const [entry] = await db.select({ orderId, shipmentId, reason, amount }).from(returns).where(eq(returns.id, id))
  const { position, good, damaged } = returnLines
  const lines = await db
    .select({ position, quantity: sql<number>`${good} + ${damaged}` })
    .from(returnLines)
    .where(eq(returnLines.returnId, id))
  return entry && { ...entry, lines }
}

/** Returns of an order whose refund is not decided yet. Call it while the order is locked to act on it. */
export async function listHeldReturns(db: Db, orderId: OrderId): Promise<HeldReturn[]> {
  const { position, good, damaged } = returnLines
  const rows = await db
    .select({ id: returns.id, position, quantity: sql<number>`${good} + ${damaged}` })
    .from(returns)
    .innerJoin(returnLines, eq(returnLines.returnId, returns.id))
    .where(and(eq(returns.orderId, orderId), isNull(returns.amount)))
    .orderBy(returns.id, position)
  return Array.from(
    Map.groupBy(rows, ({ id }) => id),
    ([id, lines]) => ({ id, lines: lines.map(({ position, quantity }) => ({ position, quantity })) }),
  )
}

export type HeldReturn = { id: number; lines: LineQuantity[] }

export async function updateReturnAmount(tx: Transaction, id: number, amount: Paise): Promise<void> {
  await tx.update(returns).set({ amount }).where(eq(returns.id, id))
}

export type NewReturn = {
  key: string
  shipmentId: ShipmentId
  orderId: OrderId
  reason: ReturnReason
  /** Null: decided later. */
  amount: Paise | null
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
export async function listOrderedVariants(tx: Transaction, id: OrderId) {
  const { position, productId, sizeCode, selectedColor } = orderLines
  return tx
    .select({ position, productId, sizeCode, finish: selectedColor })
    .from(orderLines)
    .where(eq(orderLines.orderId, id))
}
