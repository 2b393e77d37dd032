// Codes and links by email, on a real database. The emails are sent when a test says so.
import assert from 'node:assert/strict'
import type { AccountEmailKind } from '#domain/account-emails.ts'
import type { EmailParams } from '#domain/orders/order-emails.ts'
import { logInWithCode } from '#server/accounts/codes/login.ts'
import { createDeviceCookies } from '#server/accounts/device-cookie.ts'
import { openSessionCache } from '#server/accounts/session-cache.ts'
import { sendAccountEmail } from '#server/emails/account-emails.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { silentLog } from '#server/observability/log.ts'
import { createSecurityLog } from '#server/observability/security-log.ts'
import type { Shop } from '#server/shop.ts'
import { shop as accounts, db, page, pool, secret } from './account-fixture.ts'

export const sent: EmailParams[] = []
/** Milliseconds by which the shop's clock is ahead. */
export const clock = { ahead: 0 }

/** @param factor of the rate limits */
export function openShop({ factor = 100 } = {}) {
  return {
    ...accounts,
    log: silentLog,
    config: { publicUrl: 'https://gamla.example', port: 3000, rateLimitFactor: factor },
    limits: createRateLimiter({ db, log: silentLog, secret, factor }),
    devices: createDeviceCookies({ secret, isHttps: false }),
    securityLog: createSecurityLog({ channel: () => ({ info() {} }) } as never, secret),
    sessions: openSessionCache({ onChange() {}, isConnected: () => false }),
    now: () => new Date(Date.now() + clock.ahead),
    emails: {
      isAvailable: true,
      paceMs: 0,
      async send(params: EmailParams) {
        sent.push(params)
      },
    },
  } as unknown as Shop
}

export const shop = openShop()

/** Sends an email as its job does. @returns its text, undefined when none was sent */
export async function sendEmail(kind: AccountEmailKind, email: string): Promise<string | undefined> {
  const before = sent.length
  await sendAccountEmail(shop, { kind, email, time: shop.now().toISOString() })
  return sent.slice(before)[0]?.status
}

export async function sendCode(email: string, kind: AccountEmailKind = 'login-code'): Promise<string> {
  const [code] = /\b\d{6}\b/.exec((await sendEmail(kind, email)) ?? '') ?? []
  assert.ok(code, `a code for ${email}`)
  return code
}

export async function sendResetToken(email: string): Promise<string> {
  const [, token] = /reset-password\?token=([\w-]{43}) /.exec((await sendEmail('reset-link', email)) ?? '') ?? []
  assert.ok(token, `a link for ${email}`)
  return token
}

type Where = { cookie?: string; from?: string; shop?: Shop }

export function enterCode(email: string, code: string, { cookie, from = '192.0.2.1', shop: at = shop }: Where = {}) {
  return logInWithCode(at, { email, code }, { address: from, request: page(cookie) })
}

export function otherCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

/** Moves what was sent so far into the past. */
export async function age(minutes: number): Promise<void> {
  await pool.query('update verification set expires_at = expires_at - make_interval(mins => $1)', [minutes])
}

export async function rowOf(email: string) {
  const { rows } = await pool.query(
    `select id, name, role, email_verified as confirmed, (select count(*)::int from session where user_id = u.id) as sessions,
       exists (select from account where user_id = u.id and password is not null) as "hasPassword"
     from "user" u where email = $1`,
    [email],
  )
  return rows[0]
}

/** Everything that the database holds, as text. */
export async function dump(): Promise<string> {
  const { rows: tables } = await pool.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'graphile_worker') or schemaname like 'graphile%'`,
  )
  const texts = await Promise.all(
    tables.map(async ({ name }) => JSON.stringify((await pool.query(`select t::text from ${name} t`)).rows)),
  )
  return texts.join('\n')
}
