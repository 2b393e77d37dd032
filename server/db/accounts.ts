import { randomUUID } from 'node:crypto'
import { eq, or } from 'drizzle-orm'
import type { Role } from '#domain/account.ts'
import type { Db, Transaction } from './connection.ts'
import { account, session, user } from './schema-accounts.ts'

export type NewAccount = {
  name: string
  /** In lower case. */
  email: string
  role: Role
  /** Undefined: nobody can log in with it. */
  passwordHash: string | undefined
}

/** Undefined: the address has an account already. */
export async function insertAccount(db: Db, { passwordHash, ...person }: NewAccount): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const [made] = await tx
      .insert(user)
      .values({ id: randomUUID(), ...person })
      .onConflictDoNothing({ target: user.email })
      .returning({ uid: user.id })
    if (!made) return undefined
    if (passwordHash) {
      // `credential` with the user's own id is how better-auth finds the password of an address.
      const owner = { userId: made.uid, accountId: made.uid, providerId: 'credential' }
      await tx.insert(account).values({ id: randomUUID(), ...owner, password: passwordHash })
    }
    return made.uid
  })
}

/** False: nobody has this address. */
export async function updateRole(db: Db, email: string, role: Role): Promise<boolean> {
  const changed = await db
    .update(user)
    .set({ role, updatedAt: new Date() })
    .where(eq(user.email, email))
    .returning({ uid: user.id })
  return changed.length > 0
}

/**
 * The role of a person and how many admins there are, held until this transaction ends: of two admins who take each
 * other's role at once, one stays.
 */
export async function lockForRole(
  tx: Transaction,
  uid: string,
): Promise<{ present: Role | undefined; admins: number }> {
  const rows = await tx
    .select({ id: user.id, role: user.role })
    .from(user)
    .where(or(eq(user.id, uid), eq(user.role, 'admin')))
    .orderBy(user.id)
    .for('no key update')
  const admins = rows.filter(({ role }) => role === 'admin').length
  return { present: rows.find(({ id }) => id === uid)?.role, admins }
}

export async function updateRoleOf(tx: Transaction, uid: string, role: Role): Promise<void> {
  await tx.update(user).set({ role, updatedAt: new Date() }).where(eq(user.id, uid))
}

/** Their live lines close with it: what they may hear is looked up anew when they come back. */
export async function removeSessionsOf(db: Db, uid: string): Promise<void> {
  await db.transaction((tx) => tx.delete(session).where(eq(session.userId, uid)))
}
