import { NOTICE_VERSION } from '#domain/privacy/notice.ts'
import type { Transaction } from '#server/db/connection.ts'
import { type ConsentPurpose, consents } from '#server/db/schema/customers.ts'

/** Somebody was shown today's version of the notice; the first time counts. */
export async function recordConsent(tx: Transaction, userId: string, purpose: ConsentPurpose): Promise<void> {
  await tx.insert(consents).values({ userId, purpose, textVersion: NOTICE_VERSION }).onConflictDoNothing()
}
