import { NOTICE_VERSION } from '#domain/privacy/notice.ts'
import type { Transaction } from '#server/db/connection.ts'
import { type ConsentPurpose, consents } from '#server/db/schema/customers.ts'

/** Records that somebody was shown the current version of the notice; only the first time is stored. */
export async function recordConsent(tx: Transaction, userId: string, purpose: ConsentPurpose): Promise<void> {
  await tx.insert(consents).values({ userId, purpose, textVersion: NOTICE_VERSION }).onConflictDoNothing()
}
