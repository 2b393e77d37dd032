import { setTimeout as sleep } from 'node:timers/promises'
import { nameFromEmail } from '#domain/accounts/email-code.ts'
import { type CodeLogin as Decision, decideCodeLogin, isMailboxEnough } from '#domain/accounts/second-factor.ts'
import type { User } from '#domain/accounts/user.ts'
import { parseMobile } from '#domain/phone.ts'
import { startChallenge } from '#server/accounts/challenge.ts'
import { findAccountByNumber, findNumber, removeNumber } from '#server/accounts/number-queries.ts'
import {
  findAccount,
  findDeviceOwner,
  insertAccount,
  lockAccount,
  recordConsent,
  removePassword,
  removeSecondFactorsOf,
  removeSessionsOf,
  toUser,
  updateEmailConfirmed,
} from '#server/accounts/queries.ts'
import { logOut, openSession } from '#server/accounts/sessions.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import type { RateLimited } from '#server/http/rate-limit.ts'
import type { Shop } from '#server/shop.ts'
import { checkCode } from './codes.ts'

type LoginShop = Pick<Shop, 'auth' | 'db' | 'devices' | 'limits' | 'securityLog' | 'settings'> &
  Partial<Pick<Shop, 'sessions'>>

export type CodeLogin =
  | { ok: true; user: User; headers: Headers }
  | { ok: false; reason: 'wrong' }
  /** The code was right; the headers set the cookie of the challenge. */
  | { ok: false; reason: 'second-factor'; headers: Headers }
  | { ok: false; reason: 'too-many'; tooMany: RateLimited }

/** Every answer takes at least this long. */
const ANSWER_MS = 100

/**
 * A login from the form. It always takes `ANSWER_MS`, because checking a pending code takes a few more queries than
 * finding none, which would tell attackers which addresses have a code.
 */
export async function tryCodeLogin(...request: Parameters<typeof logInWithCode>): Promise<CodeLogin> {
  const [login] = await Promise.all([logInWithCode(...request), sleep(ANSWER_MS)])
  return login
}

/**
 * A login with a code from an email, which also confirms the address, or from WhatsApp.
 *
 * @param form `email` may be a mobile number in E.164
 */
export async function logInWithCode(
  shop: LoginShop,
  form: { email: string; code: string },
  { address, request }: { address: string; request: Request },
): Promise<CodeLogin> {
  const { auth, db, devices, securityLog } = shop
  const { email } = form
  const isNumber = email.startsWith('+') && parseMobile(email) === email
  const known = await (isNumber ? findAccountByNumber(db, email) : findAccount(db, email))
  const account = known?.userId ?? securityLog.unknownAccount(email)
  const tooMany = await shop.limits.consume('code', { address })
  if (tooMany) {
    securityLog.record('code-limited', { account, address, retryAfter: tooMany.retryAfter })
    return { ok: false, reason: 'too-many', tooMany }
  }
  const { hash: askedBy } = devices.browserOf(request.headers)
  if (!(await checkCode(shop, { purpose: 'log-in', email, askedBy }, form.code))) {
    securityLog.record('code-failed', { account, address })
    return { ok: false, reason: 'wrong' }
  }
  const { user, opens } = isNumber ? await openByNumber(shop, email) : await settleAccount(shop, email, address)
  // Sent before the shop began to require a second factor, or before another account confirmed the number.
  if (opens === 'nothing' || !user) return { ok: false, reason: 'wrong' }
  if (opens === 'second-factor') {
    securityLog.record('second-factor-asked', { account, address, by: 'code' })
    return { ok: false, reason: 'second-factor', headers: await startChallenge({ auth, db }, user.userId) }
  }
  const headers = await openSession(shop, user.userId, request)
  // Somebody else took the account over in this moment: nobody stays logged in.
  if (isNumber && (await findNumber(db, user.userId)) !== email) {
    await removeSessionsOf(db, user.userId)
    return { ok: false, reason: 'wrong' }
  }
  // End any previous session in this browser, which prevents session fixation.
  if (request.headers.has('cookie')) await logOut(shop, request)
  securityLog.record('login', { account: user.userId, address, by: 'code' })
  const owner = await findDeviceOwner(db, user.email)
  if (owner) headers.append('set-cookie', devices.write(devices.find(request.headers, owner), owner))
  return { ok: true, user, headers }
}

/** A number opens the account whose owner has confirmed it, makes none, and proves nothing about the email address. */
async function openByNumber(
  { db, settings }: LoginShop,
  number: string,
): Promise<{ user: User | undefined; opens: Exclude<Decision, 'take-over'> | 'nothing' }> {
  const known = await findAccountByNumber(db, number)
  if (!known || !isMailboxEnough(known, await settings.read())) return { user: undefined, opens: 'nothing' }
  return { user: toUser(known), opens: known.hasSecondFactor ? 'second-factor' : 'open' }
}

/** Makes the account of an address that has none, or takes it over from whoever signed up with the address. */
async function settleAccount(
  { db, securityLog, sessions, settings }: LoginShop,
  email: string,
  address: string,
): Promise<{ user: User; opens: Decision | 'nothing' }> {
  const required = await settings.read()
  const used = await db.transaction(async (tx) => {
    const name = nameFromEmail(email)
    const created = await insertAccount(tx, {
      name,
      email,
      role: 'user',
      passwordHash: undefined,
      isEmailConfirmed: true,
    })
    if (created) {
      await recordConsent(tx, created, 'signup')
      return { user: { userId: created, name, email, role: 'user' as const }, opens: 'open' as const, isNew: true }
    }
    const known = await lockAccount(tx, email)
    if (!known) throw new Error('This account was deleted. Please try again.')
    const user = toUser(known)
    const opens = isMailboxEnough(known, required) ? decideCodeLogin(known) : ('nothing' as const)
    if (opens === 'take-over') await takeOver(tx, user)
    return { user, opens, isNew: false }
  })
  const { user, opens, isNew } = used
  if (isNew) securityLog.record('signup', { account: user.userId, address, by: 'code' })
  if (opens === 'take-over') {
    sessions?.forget(user.userId)
    securityLog.record('address-confirmed', { account: user.userId, address, by: 'code' })
  }
  return { user, opens }
}

async function takeOver(tx: Transaction, user: User): Promise<void> {
  // Password first: a concurrent login either finds none or has a session that is removed below.
  await removePassword(tx, user.userId)
  await removeSecondFactorsOf(tx, user.userId)
  await removeSessionsOf(tx, user.userId)
  // A stranger's number would keep the account open for them.
  await removeNumber(tx, user.userId)
  await updateEmailConfirmed(tx, user.userId)
  await insertAudit(tx, user, {
    action: 'confirm address',
    subject: `user ${user.userId}`,
    before: { confirmed: false },
    after: { confirmed: true, password: 'removed', sessions: 'ended' },
  })
}
