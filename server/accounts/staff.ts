import { type InviteProblem, inviteProblem, type StaffProblem } from '#domain/accounts/invite.ts'
import { decideRole, isBuiltIn, mayGrant, OWNER, type OwnRole, roleOf, type StaffRole } from '#domain/accounts/staff.ts'
import type { User } from '#domain/accounts/user.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import type { RateLimited } from '#server/http/rate-limit.ts'
import type { Shop } from '#server/shop.ts'
import { limitEmail } from './email-limit.ts'
import { findAccount, removeSecondFactorsOf, toUser, updateEmailConfirmed } from './queries.ts'
import type { Session } from './session-cache.ts'
import { removeOtherSessionsOf } from './session-queries.ts'
import {
  findInvite,
  findInviteById,
  insertInvite,
  lockInvite,
  lockMembers,
  lockStaffRole,
  type Member,
  removeInvite,
  removeStaffRole,
  updateFactorNeed,
  updateInviteUsed,
  updateMember,
  upsertStaffRole,
} from './staff-queries.ts'

type StaffShop = Pick<Shop, 'db' | 'sessions'>

export type Changed = { ok: true } | { ok: false; reason: StaffProblem }

export type Invited =
  | { ok: true }
  | { ok: false; reason: 'no-email' | 'is-staff' | 'is-seller' | 'not-allowed' | 'no-role' }
  | { ok: false; reason: 'too-many'; tooMany: RateLimited }

/** Sends an invite to this address; an earlier one stops working. */
export async function inviteStaff(
  { db, emails, limits }: Pick<Shop, 'db' | 'emails' | 'limits'>,
  actor: User,
  { email, role, address }: { email: string; role: string; address: string },
): Promise<Invited> {
  if (!emails.isAvailable) return { ok: false, reason: 'no-email' }
  const tooMany = await limitEmail(limits, { kind: 'staff-invite', email, address, known: undefined })
  if (tooMany) return { ok: false, reason: 'too-many', tooMany }
  return db.transaction(async (tx): Promise<Invited> => {
    const granted = await lockStaffRole(tx, role)
    if (!granted) return { ok: false, reason: 'no-role' }
    if (!mayGrant(await readActor(tx, actor), granted)) return { ok: false, reason: 'not-allowed' }
    const account = await findAccount(tx, email)
    if (account && roleOf(toUser(account))) return { ok: false, reason: 'is-staff' }
    if (account?.role === 'seller') return { ok: false, reason: 'is-seller' }
    const inviteId = await insertInvite(tx, { email, role, invitedBy: actor.userId })
    await insertAudit(tx, actor, { action: 'invite staff', subject: 'staff', after: { email, role } })
    await enqueueJob(tx, { job: 'send-staff-invite', inviteId })
    return { ok: true }
  })
}

/** The rights of this person now, which cannot be taken until this transaction ends. */
async function readActor(tx: Transaction, { userId }: User): Promise<Member | undefined> {
  return (await lockMembers(tx, [userId])).find(userId)
}

/** False: it was taken or withdrawn already, or its role is more than this person has. */
export async function withdrawInvite({ db }: Pick<Shop, 'db'>, actor: User, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const found = await findInviteById(tx, id)
    const role = found && (await lockStaffRole(tx, found.role ?? OWNER))
    if (!role || !mayGrant(await readActor(tx, actor), role)) return false
    // Last, as where an invite is replaced, to avoid a deadlock.
    const invite = await removeInvite(tx, id)
    if (!invite) return false
    const before = { email: invite.email, role: role.name }
    await insertAudit(tx, actor, { action: 'withdraw invite', subject: 'staff', before })
    return true
  })
}

/** The fields that the page of an invite shows. @param user the one who is logged in */
export async function readInvite(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  token: string,
  user: User | undefined,
): Promise<{ problem: InviteProblem } | { problem: undefined; email: string; role: string; hasAccount: boolean }> {
  const invite = await findInvite(db, token)
  const problem = inviteProblem(invite, user, now())
  if (problem || !invite) return { problem: problem ?? 'unknown' }
  const { email, role } = invite
  return { problem: undefined, email, role: role ?? OWNER, hasAccount: (await findAccount(db, email)) !== undefined }
}

type Accepted = { ok: true; role: string } | { ok: false; reason: InviteProblem }

/**
 * Makes the owner of the invited address a member of staff. Its link proves the mailbox, as a code by email does; another
 * account than that of the address cannot use it.
 */
