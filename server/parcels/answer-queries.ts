import { and, asc, eq, inArray } from 'drizzle-orm'
import type { DeliveryAnswer } from '#domain/orders/not-delivered.ts'
import type { ShipmentId } from '#domain/orders/shipment.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { outbox } from '#server/db/schema/operations.ts'
import { deliveryAnswers, shipments } from '#server/db/schema/shipping.ts'

export type AnswerRow = typeof deliveryAnswers.$inferSelect

export async function listAnswersOf(db: Db, ids: readonly ShipmentId[]): Promise<AnswerRow[]> {
  if (ids.length === 0) return []
  return db
    .select()
    .from(deliveryAnswers)
    .where(inArray(deliveryAnswers.shipmentId, ids))
    .orderBy(asc(deliveryAnswers.id))
}

export type NewAnswer = DeliveryAnswer & Pick<AnswerRow, 'shipmentId' | 'attempt' | 'state'>

/** @returns undefined: this attempt was answered before */
export async function insertAnswer(tx: Transaction, answer: NewAnswer): Promise<number | undefined> {
  const [row] = await tx
    .insert(deliveryAnswers)
    .values(answer)
    .onConflictDoNothing()
    .returning({ id: deliveryAnswers.id })
  if (row) await showAtDesk(tx)
  return row?.id
}

/** Open pages of the desk show it at once. */
async function showAtDesk(db: Db): Promise<void> {
  await db.insert(outbox).values({ change: 'order *' })
}

/** An answer that the courier has not heard yet; undefined: it is settled. */
export async function findRequestedAnswer(db: Db, id: number) {
  const [found] = await db
    .select({ answer: deliveryAnswers, awb: shipments.awb })
    .from(deliveryAnswers)
    .innerJoin(shipments, eq(shipments.id, deliveryAnswers.shipmentId))
    .where(and(eq(deliveryAnswers.id, id), eq(deliveryAnswers.state, 'requested')))
  return found
}

export async function updateAnswer(db: Db, id: number, change: Pick<AnswerRow, 'state'> & { problem?: string }) {
  await db.update(deliveryAnswers).set(change).where(eq(deliveryAnswers.id, id))
  await showAtDesk(db)
}
