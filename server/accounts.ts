import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'
import { hashPassword } from 'better-auth/crypto'
import {
  type LoginForm,
  PASSWORD_MAX,
  PASSWORD_MIN,
  type Role,
  type SignupForm,
  type StoredUser,
} from '#domain/account.ts'
import type { Problems } from '#domain/text.ts'
import type { User } from './contexts.ts'
import { insertAccount, removeSessionsOf } from './db/accounts.ts'
import { type Db, type Handle, tables } from './db/connection.ts'
import type { Log } from './log.ts'
import type { Shop } from './shop.ts'

const SESSION_SECONDS = 30 * 24 * 60 * 60

export type AuthConfig = {
  /** Signs the cookies; the same for every process of a shop. */
  secret: string
  publicUrl: string | undefined
  log: Pick<Log, 'error'>
}

/**
 * Sessions and passwords are better-auth's; new accounts are our own (below), because what it answers to a second
 * signup with the same address looks like a success.
 */
export function createAuth(db: Handle, { secret, publicUrl = 'http://localhost', log }: AuthConfig) {
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
    },
    user: {
      additionalFields: {
        role: { type: ['user', 'seller', 'admin'], required: true, defaultValue: 'user', input: false },
      },
    },
    // The cookie lives as long as the session: a page cannot renew it, for public pages are the same for everyone.
    session: { expiresIn: SESSION_SECONDS, disableSessionRefresh: true, cookieCache: { enabled: false } },
    advanced: {
      cookiePrefix: 'gamla',
      useSecureCookies: publicUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      ipAddress: { disableIpTracking: true },
      database: { joins: true },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // A wrong password is no news for the operator. Errors as they are hold the session's token, among a query's values.
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

/** Whatever else was sent, a new account is a user's. */
export async function signUp(
  shop: Pick<Shop, 'db'>,
  { name, email, password }: SignupForm,
): Promise<{ ok: true } | { ok: false; problems: Problems }> {
  const made = await createAccount(shop, { name, email, password, role: 'user' })
  if (made.ok) return { ok: true }
  return {
    ok: false,
    problems: { email: 'This e-mail address has an account already. Log in, or use another address.' },
  }
}

type AuthShop = Pick<Shop, 'auth'> & Partial<Pick<Shop, 'sessions'>>

export type LoggedIn = { ok: true; user: StoredUser; headers: Headers } | { ok: false }

/** The same answer, after the same time, for a wrong password and an address that nobody has. */
export async function logIn(shop: AuthShop, form: LoginForm, request: Request): Promise<LoggedIn> {
  const { email, password } = form
  try {
    const { headers, response } = await shop.auth.api.signInEmail({
      body: { email, password },
      headers: request.headers,
      returnHeaders: true,
    })
    // Whoever was logged in here before is not any more, and a cookie that somebody has planted is worth nothing.
    if (request.headers.has('cookie')) await logOut(shop, request)
    return { ok: true, user: storedUser(response.user), headers: cookiesOf(headers) }
  } catch (error) {
    if (error instanceof APIError && error.statusCode < 500) return { ok: false }
    throw error
  }
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
  shop: AuthShop & Pick<Shop, 'db'>,
  user: User | undefined,
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

function storedUser({ id, name, email, role }: { id: string; name: string; email: string; role: string }): StoredUser {
  return { uid: id, name, email, role: role as Role }
}

function cookiesOf(headers: Headers): Headers {
  const cookies = new Headers()
  for (const cookie of headers.getSetCookie()) cookies.append('set-cookie', cookie)
  return cookies
}
