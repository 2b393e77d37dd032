import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { rightsOf } from '#domain/accounts/staff.ts'
import type { Role, Staff, User } from '#domain/accounts/user.ts'
import { NOTICE_VERSION } from '#domain/privacy/notice.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { answerIfViolated } from '#server/db/constraints.ts'
import { account, passkey, session, staffRoles, twoFactor, user } from '#server/db/schema/accounts.ts'
import { type ConsentPurpose, consents } from '#server/db/schema/customers.ts'
import { removeChallenges } from './challenge.ts'
import { removeDevicesOf, removeNotifications } from './notification-queries.ts'

/** The email in lower case. */
export type NewAccount = Omit<User, 'userId' | 'staff'> & {
  /** Undefined: an account that cannot log in. */
  passwordHash: string | undefined
  /** Absent: nobody has proved that the address is theirs. */
  isEmailConfirmed?: boolean
}

/** Undefined: the address already has an account. */
export async function insertAccount(
  db: Db,
  { passwordHash, isEmailConfirmed = false, ...values }: NewAccount,
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const [created] = await tx
      .insert(user)
      .values({ id: randomUUID(), ...values, emailVerified: isEmailConfirmed })
      .onConflictDoNothing({ target: user.email })
      .returning({ userId: user.id })
    if (!created) return undefined
    if (passwordHash) await tx.insert(account).values({ userId: created.userId, password: passwordHash })
    return created.userId
  })
}

export type Credential = { userId: string; passwordHash: string }

/** Undefined: unknown address, or an account without a password. */
export async function findCredential(db: Db, email: string): Promise<Credential | undefined> {
  const [row] = await db
    .select({ userId: user.id, passwordHash: account.password })
    .from(user)
    .innerJoin(account, ownCredential)
    .where(eq(user.email, email.toLowerCase()))
  return row?.passwordHash ? { userId: row.userId, passwordHash: row.passwordHash } : undefined
}

/** The account that a browser may be known to; its password hash is empty if it has none. */
export async function findDeviceOwner(db: Db, email: string) {
  const [row] = await db
    .select({ userId: user.id, passwordHash: account.password, isEmailConfirmed: user.emailVerified })
    .from(user)
    .leftJoin(account, ownCredential)
    .where(eq(user.email, email))
  return row && { ...row, passwordHash: row.passwordHash ?? '' }
}

const ownCredential = eq(account.userId, user.id)

/** Locked, so that the password cannot be changed until this transaction ends. */
export async function lockPasswordHash(tx: Transaction, userId: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ passwordHash: account.password })
    .from(account)
    .where(eq(account.userId, userId))
    .for('update')
  return row?.passwordHash ?? undefined
}

/** Also sets the first password of an account that had none. */
export async function updatePasswordHash(tx: Transaction, userId: string, passwordHash: string): Promise<void> {
  await tx
    .insert(account)
    .values({ userId, password: passwordHash })
    .onConflictDoUpdate({ target: account.userId, set: { password: passwordHash, updatedAt: new Date() } })
}

type StoredUser = Omit<User, 'staff'> & { staff: StoredStaff }
export type AccountState = StoredUser & { isEmailConfirmed: boolean; hasSecondFactor: boolean }

/** As stored: the rights of a role that every shop has are null. Null: no member of staff. */
type StoredStaff = (Omit<Staff, 'rights'> & { rights: readonly string[] | null }) | null

export const stateColumns = {
  userId: user.id,
  name: user.name,
  email: user.email,
  role: user.role,
  staff: sql<StoredStaff>`(
    select json_build_object('role', r.name, 'rights', r.rights, 'needsSecondFactor', r.needs_second_factor)
    from ${staffRoles} as r where r.name = ${user.staffRole})`,
  isEmailConfirmed: user.emailVerified,
  hasSecondFactor: user.twoFactorEnabled,
}

/** The part of an account that the rest of the shop may use. */
export function toUser({ userId, name, email, role, staff }: StoredUser): User {
  if (!staff) return { userId, name, email, role }
  return { userId, name, email, role, staff: { ...staff, rights: rightsOf(staff.role, staff.rights) } }
}

export async function findAccount(db: Db, email: string): Promise<AccountState | undefined> {
  const [row] = await db.select(stateColumns).from(user).where(eq(user.email, email))
  return row
}

