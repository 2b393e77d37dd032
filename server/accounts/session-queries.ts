import { randomUUID } from 'node:crypto'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { ADMIN_IDLE_HOURS, deviceOf, LAST_USED_MINUTES, SESSION_DAYS } from '#domain/accounts/session.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { session, user } from '#server/db/schema/accounts.ts'
import { listDevices, removeDevice, removeDevicesOf } from './notification-queries.ts'
import { stateColumns } from './queries.ts'

export async function insertSession(
  db: Db,
  { userId, token, userAgent }: { userId: string; token: string; userAgent: string | null },
): Promise<void> {
  const expiresAt = sql`now() + make_interval(days => ${SESSION_DAYS})`
  await db.insert(session).values({ id: randomUUID(), token, userId, userAgent, expiresAt })
}

/** Also finds a session that has ended but has not been removed yet. */
export async function findSessionByToken(db: Db, token: string) {
  const { id, expiresAt, confirmedAt, lastUsedAt } = session
  const [row] = await db
    .select({ session: { id, expiresAt, confirmedAt, lastUsedAt }, account: stateColumns })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(session.token, token))
  return row
}

/** Updates the row only if no other process has done so within the last minutes. */
export async function updateLastUsed(db: Db, id: string): Promise<void> {
  const isOutdated = sql`${session.lastUsedAt} < now() - make_interval(mins => ${LAST_USED_MINUTES})`
  await db
    .update(session)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(session.id, id), isOutdated))
}

/** `role` and `staff_role` are those of the session's user. Must agree with `sessionEnd`. */
export const HAS_ENDED = sql`(expires_at <= now()
  or (role = 'admin' or staff_role is not null) and last_used_at <= now() - make_interval(hours => ${ADMIN_IDLE_HOURS}))`

/** A trigger announces each removed session, which ends its live streams. */
export async function removeEndedSessions(db: Db): Promise<void> {
  await db.execute(sql`delete from "session" where expires_at <= now()`)
  await db.execute(sql`
    delete from "session" using "user"
    where "user".id = "session".user_id and (role = 'admin' or staff_role is not null) and ${HAS_ENDED}`)
}

/** The sessions of this user that have not expired, the last used first. One that staff left idle may be listed until it is removed. */
export async function listSessionsOf(db: Db, userId: string) {
  const { id, userAgent, createdAt, lastUsedAt } = session
  return db
    .select({ id, userAgent, createdAt, lastUsedAt })
    .from(session)
    .where(and(eq(session.userId, userId), sql`${session.expiresAt} > now()`))
    .orderBy(desc(lastUsedAt), desc(createdAt), id)
}

/**
 * Ends a session, and the notifications on browsers of its kind: it may be that of a lost phone. Which browser gets them is
 * not known more closely, because its version changes.
 *
 * @returns false: the session is not this user's, or has ended already
 */
export async function removeSessionOf(db: Db, userId: string, id: string): Promise<boolean> {
  const [ended] = await db
    .delete(session)
    .where(and(eq(session.id, id), eq(session.userId, userId)))
    .returning({ userAgent: session.userAgent })
  if (!ended) return false
  for (const device of await listDevices(db, [userId]))
    if (deviceOf(device.userAgent) === deviceOf(ended.userAgent)) await removeDevice(db, device.id, userId)
  return true
}

/** Every session of this user but this one, and all devices that are notified. @returns how many were removed */
export async function removeOtherSessionsOf(db: Db, userId: string, id: string): Promise<number> {
  await removeDevicesOf(db, userId)
  const ended = await db
    .delete(session)
    .where(and(eq(session.userId, userId), ne(session.id, id)))
    .returning({ id: session.id })
  return ended.length
}

export async function lockSession(tx: Transaction, id: string) {
  const { userId, userAgent, createdAt, lastUsedAt } = session
  const [row] = await tx
    .select({ userId, userAgent, createdAt, lastUsedAt })
    .from(session)
    .where(eq(session.id, id))
    .for('update')
  return row
}

export async function findConfirmedAt(db: Db, id: string): Promise<Date | undefined> {
  const [row] = await db.select({ confirmedAt: session.confirmedAt }).from(session).where(eq(session.id, id))
  return row?.confirmedAt
}

/** Records that the password, a code or a passkey was right just now. */
export async function updateConfirmed(db: Db, id: string): Promise<void> {
  await db.update(session).set({ confirmedAt: sql`now()` }).where(eq(session.id, id))
}
