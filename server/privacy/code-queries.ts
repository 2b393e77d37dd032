import { randomUUID } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/connection.ts'
import { verification } from '#server/db/schema/accounts.ts'

export type StoredCode = { hash: string; tries: number }

export async function insertCode(tx: Transaction, userId: string, code: StoredCode): Promise<void> {
  await tx.insert(verification).values({
    id: randomUUID(),
    identifier: identifierOf(userId),
    value: JSON.stringify(code),
    expiresAt: sql`now() + interval '10 minutes'`,
  })
}

/** Undefined: none was sent, or it has expired. */
export async function lockCode(tx: Transaction, userId: string): Promise<StoredCode | undefined> {
  const [row] = await tx
    .select({ value: verification.value })
    .from(verification)
    .where(and(eq(verification.identifier, identifierOf(userId)), gt(verification.expiresAt, sql`now()`)))
    .for('update')
  return row && JSON.parse(row.value)
}

export async function updateTries(tx: Transaction, userId: string, code: StoredCode): Promise<void> {
  const value = JSON.stringify(code)
  await tx
    .update(verification)
    .set({ value })
    .where(eq(verification.identifier, identifierOf(userId)))
}

export async function deleteCode(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(verification).where(eq(verification.identifier, identifierOf(userId)))
}

function identifierOf(userId: string): string {
  return `delete account ${userId}`
}