export async function findAccountById(db: Db, userId: string): Promise<AccountState | undefined> {
  const [row] = await db.select(stateColumns).from(user).where(eq(user.id, userId))
  return row
}

/** Locked until this transaction ends, so that changes of an account happen one after the other. */
export async function lockAccountById(tx: Transaction, userId: string): Promise<AccountState | undefined> {
  const [row] = await tx.select(stateColumns).from(user).where(eq(user.id, userId)).for('no key update')
  return row
}

export async function updateName(db: Db, userId: string, name: string): Promise<void> {
  await db.update(user).set({ name }).where(eq(user.id, userId))
}

/** Sets an email address that this user has just proven to be theirs. False: an account has it. */
export async function updateEmailOf(tx: Transaction, userId: string, email: string): Promise<boolean> {
  if (await findAccount(tx, email)) return false
  // Somebody may sign up with it at the same moment.
  return answerIfViolated('user_email_unique', false, async () => {
    await tx.transaction((inner) => inner.update(user).set({ email, emailVerified: true }).where(eq(user.id, userId)))
    return true
  })
}

/** Records that its owner has proved the address, or that the operator vouches for it. */
export async function updateEmailConfirmed(db: Db, userId: string): Promise<void> {
  await db.update(user).set({ emailVerified: true }).where(eq(user.id, userId))
}

/** Removes the password, so that nobody logs in with it. */
export async function removePassword(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(account).where(eq(account.userId, userId))
}

/** Removes the authenticator app and the passkeys. */
export async function removeSecondFactorsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(twoFactor).where(eq(twoFactor.userId, userId))
  await tx.delete(passkey).where(eq(passkey.userId, userId))
  await tx.update(user).set({ twoFactorEnabled: false }).where(eq(user.id, userId))
}

/** The recipient of an email about this account. */
export async function findOwner(db: Db, userId: string): Promise<Pick<User, 'name' | 'email'> | undefined> {
  const [row] = await db.select({ name: user.name, email: user.email }).from(user).where(eq(user.id, userId))
  return row
}

/** The recipient of an email about this account, who cannot be deleted until this transaction ends. */
export async function holdOwner(tx: Transaction, userId: string): Promise<Pick<User, 'name' | 'email'> | undefined> {
  const [row] = await tx
    .select({ name: user.name, email: user.email })
    .from(user)
    .where(eq(user.id, userId))
    .for('key share')
  return row
}

/** @throws when there is no such account */
export async function getUserById(db: Db, userId: string): Promise<User> {
  const account = await findAccountById(db, userId)
  if (!account) throw new Error('There is no such account')
  return toUser(account)
}

export async function hasAdmin(db: Db): Promise<boolean> {
  return (await db.$count(user, eq(user.role, 'admin'))) > 0
}

export async function lockAccount(tx: Transaction, email: string): Promise<AccountState | undefined> {
  const [row] = await tx.select(stateColumns).from(user).where(eq(user.email, email)).for('no key update')
  return row
}

export async function updateRoleOf(tx: Transaction, userId: string, role: Role): Promise<void> {
  // A staff role is only for users; an admin has all rights.
  await tx.update(user).set({ role, staffRole: null }).where(eq(user.id, userId))
  if (role === 'user') await removeNotifications(tx, userId)
}

/**
 * Also ends log-ins that still wait for their second factor. A trigger announces the ended sessions, so their live streams
 * end too.
 *
 * @returns how many sessions were removed
 */
export async function removeSessionsOf(db: Db, userId: string): Promise<number> {
  await removeChallenges(db, userId)
  await removeDevicesOf(db, userId)
  const ended = await db.delete(session).where(eq(session.userId, userId)).returning({ id: session.id })
  return ended.length
}

export async function removeSession(db: Db, token: string): Promise<void> {
  await db.delete(session).where(eq(session.token, token))
}

/** The stored password hash of this account, if it has one. */
export async function findPasswordHash(db: Db, userId: string): Promise<string | undefined> {
  const [row] = await db.select({ passwordHash: account.password }).from(account).where(eq(account.userId, userId))
  return row?.passwordHash ?? undefined
}

/** Records that somebody was shown the current version of the notice; only the first time is stored. */
export async function recordConsent(tx: Transaction, userId: string, purpose: ConsentPurpose): Promise<void> {
  await tx.insert(consents).values({ userId, purpose, textVersion: NOTICE_VERSION }).onConflictDoNothing()
}
