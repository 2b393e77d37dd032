import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { PASSWORD_MAX, PASSWORD_MIN } from '#domain/account.ts'
import { type Database, tables } from '#server/db/connection.ts'
import { isAlwaysHttps } from '#server/http/csrf.ts'
import type { Log } from '#server/observability/log.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

const SESSION_SECONDS = 30 * 24 * 60 * 60

export type AuthConfig = {
  /** Signs the cookies; the same for every process of a shop. */
  secret: string
  publicUrl: string | undefined
  log: Pick<Log, 'error'>
}

export type Auth = ReturnType<typeof createAuth>

/** What the use cases below need of a shop, which itself holds this file's `Auth`. */
type LoginShop = { auth: Auth; db: Database }

/**
 * better-auth with our settings: sessions and passwords. Its signup is disabled, because it answers a second signup with
 * the same address like a success; signup.ts creates accounts.
 */
export function createAuth(db: Database, { secret, publicUrl = 'http://localhost', log }: AuthConfig) {
  const isHttps = isAlwaysHttps({ publicUrl })
  return betterAuth({
    appName: 'Gamla',
    secret,
    baseURL: publicUrl,
    trustedOrigins: [publicUrl],
    database: drizzleAdapter(db, { provider: 'pg', schema: tables, transaction: true }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    user: {
      additionalFields: {
        role: { type: ['user', 'seller', 'admin'], required: true, defaultValue: 'user', input: false },
      },
    },
    // Cookie and session expire together: cached public pages cannot renew a cookie.
    session: { expiresIn: SESSION_SECONDS, disableSessionRefresh: true, cookieCache: { enabled: false } },
    advanced: {
      cookiePrefix: 'gamla',
      // better-auth would use __Secure-; with __Host- no other host of the domain can set the cookie.
      useSecureCookies: false,
      cookies: { session_token: { name: `${isHttps ? '__Host-' : ''}gamla.session_token` } },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: isHttps },
      ipAddress: { disableIpTracking: true },
      database: { joins: true },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Only errors reach the log, and without the other details: a query's values contain session tokens.
    logger: {
      level: 'error',
      log: (_level, message, ...details) =>
        log.error(
          message,
          details.find((it) => it instanceof Error),
        ),
    },
  })
}

type Made = { ok: true; uid: string } | { ok: false; reason: 'email-taken' }

/** A new account in any role: for signup, the seed and the command line, which each know whom they trust. */
export async function createAccount(
  shop: { db: Db },
  { name, email, password, role }: SignupForm & { role: Role },
): Promise<Made> {
  const passwordHash = await hashPassword(password)
  const uid = await insertAccount(shop.db, { name, email: email.toLowerCase(), role, passwordHash })
  return uid ? { ok: true, uid } : { ok: false, reason: 'email-taken' }
}

export type SignedUp = { ok: true; uid: string } | { ok: false; reason: 'email-taken' | 'busy' }

/** Whatever else was sent, a new account is a user's. */
export async function signUp(shop: Pick<LoginShop, 'db'>, { name, email, password }: SignupForm): Promise<SignedUp> {
  try {
    return await createAccount(shop, { name, email, password, role: 'user' })
  } catch (error) {
    if (error instanceof OverloadedError) return { ok: false, reason: 'busy' }
    throw error
  }
}

type AuthShop = Pick<Shop, 'auth'> & Partial<Pick<Shop, 'sessions'>>

/** @param passwordHash as the database has it now */
export type LoggedIn = { ok: true; user: User; passwordHash: string; headers: Headers } | { ok: false }

type LoginShop = AuthShop & Pick<Shop, 'db'>

/**
 * The same answer, after the same time, for a wrong password and an address that nobody has.
 *
 * @throws OverloadedError
 */
export async function logIn(shop: LoginShop, form: LoginForm, request: Request): Promise<LoggedIn> {
  const { email, password } = form
  // No account has such a password, and working on it would only keep others waiting.
  if (password.length < PASSWORD_MIN || password.length > PASSWORD_MAX) return { ok: false }
  const before = await findCredential(shop.db, email)
  const signedIn = await signIn(shop, form, request)
  if (!signedIn) return { ok: false }
  const { user, token } = signedIn.response
  const passwordHash = await confirmPassword(shop, { uid: user.id, password, before: before?.passwordHash })
  if (passwordHash === undefined) {
    await removeSession(shop.db, token)
    return { ok: false }
  }
  // Whoever was logged in here before is not any more, and a cookie that somebody has planted is worth nothing.
  if (request.headers.has('cookie')) await shop.auth.api.signOut({ headers: request.headers })
  return { ok: true, user: storedUser(user), passwordHash, headers: cookiesOf(signedIn.headers) }
}

async function signIn({ auth }: Pick<LoginShop, 'auth'>, { email, password }: LoginForm, request: Request) {
  try {
    return await auth.api.signInEmail({ body: { email, password }, headers: request.headers, returnHeaders: true })
  } catch (error) {
    if (error instanceof APIError && error.statusCode < 500) return undefined
    throw error
  }
}

/**
 * The account may have been given another password, and its sessions ended, while this one was being checked: then the
 * session that was made since must not stay.
 *
 * @returns the hash in the database, brought up to today's parameters; undefined: the password is not valid any more
 */
async function confirmPassword(
  shop: Pick<LoginShop, 'db'>,
  { uid, password, before }: { uid: string; password: string; before: string | undefined },
): Promise<string | undefined> {
  const { db } = shop
  const current = await db.transaction((tx) => lockPasswordHash(tx, uid))
  if (current === undefined) return undefined
  if (current !== before && !(await verifyPassword({ hash: current, password }))) return undefined
  if (!needsRehash(current)) return current
  const fresh = await hashPassword(password).catch((error) => {
    // The next login will do.
    if (error instanceof OverloadedError) return current
    throw error
  })
  const isStill = await db.transaction(async (tx) => {
    if ((await lockPasswordHash(tx, uid)) !== current) return false
    if (fresh !== current) await updatePasswordHash(tx, uid, fresh)
    return true
  })
  return isStill ? fresh : confirmPassword(shop, { uid, password, before: current })
}

/** Ends the session, if there is one. @returns headers that take the cookie away */
export async function logOut(shop: AuthShop, request: Request): Promise<Headers> {
  const { headers } = await shop.auth.api.signOut({ headers: request.headers, returnHeaders: true })
  // Other processes forget it when they hear of it.
  shop.sessions?.forgetCookies(request.headers.get('cookie'))
  return cookiesOf(headers)
}

/** Ends every session of this account, wherever it is open; live pages hear of it. */
export async function logOutEverywhere(
  shop: LoginShop,
  user: StoredUser | undefined,
  request: Request,
): Promise<Headers> {
  if (user) await removeSessionsOf(shop.db, user.uid)
  if (user) shop.sessions?.forget(user.uid)
  return logOut(shop, request)
}

/** Whoever the session in the database belongs to, with the role that they have at this moment. */
export async function findUser(shop: AuthShop, { headers }: Pick<Request, 'headers'>): Promise<User | undefined> {
  if (!headers.has('cookie')) return undefined
  const lookUp = async () => {
    const found = await shop.auth.api.getSession({ headers })
    return found ? { user: storedUser(found.user), expiresAt: found.session.expiresAt } : undefined
  }
  return shop.sessions ? shop.sessions.find(headers.get('cookie'), lookUp) : (await lookUp())?.user
}

function storedUser({ id, name, email, role }: { id: string; name: string; email: string; role: string }): User {
  return { uid: id, name, email, role: role as Role }
}

function cookiesOf(headers: Headers): Headers {
  const cookies = new Headers()
  for (const cookie of headers.getSetCookie()) cookies.append('set-cookie', cookie)
  return cookies
}
