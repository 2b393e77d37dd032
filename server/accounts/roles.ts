import type { SignupForm } from '#domain/accounts/account.ts'
import type { Role, User } from '#domain/accounts/user.ts'
import { COMMAND_LINE, insertAudit } from '#server/db/audit-queries.ts'
import type { Db } from '#server/db/connection.ts'
import type { Shop } from '#server/shop.ts'
import { hashPassword } from './passwords.ts'
import {
  insertAccount,
  lockAccount,
  removeSecondFactorsOf,
  removeSessionsOf,
  updateEmailConfirmed,
  updatePasswordHash,
  updateRoleOf,
} from './queries.ts'
import { lockMembers } from './staff-queries.ts'

/**
 * `last-admin`: the shop must keep at least one admin. `is-staff`: their role of staff is changed on its own page.
 * `not-allowed`: only admins change admins.
 */
export type RoleChange = { ok: true } | { ok: false; reason: 'not-found' | 'last-admin' | 'is-staff' | 'not-allowed' }

/**
 * Changes a user's role, effective immediately in all their sessions. Somebody else may have signed up with an
 * unconfirmed address, so the sessions of an account that gains a role end.
 */
export async function setRole(
  shop: Pick<Shop, 'db'>,
  admin: User,
  userId: string,
  role: 'seller' | 'user',
): Promise<RoleChange> {
  return shop.db.transaction(async (tx) => {
    const { owners, find } = await lockMembers(tx, [userId])
    const current = find(userId)
    if (!current) return { ok: false, reason: 'not-found' }
    if (current.role === role) return { ok: true }
    if (current.role === 'admin' && admin.role !== 'admin') return { ok: false, reason: 'not-allowed' }
    if (current.staff) return { ok: false, reason: 'is-staff' }
    if (current.role === 'admin' && owners === 1) return { ok: false, reason: 'last-admin' }
    await updateRoleOf(tx, userId, role)
    const isUnproven = role !== 'user' && !current.isEmailConfirmed
    const endedSessions = isUnproven ? await removeSessionsOf(tx, userId) : undefined
    await insertAudit(tx, admin, {
      action: 'change role',
      subject: `user ${userId}`,
      before: { role: current.role },
      after: { role, ...(isUnproven && { confirmed: false, endedSessions }) },
    })
    return { ok: true }
  })
}

/** @param previousRole undefined: the account is new */
export type AdminCreation = { userId: string; previousRole: Role | undefined; endedSessions: number }

/**
 * Makes this address an admin with this password. The operator vouches for the address, so it is confirmed: a code by
 * email takes nothing away. A stranger may have signed up with it before, so an existing account gets the new password
 * and loses all its sessions.
 */
export async function makeAdmin({ db }: { db: Db }, { name, email, password }: SignupForm): Promise<AdminCreation> {
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const created = await insertAccount(tx, { name, email, role: 'admin', passwordHash, isEmailConfirmed: true })
    if (created) {
      const after = { role: 'admin', name, email }
      await insertAudit(tx, COMMAND_LINE, { action: 'create admin', subject: `user ${created}`, after })
      return { userId: created, previousRole: undefined, endedSessions: 0 }
    }
    const known = await lockAccount(tx, email)
    if (!known) throw new Error('This account was deleted. Please try again.')
    const { userId, role: previousRole } = known
    await updateRoleOf(tx, userId, 'admin')
    // Nobody becomes an admin without the operator or a proved address, so an admin's second factor is their own.
    if (!known.isEmailConfirmed && previousRole !== 'admin') await removeSecondFactorsOf(tx, userId)
    await updateEmailConfirmed(tx, userId)
    // Password first: a concurrent login either checks the new password or has a session that is removed below.
    await updatePasswordHash(tx, userId, passwordHash)
    const endedSessions = await removeSessionsOf(tx, userId)
    await insertAudit(tx, COMMAND_LINE, {
      action: 'make admin',
      subject: `user ${userId}`,
      before: { role: previousRole, password: 'as before' },
      after: { role: 'admin', password: 'new', endedSessions },
    })
    return { userId, previousRole, endedSessions }
  })
}
