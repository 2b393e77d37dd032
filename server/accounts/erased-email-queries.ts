import { inArray } from 'drizzle-orm'
import { knownEmail } from '#domain/accounts/no-email.ts'
import { keyedHash } from '#server/config/secrets.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { erasedEmails } from '#server/db/schema/customers.ts'

/** Equal for equal addresses, and not reversible without the shop's secret. */
export type HashEmail = (email: string) => string

export function createEmailHash(secret: string): HashEmail {
  return (email) => keyedHash(secret, ['erased email', email])
}

/** Remembers that the account of this address was deleted, so that an import does not bring its owner back. */
export async function rememberErased(tx: Transaction, hashEmail: HashEmail, email: string): Promise<void> {
  if (knownEmail(email) === '') return
  await tx
    .insert(erasedEmails)
    .values({ hash: hashEmail(email) })
    .onConflictDoNothing()
}

/** Those of these addresses whose accounts were deleted. */
export async function listErased(db: Db, hashEmail: HashEmail, emails: readonly string[]): Promise<Set<string>> {
  const byHash = new Map(emails.map((email) => [hashEmail(email), email]))
  const rows = await db
    .select({ hash: erasedEmails.hash })
    .from(erasedEmails)
    .where(inArray(erasedEmails.hash, [...byHash.keys()]))
  return new Set(rows.flatMap(({ hash }) => byHash.get(hash) ?? []))
}
