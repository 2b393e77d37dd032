import { randomBytes } from 'node:crypto'
import { type LoginForm, PASSWORD_MAX, PASSWORD_MIN } from '#domain/accounts/account.ts'
import { isLastUseOutdated, SESSION_DAYS, sessionEnd } from '#domain/accounts/session.ts'
import type { User } from '#domain/accounts/user.ts'
import type { Db } from '#server/db/connection.ts'
import { OverloadedError } from '#server/http/load-shedding.ts'
import type { Auth } from './auth.ts'
import { startChallenge } from './challenge.ts'
import { removeDeviceOfOthers } from './notification-queries.ts'
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts'
import {
  findCredential,
  lockAccountById,
  lockPasswordHash,
  removeSession,
  removeSessionsOf,
  toUser,
  updatePasswordHash,
} from './queries.ts'
import type { Session, SessionCache } from './session-cache.ts'
import { findSessionByToken, insertSession, updateLastUsed } from './session-queries.ts'

/**
 * @param passwordHash as stored after this login
 * @param challenge set when the password was right and the second factor is needed: headers with the challenge's cookie
 */
export type LoggedIn =
  | { ok: true; user: User; passwordHash: string; headers: Headers }
  | { ok: false; challenge?: Headers }

type SessionShop = { auth: Auth; db: Db; sessions?: SessionCache }

/**
 * Checks the password and opens a session. A wrong password and an unknown address get the same answer in the same time.
 *
 * @throws OverloadedError
 */
export async function logIn(shop: SessionShop, form: LoginForm, request: Request): Promise<LoggedIn> {
  const { email, password } = form
  // No account has a password of such a length, so it need not be hashed.
  if (password.length < PASSWORD_MIN || password.length > PASSWORD_MAX) return WRONG
  const known = await findCredential(shop.db, email)
  if (!known) {
    await hashPassword(password)
    return WRONG
  }
  if (!(await verifyPassword({ hash: known.passwordHash, password }))) return WRONG
  const { userId } = known
  const passwordHash = await upgradeHash(known.passwordHash, password)
  const loggedIn = await shop.db.transaction(async (tx): Promise<LoggedIn | 'changed'> => {
    // A change of the password locks the account too and then ends its sessions, so no session survives it.
    const account = await lockAccountById(tx, userId)
    if (!account || (await lockPasswordHash(tx, userId)) !== known.passwordHash) return 'changed'
    if (passwordHash !== known.passwordHash) await updatePasswordHash(tx, userId, passwordHash)
    const { auth } = shop
    if (account.hasSecondFactor) return { ok: false, challenge: await startChallenge({ auth, db: tx }, userId) }
    const headers = await openSession({ auth, db: tx }, userId, request)
    return { ok: true, user: toUser(account), passwordHash, headers }
  })
  // Perhaps only its hash: another login has upgraded it.
  if (loggedIn === 'changed') return logIn(shop, form, request)
  // End any previous session in this browser, which prevents session fixation.
  if (loggedIn.ok && request.headers.has('cookie')) await logOut(shop, request)
  return loggedIn
}

const WRONG = { ok: false } as const

/** @returns the hash of this right password with the current parameters */
async function upgradeHash(current: string, password: string): Promise<string> {
  if (!needsRehash(current)) return current
  return hashPassword(password).catch((error) => {
    // Too busy to hash: the next login upgrades the hash.
    if (error instanceof OverloadedError) return current
    throw error
  })
}

/** Ends the session, if any. @returns headers that remove the cookie */
export async function logOut({ auth, db, sessions }: SessionShop, { headers }: Request): Promise<Headers> {
  const token = auth.sessionCookie.read(headers)
  if (token) await removeSession(db, token)
  // Other processes drop the session from their cache when they receive the change event.
  sessions?.forgetCookies(headers.get('cookie'))
  return auth.sessionCookie.remove()
}

/** Ends every session of this account in all browsers; their live streams end too. */
export async function logOutEverywhere(shop: SessionShop, user: User | undefined, request: Request): Promise<Headers> {
  if (user) await removeSessionsOf(shop.db, user.userId)
  if (user) shop.sessions?.forget(user.userId)
  return logOut(shop, request)
}

export async function findUser(shop: SessionShop, request: Pick<Request, 'headers'>): Promise<User | undefined> {
  return (await findSession(shop, request))?.user
}

/** @returns undefined: no session, or one that has ended */
export async function findSession(
  shop: SessionShop,
  { headers }: Pick<Request, 'headers'>,
): Promise<Session | undefined> {
  if (!headers.has('cookie')) return undefined
  const lookUp = () => lookUpSession(shop, headers)
  return shop.sessions ? shop.sessions.find(headers.get('cookie'), lookUp) : lookUp()
}

/** Reads the database, because `confirmedAt` in this process's cache may be out of date. */
export async function findFreshSession(
  shop: SessionShop,
  request: Pick<Request, 'headers'>,
): Promise<Session | undefined> {
  shop.sessions?.forgetCookies(request.headers.get('cookie'))
  return findSession(shop, request)
}

async function lookUpSession({ auth, db }: SessionShop, headers: Headers): Promise<Session | undefined> {
  const token = auth.sessionCookie.read(headers)
  const found = token === undefined ? undefined : await findSessionByToken(db, token)
  if (token === undefined || !found) return undefined
  const { session, account } = found
  const user = toUser(account)
  const now = new Date()
  if (sessionEnd(session, user) <= now) {
    await removeSession(db, token)
    return undefined
  }
  const isOutdated = isLastUseOutdated(session.lastUsedAt, now)
  // A page must not fail because this could not be written; the next page tries again.
  if (isOutdated) await updateLastUsed(db, session.id).catch(() => {})
  return {
    id: session.id,
    user,
    expiresAt: sessionEnd({ ...session, lastUsedAt: isOutdated ? now : session.lastUsedAt }, user),
    confirmedAt: session.confirmedAt,
    isEmailConfirmed: account.isEmailConfirmed,
    hasSecondFactor: account.hasSecondFactor,
  }
}

/** Opens a session for somebody who has proved who they are. @returns headers with its cookie, of 192 random bits */
export async function openSession(
  { auth, db }: Pick<SessionShop, 'auth' | 'db'>,
  userId: string,
  { headers }: Pick<Request, 'headers'>,
): Promise<Headers> {
  const device = auth.pushCookie.read(headers)
  // The previous user of this browser has not logged out, and their notices are for nobody else.
  if (device !== undefined) await removeDeviceOfOthers(db, device, userId)
  const token = randomBytes(24).toString('base64url')
  await insertSession(db, { userId, token, userAgent: headers.get('user-agent') })
  return auth.sessionCookie.write(token, SESSION_DAYS * 24 * 60 * 60)
}