export async function acceptInvite(
  shop: StaffShop & Pick<Shop, 'now'>,
  { user, id: sessionId }: Session,
  token: string,
): Promise<Accepted> {
  const accepted = await shop.db.transaction(async (tx): Promise<Accepted> => {
    const found = await findInvite(tx, token)
    const role = found && (await lockStaffRole(tx, found.role ?? OWNER))
    if (!role) return { ok: false, reason: 'unknown' }
    const { owners, find } = await lockMembers(tx, [user.userId, found.invitedBy])
    // Last, as where an invite is replaced, to avoid a deadlock.
    const invite = await lockInvite(tx, token)
    if (!invite) return { ok: false, reason: 'unknown' }
    const person = find(user.userId)
    const problem = inviteProblem(invite, person, shop.now())
    if (problem) return { ok: false, reason: problem }
    // The inviter may have lost the right to invite since, or the role may have gained rights that they lack.
    if (!mayGrant(find(invite.invitedBy), role)) return { ok: false, reason: 'withdrawn' }
    if (person && roleOf(person)) return { ok: false, reason: 'is-staff' }
    const refused = decideRole({ role: 'admin' }, person, role, { owners, seen: undefined })
    if (!person || refused) return { ok: false, reason: refused ?? 'unknown' }
    await updateMember(tx, user.userId, role.name)
    await updateInviteUsed(tx, invite.id, shop.now())
    // Somebody else may have signed up with the address before.
    const endedSessions = person.isEmailConfirmed ? undefined : await removeOtherSessionsOf(tx, user.userId, sessionId)
    if (!person.isEmailConfirmed) {
      await removeSecondFactorsOf(tx, user.userId)
      await updateEmailConfirmed(tx, user.userId)
    }
    await insertAudit(tx, person, {
      action: 'join staff',
      subject: `user ${user.userId}`,
      before: { role: person.role },
      after: { role: role.name, ...(endedSessions !== undefined && { confirmed: true, endedSessions }) },
    })
    return { ok: true, role: role.name }
  })
  shop.sessions.forget(user.userId)
  return accepted
}

/**
 * Gives a member of staff another role, or takes it, at once in all their sessions and open pages.
 *
 * @param seen the role when the page was opened
 * @param next undefined: no longer staff; the account stays
 */
export async function changeMember(
  shop: StaffShop,
  actor: User,
  { userId, seen, next }: { userId: string; seen: string; next: string | undefined },
): Promise<Changed> {
  const changed = await shop.db.transaction(async (tx): Promise<Changed> => {
    const role = next === undefined ? undefined : await lockStaffRole(tx, next)
    if (next !== undefined && !role) return { ok: false, reason: 'changed' }
    const { owners, find } = await lockMembers(tx, [actor.userId, userId])
    const person = find(userId)
    const current = person && roleOf(person)
    if (!current) return { ok: false, reason: 'not-found' }
    const refused = decideRole(find(actor.userId), person, role, { owners, seen })
    if (refused) return { ok: false, reason: refused }
    if (current.name === role?.name) return { ok: true }
    await updateMember(tx, userId, role?.name)
    await insertAudit(tx, actor, {
      action: role ? 'change staff role' : 'remove staff',
      subject: `user ${userId}`,
      before: { role: current.name },
      after: { role: role?.name ?? 'user' },
    })
    return { ok: true }
  })
  shop.sessions.forget(userId)
  return changed
}

export type RoleSaved = { ok: true } | { ok: false; reason: 'changed' | 'taken' }

/** The rights of an own role as text, by which a change of somebody else is noticed. */
export function versionOfRole({ rights, needsSecondFactor }: Pick<StaffRole, 'rights' | 'needsSecondFactor'>) {
  return [...rights, String(needsSecondFactor)].join('|')
}

/** @param seen its version when the form was opened; empty: a new role */
export async function saveOwnRole(
  shop: StaffShop,
  actor: User,
  { name, rights, needsSecondFactor, seen }: OwnRole & { needsSecondFactor: boolean; seen: string },
): Promise<RoleSaved> {
  return shop.db.transaction(async (tx): Promise<RoleSaved> => {
    const stored = await lockStaffRole(tx, name)
    if (stored && !seen) return { ok: false, reason: 'taken' }
    if (seen && (!stored || versionOfRole(stored) !== seen)) return { ok: false, reason: 'changed' }
    await upsertStaffRole(tx, { name, rights, needsSecondFactor })
    await insertAudit(tx, actor, {
      action: 'save staff role',
      subject: 'staff',
      ...(stored && { before: { role: name, rights: stored.rights, secondFactor: stored.needsSecondFactor } }),
      after: { role: name, rights, secondFactor: needsSecondFactor },
    })
    return { ok: true }
  })
}

/** False: there is no such role. Its members without a second factor may do nothing until they have set one up. */
export async function requireFactorOf(
  shop: StaffShop,
  actor: User,
  { name, isRequired }: { name: string; isRequired: boolean },
): Promise<boolean> {
  return shop.db.transaction(async (tx) => {
    const stored = name === OWNER ? undefined : await lockStaffRole(tx, name)
    if (!stored) return false
    if (stored.needsSecondFactor === isRequired) return true
    await updateFactorNeed(tx, name, isRequired)
    await insertAudit(tx, actor, {
      action: 'save staff role',
      subject: 'staff',
      before: { role: name, secondFactor: stored.needsSecondFactor },
      after: { role: name, secondFactor: isRequired },
    })
    return true
  })
}

/** Only an own role that nobody has. */
export async function deleteOwnRole({ db }: Pick<Shop, 'db'>, actor: User, name: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const stored = isBuiltIn(name) ? undefined : await lockStaffRole(tx, name)
    if (!stored || !(await removeStaffRole(tx, name))) return false
    const before = { role: name, rights: stored.rights }
    await insertAudit(tx, actor, { action: 'delete staff role', subject: 'staff', before })
    return true
  })
}
