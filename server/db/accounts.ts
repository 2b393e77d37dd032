import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Role } from '#domain/account.ts'
import type { Db } from './connection.ts'
import { account, user } from './schema-accounts.ts'

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
