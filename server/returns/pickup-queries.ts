import { and, eq, gte, ne, sql } from 'drizzle-orm'
import type { ShipmentKind } from '#domain/orders/shipment.ts'
import type { ReturnRequestId } from '#domain/returns/return-request.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { returnRequestSteps } from '#server/db/schema/returns.ts'
import { shipments } from '#server/db/schema/shipping.ts'
import { enqueueBookingCancellation } from '#server/parcels/book.ts'
import { insertDeskStep, type ShipmentRow } from '#server/parcels/queries.ts'

/** The parcel of a request that replaces its goods or brings them back; at most one of each is not cancelled. */
export async function findParcelFor(
  db: Db,
  id: ReturnRequestId,
  kind: Exclude<ShipmentKind, 'sale'>,
): Promise<ShipmentRow | undefined> {
  const isIts = and(eq(shipments.returnRequestId, id), eq(shipments.kind, kind), ne(shipments.step, 'cancelled'))
  const [row] = await db.select().from(shipments).where(isIts)
  return row
}

export async function findPickupOf(db: Db, id: ReturnRequestId): Promise<ShipmentRow | undefined> {
  return findParcelFor(db, id, 'return')
}

/** Until the courier has fetched it, a pickup can be cancelled. */
export function isToCome({ step }: Pick<ShipmentRow, 'step'>): boolean {
  return step === 'packed' || step === 'not-delivered'
}

/** Cancels the pickup of a locked request that is still to come. @returns false: there is none */
export async function cancelPickupOf(tx: Transaction, id: ReturnRequestId): Promise<boolean> {
  const pickup = await findPickupOf(tx, id)
  if (!pickup || !isToCome(pickup)) return false
  await insertDeskStep(tx, pickup.id, 'cancelled')
  if (pickup.booking !== null) await enqueueBookingCancellation(tx, pickup.id)
  return true
}

/** Does the request say so already? @param note a part of it */
export async function hasStepSince(
  tx: Transaction,
  id: ReturnRequestId,
  { note, since }: { note: string; since: Date },
): Promise<boolean> {
  const { requestId, time } = returnRequestSteps
  const isSaid = sql`position(${note} in ${returnRequestSteps.note}) > 0`
  return (await tx.$count(returnRequestSteps, and(eq(requestId, id), isSaid, gte(time, since)))) > 0
}
