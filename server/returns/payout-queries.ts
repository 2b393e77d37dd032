import { eq, inArray, sql } from 'drizzle-orm'
import type { ReturnRequestId } from '#domain/returns/return-request.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { payoutDetails } from '#server/db/schema/returns.ts'

/** Replaces the details that were given before. */
export async function upsertPayout(tx: Transaction, requestId: ReturnRequestId, sealed: string): Promise<void> {
  await tx
    .insert(payoutDetails)
    .values({ requestId, sealed })
    .onConflictDoUpdate({ target: payoutDetails.requestId, set: { sealed, expiresAt: null, time: sql`now()` } })
  // So that the desk's open page hears of it.
  await tx.execute(sql`update return_requests set state = state where id = ${requestId}`)
}

export async function listSealedPayouts(db: Db, ids: readonly ReturnRequestId[]) {
  if (ids.length === 0) return []
  const { requestId, sealed } = payoutDetails
  return db
    .select({ requestId, sealed })
    .from(payoutDetails)
    .where(inArray(requestId, [...ids]))
}

/** Nothing is to be paid for it any more, so that it is deleted in 30 days. */
export async function expirePayout(tx: Transaction, id: ReturnRequestId): Promise<void> {
  await tx
    .update(payoutDetails)
    .set({ expiresAt: sql`now() + interval '30 days'` })
    .where(eq(payoutDetails.requestId, id))
}
