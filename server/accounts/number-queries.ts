import { eq, or } from 'drizzle-orm'
import type { Db, Transaction } from '#server/db/connection.ts'
import { user } from '#server/db/schema/accounts.ts'
import { whatsappNumbers } from '#server/db/schema/whatsapp.ts'
import { type AccountState, stateColumns } from './queries.ts'

/** The account whose owner has confirmed this number; one that somebody only typed opens nothing. */
export async function findAccountByNumber(db: Db, number: string): Promise<AccountState | undefined> {
  const [row] = await db
    .select(stateColumns)
    .from(whatsappNumbers)
    .innerJoin(user, eq(user.id, whatsappNumbers.userId))
    .where(eq(whatsappNumbers.number, number))
  return row
}

export async function findNumber(db: Db, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ number: whatsappNumbers.number })
    .from(whatsappNumbers)
    .where(eq(whatsappNumbers.userId, userId))
  return row?.number
}

/** Numbers change hands, so the last to confirm one has it alone. */
export async function upsertNumber(tx: Transaction, userId: string, number: string): Promise<void> {
  await tx.delete(whatsappNumbers).where(or(eq(whatsappNumbers.userId, userId), eq(whatsappNumbers.number, number)))
  await tx.insert(whatsappNumbers).values({ userId, number })
}

export async function removeNumber(tx: Transaction, userId: string): Promise<boolean> {
  const removed = await tx
    .delete(whatsappNumbers)
    .where(eq(whatsappNumbers.userId, userId))
    .returning({ number: whatsappNumbers.number })
  return removed.length > 0
}
