import { APIError } from 'better-auth/api'
import { type LoginForm, PASSWORD_MAX, PASSWORD_MIN } from '#domain/accounts/account.ts'
import { isLastUseOutdated, sessionEnd } from '#domain/accounts/session.ts'
import type { Role, User } from '#domain/accounts/user.ts'
import type { Db } from '#server/db/connection.ts'
import { OverloadedError } from '#server/http/load-shedding.ts'
import type { Auth } from './auth.ts'
import { cookiesOf } from './cookies.ts'
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts'
import { findCredential, lockPasswordHash, removeSession, removeSessionsOf, updatePasswordHash } from './queries.ts'
import { startChallenge } from './second-factor/challenge.ts'
import { removeChallenges } from './second-factor/challenge-queries.ts'
import type { Session, SessionCache } from './session-cache.ts'
import { updateLastUsed } from './session-queries.ts'

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
  const signedIn = await signIn(shop, form, request)
  if (!signedIn) return WRONG
  const { user, token } = signedIn.response
  const isHalf = user.twoFactorEnabled === true
  const challenge = isHalf ? await startChallenge(shop, user.id) : undefined
  // The session that better-auth has opened is nobody's: its cookie is not sent.
  if (isHalf) await removeSession(shop.db, token)
  const passwordHash = await confirmPassword(shop, { userId: user.id, password, knownHash: known?.passwordHash })
  if (passwordHash === undefined) {
    await (isHalf ? removeChallenges(shop.db, user.id) : removeSession(shop.db, token))
    return WRONG
  }
  if (challenge) return { ok: false, challenge }
  // End any previous session in this browser, which prevents session fixation.
  if (request.headers.has('cookie')) await logOut(shop, request)
  return { ok: true, user: storedUser(user), passwordHash, headers: cookiesOf(signedIn.headers) }
}

const WRONG = { ok: false } as const

async function signIn({ auth }: Pick<SessionShop, 'auth'>, { email, password }: LoginForm, request: Request) {
  try {
    return await auth.api.signInEmail({ body: { email, password }, headers: request.headers, returnHeaders: true })
  } catch (error) {
    if (error instanceof APIError && error.statusCode < 500) return undefined
    throw error
  }
}

/**
 * The password may be changed, and all sessions ended, while a login is checking the old one; the new session must not
 * survive that.
 *
 * @returns the stored hash, upgraded to the current parameters; undefined: the password is no longer valid
 */
async function confirmPassword(
  shop: Pick<SessionShop, 'db'>,
  { userId, password, knownHash }: { userId: string; password: string; knownHash: string | undefined },
): Promise<string | undefined> {
  const { db } = shop
  const current = await db.transaction((tx) => lockPasswordHash(tx, userId))
  if (current === undefined) return undefined
  if (current !== knownHash && !(await verifyPassword({ hash: current, password }))) return undefined
  if (!needsRehash(current)) return current
  const fresh = await hashPassword(password).catch((error) => {
    // Too busy to hash: the next login upgrades the hash.
    if (error instanceof OverloadedError) return current
    throw error
  })
  const isUnchanged = await db.transaction(async (tx) => {
    if ((await lockPasswordHash(tx, userId)) !== current) return false
    if (fresh !== current) await updatePasswordHash(tx, userId, fresh)
    return true
  })
  return isUnchanged ? fresh : confirmPassword(shop, { userId, password, knownHash: current })
}

/** Ends the session, if any. @returns headers that remove the cookie */
export async function logOut(shop: Omit<SessionShop, 'db'>, request: Request): Promise<Headers> {
  const { headers } = await shop.auth.api.signOut({ headers: request.headers, returnHeaders: true })
  // Other processes drop the session from their cache when they receive the change event.
  shop.sessions?.forgetCookies(request.headers.get('cookie'))
  return cookiesOf(headers)
}

/** Ends every session of this account in all browsers; their live streams end too. */
export async function logOutEverywhere(shop: SessionShop, user: User | undefined, request: Request): Promise<Headers> {
  if (user) await removeSessionsOf(shop.db, user.uid)
  if (user) shop.sessions?.forget(user.uid)
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
  const found = await auth.api.getSession({ headers })
  if (!found) return undefined
  const { session } = found
  const user = storedUser(found.user)
  const now = new Date()
  const lastUsedAt = session.lastUsedAt ?? session.createdAt
  if (sessionEnd({ ...session, lastUsedAt }, user.role) <= now) {
    await removeSession(db, session.token)
    return undefined
  }
  const isOutdated = isLastUseOutdated(lastUsedAt, now)
  // A page must not fail because this could not be written; the next page tries again.
  if (isOutdated) await updateLastUsed(db, session.id).catch(() => {})
  return {
    id: session.id,
    user,
    expiresAt: sessionEnd({ ...session, lastUsedAt: isOutdated ? now : lastUsedAt }, user.role),
    confirmedAt: session.confirmedAt ?? session.createdAt,
    isEmailConfirmed: found.user.emailVerified,
    hasSecondFactor: found.user.twoFactorEnabled ?? false,
  }
}

function storedUser({ id, name, email, role }: { id: string; name: string; email: string; role: string }): User {
  return { uid: id, name, email, role: role as Role }
}

/** Opens a session for somebody who has proved who they are without better-auth. */
export async function openSession(
  { auth }: Pick<SessionShop, 'auth'>,
  userId: string,
  request: Pick<Request, 'headers'>,
): Promise<{ token: string; headers: Headers }> {
  const opened = await auth.api.openSession({ body: { userId }, headers: request.headers, returnHeaders: true })
  return { token: opened.response.token, headers: cookiesOf(opened.headers) }
}
