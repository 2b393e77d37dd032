import { randomUUID } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import type { Factors } from '#domain/accounts/second-factor.ts'
import { lockAccountById } from '#server/accounts/queries.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { passkey, twoFactor, user } from '#server/db/schema/accounts.ts'

export type StoredFactor = typeof twoFactor.$inferSelect

/** Locks the account, so that its second factors change one after the other. */
export async function lockFactors(tx: Transaction, userId: string) {
  const owner = await lockAccountById(tx, userId)
  if (!owner) return undefined
  const [app] = await tx.select().from(twoFactor).where(eq(twoFactor.userId, userId)).for('update')
  return { owner, app, passkeys: await countPasskeys(tx, userId) }
}

export async function findFactors(db: Db, userId: string): Promise<Factors & { codesLeft: number }> {
  const [app] = await db.select().from(twoFactor).where(eq(twoFactor.userId, userId))
  return {
    hasApp: app?.verified ?? false,
    areCodesSaved: app?.areCodesSaved ?? false,
    codesLeft: app ? (JSON.parse(app.backupCodes) as string[]).length : 0,
    passkeys: await countPasskeys(db, userId),
  }
}

async function countPasskeys(db: Db, userId: string): Promise<number> {
  return db.$count(passkey, eq(passkey.userId, userId))
}

type Changes = Partial<Omit<StoredFactor, 'id' | 'userId'>>

export async function upsertFactor(
  tx: Transaction,
  userId: string,
  present: StoredFactor | undefined,
  changes: Changes & Pick<StoredFactor, 'secret'>,
): Promise<void> {
  if (present) return updateFactor(tx, present.id, changes)
  await tx.insert(twoFactor).values({ id: randomUUID(), userId, backupCodes: '[]', verified: false, ...changes })
}

export async function updateFactor(tx: Transaction, id: string, changes: Changes): Promise<void> {
  await tx.update(twoFactor).set(changes).where(eq(twoFactor.id, id))
}

/** Stores that logging in needs a second factor, or no longer. A trigger announces the change to all processes. */
export async function updateSecondFactorOf(tx: Transaction, userId: string, twoFactorEnabled: boolean): Promise<void> {
  await tx.update(user).set({ twoFactorEnabled }).where(eq(user.id, userId))
}

export async function removeFactor(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(twoFactor).where(eq(twoFactor.userId, userId))
}

/** In the words of WebAuthn. */
export const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** The passkeys that this account's devices need not offer to add again. */
export async function listCredentials(db: Db, userId: string) {
  const { credentialID, transports } = passkey
  const rows = await db.select({ credentialID, transports }).from(passkey).where(eq(passkey.userId, userId))
  return rows.map((row) => {
    const named = row.transports?.split(',')
    return { id: row.credentialID, transports: TRANSPORTS.filter((it) => named?.includes(it)) }
  })
}

export type NewPasskey = Omit<typeof passkey.$inferInsert, 'id' | 'userId' | 'name' | 'createdAt'>

/** False: there is a passkey with this id already. */
export async function insertPasskey(
  tx: Transaction,
  values: NewPasskey & { userId: string; name: string },
): Promise<boolean> {
  const added = await tx
    .insert(passkey)
    .values({ id: randomUUID(), ...values })
    .onConflictDoNothing({ target: passkey.credentialID })
    .returning({ id: passkey.id })
  return added.length > 0
}

export async function findPasskey(db: Db, credentialID: string) {
  const [row] = await db.select().from(passkey).where(eq(passkey.credentialID, credentialID))
  return row
}

/** False: it was deleted. */
export async function updatePasskeyCounter(db: Db, credentialID: string, counter: number): Promise<boolean> {
  const own = eq(passkey.credentialID, credentialID)
  const updated = await db.update(passkey).set({ counter }).where(own).returning({ id: passkey.id })
  return updated.length > 0
}

export type ListedPasskey = { id: string; name: string; time: string }

export async function listPasskeys(db: Db, userId: string): Promise<ListedPasskey[]> {
  const rows = await db
    .select({ id: passkey.id, name: passkey.name, createdAt: passkey.createdAt })
    .from(passkey)
    .where(eq(passkey.userId, userId))
    .orderBy(desc(passkey.createdAt))
  return rows.map(({ id, name, createdAt }) => ({ id, name: name ?? 'Passkey', time: createdAt.toISOString() }))
}

/** False: not this person's. */
export async function renamePasskey(db: Db, userId: string, id: string, name: string): Promise<boolean> {
  const own = and(eq(passkey.id, id), eq(passkey.userId, userId))
  const renamed = await db.update(passkey).set({ name }).where(own).returning({ id: passkey.id })
  return renamed.length > 0
}

/** False: not this person's. */
export async function removePasskey(tx: Transaction, userId: string, id: string): Promise<boolean> {
  const own = and(eq(passkey.id, id), eq(passkey.userId, userId))
  const removed = await tx.delete(passkey).where(own).returning({ id: passkey.id })
  return removed.length > 0
}
