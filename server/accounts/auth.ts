import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { PASSWORD_MAX, PASSWORD_MIN } from '#domain/account.ts'
import { SESSION_DAYS } from '#domain/session.ts'
import { type Database, tables } from '#server/db/connection.ts'
import { isAlwaysHttps } from '#server/http/csrf.ts'
import type { Log } from '#server/observability/log.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

export type AuthConfig = {
  /** Signs the cookies; the same for every process of a shop. */
  secret: string
  publicUrl: string | undefined
  log: Pick<Log, 'error'>
}

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
        twoFactorEnabled: { type: 'boolean', required: false, defaultValue: false, input: false },
      },
    },
    session: {
      expiresIn: SESSION_DAYS * 24 * 60 * 60,
      // Cookie and session expire together: cached public pages cannot renew a cookie.
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
      additionalFields: {
        confirmedAt: { type: 'date', required: false, input: false },
        lastUsedAt: { type: 'date', required: false, input: false },
      },
    },
    // Nobody who reads the database finds a link that works.
    verification: { storeIdentifier: 'hashed' },
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

export type Auth = ReturnType<typeof createAuth>
