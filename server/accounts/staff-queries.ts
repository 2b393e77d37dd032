import { hash, randomBytes, randomUUID } from 'node:crypto'
import { and, asc, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { INVITE_DAYS } from '#domain/accounts/invite.ts'
import { OWNER, rightsOf, type StaffRole } from '#domain/accounts/staff.ts'
import type { User } from '#domain/accounts/user.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { staffInvites, staffRoles, user } from '#server/db/schema/accounts.ts'
import { outbox } from '#server/db/schema/operations.ts'
import { removeNotifications } from './notification-queries.ts'
import { type AccountState, stateColumns, toUser } from './queries.ts'

/** Those that every shop has first. */
export async function listStaffRoles(db: Db): Promise<(StaffRole & { members: number })[]> {
  const members = sql<number>`(select count(*)::integer from "user" as u where u.staff_role = staff_roles.name)`
  const rows = await db
    .select({ ...roleColumns, members })
    .from(staffRoles)
    .orderBy(sql`${staffRoles.rights} is not null`, staffRoles.name)
  return rows.map(({ members, ...row }) => ({ ...toRole(row), members }))
}

const roleColumns = {
  name: staffRoles.name,
  rights: staffRoles.rights,
  needsSecondFactor: staffRoles.needsSecondFactor,
}

function toRole(row: { name: string; rights: string[] | null; needsSecondFactor: boolean }): StaffRole {
  return { ...row, rights: rightsOf(row.name, row.rights) }
}

/** `Owner` is a role too. The row is locked, so that its rights stay until this transaction ends. */
export async function lockStaffRole(tx: Transaction, name: string): Promise<StaffRole | undefined> {
  if (name === OWNER) return { name, rights: [], needsSecondFactor: false }
  const [row] = await tx.select(roleColumns).from(staffRoles).where(eq(staffRoles.name, name)).for('update')
  return row && toRole(row)
}

/** Somebody who is or becomes staff. */
export type Member = User & Pick<AccountState, 'isEmailConfirmed' | 'hasSecondFactor'>

export async function listMembers(db: Db): Promise<Member[]> {
  const rows = await db
    .select(stateColumns)
    .from(user)
    .where(or(eq(user.role, 'admin'), isNotNull(user.staffRole)))
    .orderBy(sql`${user.role} = 'admin' desc`, asc(user.name), user.id)
  return rows.map(toMember)
}

function toMember(account: AccountState): Member {
  const { isEmailConfirmed, hasSecondFactor } = account
  return { ...toUser(account), isEmailConfirmed, hasSecondFactor }
}

/**
 * These people and all owners, locked in one order until this transaction ends: two who remove each other at once, or act
 * while their own rights are taken, come one after the other.
 */
export async function lockMembers(tx: Transaction, userIds: readonly string[]) {
  const rows = await tx
    .select(stateColumns)
    .from(user)
    .where(or(inArray(user.id, [...userIds]), eq(user.role, 'admin')))
    .orderBy(user.id)
    .for('no key update')
  return {
    owners: rows.filter(({ role }) => role === 'admin').length,
    find: (userId: string) => rows.map(toMember).find((one) => one.userId === userId),
  }
}

/** @param role undefined: no member of staff any longer */
export async function updateMember(tx: Transaction, userId: string, role: string | undefined): Promise<void> {
  const isOwner = role === OWNER
  await tx
    .update(user)
    .set({ role: isOwner ? 'admin' : 'user', staffRole: isOwner ? null : (role ?? null) })
    .where(eq(user.id, userId))
  if (role === undefined) await removeNotifications(tx, userId)
}

export async function upsertStaffRole(tx: Transaction, { name, rights, needsSecondFactor }: StaffRole): Promise<void> {
  await tx
    .insert(staffRoles)
    .values({ name, rights: [...rights], needsSecondFactor })
    .onConflictDoUpdate({ target: staffRoles.name, set: { rights: [...rights], needsSecondFactor } })
  await announceMembers(tx, name)
}

export async function updateFactorNeed(tx: Transaction, name: string, needsSecondFactor: boolean): Promise<void> {
  await tx.update(staffRoles).set({ needsSecondFactor }).where(eq(staffRoles.name, name))
  await announceMembers(tx, name)
}

/** The accounts themselves do not change, so their sessions and live streams are told here. */
async function announceMembers(tx: Transaction, role: string): Promise<void> {
  const members = await tx.select({ id: user.id }).from(user).where(eq(user.staffRole, role))
  if (members.length > 0) await tx.insert(outbox).values(members.map(({ id }) => ({ change: `user ${id}` })))
}

/** False: somebody has this role. Invites to it go with it. */
export async function removeStaffRole(tx: Transaction, name: string): Promise<boolean> {
  const [member] = await tx.select({ id: user.id }).from(user).where(eq(user.staffRole, name)).limit(1)
  if (member) return false
  await tx.delete(staffRoles).where(eq(staffRoles.name, name))
  return true
}

export type StaffInvite = typeof staffInvites.$inferSelect

/** Those that were not taken, the newest first. An expired one is listed until the next night. */
export async function listInvites(db: Db): Promise<(StaffInvite & { inviter: string })[]> {
  const rows = await db
    .select({ invite: staffInvites, inviter: user.name })
    .from(staffInvites)
    .innerJoin(user, eq(user.id, staffInvites.invitedBy))
    .where(isNull(staffInvites.usedAt))
    .orderBy(desc(staffInvites.createdAt), staffInvites.id)
  return rows.map(({ invite, inviter }) => ({ ...invite, inviter }))
}

/** Replaces earlier invites of this address. The link is made when its email is sent. @returns its id */
export async function insertInvite(
  tx: Transaction,
  { email, role, invitedBy }: { email: string; role: string; invitedBy: string },
): Promise<string> {
  await tx.delete(staffInvites).where(and(eq(staffInvites.email, email), isNull(staffInvites.usedAt)))
  const id = randomUUID()
  await tx.insert(staffInvites).values({
    id,
    // Of a token that is sent to nobody.
    tokenHash: hashOf(randomBytes(32).toString('base64url')),
    email,
    role: role === OWNER ? null : role,
    invitedBy,
    expiresAt: sql`now() + make_interval(days => ${INVITE_DAYS})`,
  })
  return id
}

/** Gives the invite a new token; an earlier one stops working. Undefined: withdrawn, taken or expired. */
export async function renewInviteToken(db: Db, id: string) {
  const token = randomBytes(32).toString('base64url')
  const [invite] = await db
    .update(staffInvites)
    .set({ tokenHash: hashOf(token) })
    .where(and(eq(staffInvites.id, id), isNull(staffInvites.usedAt), sql`${staffInvites.expiresAt} > now()`))
    .returning()
  if (!invite) return undefined
  const [inviter] = await db.select({ name: user.name }).from(user).where(eq(user.id, invite.invitedBy))
  return inviter && { invite: { ...invite, inviter: inviter.name }, token }
}

export async function findInvite(db: Db, token: string): Promise<StaffInvite | undefined> {
  const [row] = await db
    .select()
    .from(staffInvites)
    .where(eq(staffInvites.tokenHash, hashOf(token)))
  return row
}

export async function lockInvite(tx: Transaction, token: string): Promise<StaffInvite | undefined> {
  const [row] = await tx
    .select()
    .from(staffInvites)
    .where(eq(staffInvites.tokenHash, hashOf(token)))
    .for('update')
  return row
}

export async function updateInviteUsed(tx: Transaction, id: string, usedAt: Date): Promise<void> {
  await tx.update(staffInvites).set({ usedAt }).where(eq(staffInvites.id, id))
}

export async function findInviteById(db: Db, id: string): Promise<StaffInvite | undefined> {
  const [row] = await db.select().from(staffInvites).where(eq(staffInvites.id, id))
  return row
}

/** @returns undefined: taken or withdrawn already */
export async function removeInvite(tx: Transaction, id: string): Promise<StaffInvite | undefined> {
  const [row] = await tx
    .delete(staffInvites)
    .where(and(eq(staffInvites.id, id), isNull(staffInvites.usedAt)))
    .returning()
  return row
}

function hashOf(token: string): string {
  return hash('sha256', token, 'base64url')
}
