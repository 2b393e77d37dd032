import type { Role, SignupForm, User } from '#domain/account.ts'
import { COMMAND_LINE, insertAudit } from '#server/admin/audit-queries.ts'
import type { Db } from '#server/db/connection.ts'
import type { Shop } from '#server/shop.ts'
import { hashPassword } from './passwords.ts'
import {
  insertAccount,
  lockAccount,
  lockForRole,
  removeSessionsOf,
  updatePasswordHash,
  updateRoleOf,
} from './queries.ts'

/** `last-admin`: somebody has to be able to run the shop. */
export type RoleChange = { ok: true } | { ok: false; reason: 'not-found' | 'last-admin' }

/** Makes somebody a seller or a user. It works at once, also where that person is logged in. */
export async function setRole(
  shop: Pick<Shop, 'db'>,
  admin: User,
  uid: string,
  role: 'seller' | 'user',
): Promise<RoleChange> {
  return shop.db.transaction(async (tx) => {
    const { present, admins } = await lockForRole(tx, uid)
    if (!present) return { ok: false, reason: 'not-found' }
    if (present === role) return { ok: true }
    if (present === 'admin' && admins === 1) return { ok: false, reason: 'last-admin' }
    await updateRoleOf(tx, uid, role)
    await insertAudit(tx, admin, {
      action: 'change role',
      subject: `user ${uid}`,
      before: { role: present },
      after: { role },
    })
    return { ok: true }
  })
}

/** @param was the role that the account had; undefined: it was made new */
export type MadeAdmin = { uid: string; was: Role | undefined; endedSessions: number }

/**
 * Makes somebody an admin with this password, on the operator's word. Anybody may have signed up with their address
 * before: so an account that is there gets the new password too, and whoever is logged in there is not any more.
 */
export async function makeAdmin({ db }: { db: Db }, { name, email, password }: SignupForm): Promise<MadeAdmin> {
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const made = await insertAccount(tx, { name, email, role: 'admin', passwordHash })
    if (made) {
      const after = { role: 'admin', name, email }
      await insertAudit(tx, COMMAND_LINE, { action: 'create admin', subject: `user ${made}`, after })
      return { uid: made, was: undefined, endedSessions: 0 }
    }
    const known = await lockAccount(tx, email)
    if (!known) throw new Error('An account was removed at this very moment; please try again')
    const { uid, role: was } = known
    await updateRoleOf(tx, uid, 'admin')
    // Before the sessions: a login that is under way either sees this password, or its session is there to be ended.
    await updatePasswordHash(tx, uid, passwordHash)
    const endedSessions = await removeSessionsOf(tx, uid)
    await insertAudit(tx, COMMAND_LINE, {
      action: 'make admin',
      subject: `user ${uid}`,
      before: { role: was, password: 'as before' },
      after: { role: 'admin', password: 'new', endedSessions },
    })
    return { uid, was, endedSessions }
  })
}
