import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'
import { PASSWORD_MAX, PASSWORD_MIN } from '#domain/accounts/account.ts'
import { SESSION_DAYS } from '#domain/accounts/session.ts'
import { type Database, tables } from '#server/db/connection.ts'
import { isAlwaysHttps } from '#server/http/csrf.ts'
import type { Log } from '#server/observability/log.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { sessionEndpoints } from './session-endpoints.ts'

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
export function createAuth(db: Database, config: AuthConfig) {
  return betterAuth({
    ...optionsOf(db, config),
    plugins: [sessionEndpoints()],
  })
}

/**
 * A second better-auth with the same sessions. It is loaded when somebody uses a passkey for the first time, because
 * most processes never need its 635 kB of packages.
 * Without PUBLIC_URL passkeys work at `localhost` only: browsers want https or this name, and never an IP address.
 */
export function openPasskeyAuth(db: Database, config: AuthConfig) {
  let opened: ReturnType<typeof createPasskeyAuth> | undefined
  return () => {
    opened ??= createPasskeyAuth(db, config)
    return opened
  }
}

async function createPasskeyAuth(db: Database, config: AuthConfig) {
  const { passkey } = await import('@better-auth/passkey')
  const plugin = passkey({
    // second-factor/passkeys.ts sets the shop's name instead, because it can change while this instance lives.
    rpName: '',
    rpID: config.publicUrl ? new URL(config.publicUrl).hostname : 'localhost',
    // Without PUBLIC_URL any port is accepted; csrf.ts has compared the page's origin with our host.
    origin: config.publicUrl ? new URL(config.publicUrl).origin : null,
    // A passkey replaces password and second factor, so it must check its owner: a fingerprint, a face or a PIN.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    authentication: {
      afterVerification: async ({ verification }) => {
        if (!verification.authenticationInfo.userVerified) throw new APIError('UNAUTHORIZED')
      },
    },
    registration: {
      afterVerification: async ({ verification }) => {
        if (!verification.registrationInfo?.userVerified) throw new APIError('BAD_REQUEST')
      },
    },
    advanced: { webAuthnChallengeCookie: 'passkey' },
  })
  return betterAuth({ ...optionsOf(db, config), plugins: [plugin] })
}

function optionsOf(db: Database, { secret, publicUrl = 'http://localhost', log }: AuthConfig) {
  const isHttps = isAlwaysHttps({ publicUrl })
  const cookie = (name: string) => ({ name: `${isHttps ? '__Host-' : ''}gamla.${name}` })
  return {
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
      // Off: changing passkeys would need a login of the last day, but the shop checks `confirmedAt`.
      freshAge: 0,
      cookieCache: { enabled: false },
      additionalFields: {
        confirmedAt: { type: 'date', required: false, input: false },
        lastUsedAt: { type: 'date', required: false, input: false },
      },
    },
    // Hashed, so that nobody who reads the database finds a passkey's challenge.
    verification: { storeIdentifier: 'hashed' },
    advanced: {
      cookiePrefix: 'gamla',
      // better-auth would use __Secure-; with __Host- no other host of the domain can set the cookie.
      useSecureCookies: false,
      cookies: {
        session_token: cookie('session_token'),
        two_factor: cookie('two_factor'),
        passkey: cookie('passkey'),
      },
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
  } satisfies BetterAuthOptions
}

export type Auth = ReturnType<typeof createAuth>
export type PasskeyAuth = Awaited<ReturnType<typeof createPasskeyAuth>>
