import { eq } from 'drizzle-orm'
import type { User } from '#domain/accounts/user.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { user } from '#server/db/schema/accounts.ts'

/** Locks the account, so that its changes happen one after the other. */
export async function lockUser(tx: Transaction, userId: string): Promise<Pick<User, 'email'> | undefined> {
  const [row] = await tx.select({ email: user.email }).from(user).where(eq(user.id, userId)).for('no key update')
  return row
}

export async function updateName(db: Db, userId: string, name: string): Promise<void> {
  await db.update(user).set({ name }).where(eq(user.id, userId))
}

/** Sets an email address that this user has just proven to be theirs. False: another account has it. */
export async function updateEmailOf(tx: Transaction, userId: string, email: string): Promise<boolean> {
  const [other] = await tx.select({ id: user.id }).from(user).where(eq(user.email, email))
  if (other) return false
  try {
    await tx.transaction((inner) => inner.update(user).set({ email, emailVerified: true }).where(eq(user.id, userId)))
    return true
  } catch (error) {
    // Somebody signed up with this address at the same moment.
    if (error instanceof Error && isUniqueViolation(error.cause)) return false
    throw error
  }
}

function isUniqueViolation(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === '23505'
}
