import { setTimeout as sleep } from 'node:timers/promises'
import type { User } from '#domain/accounts/user.ts'
import { type AccountState, findAccount, findCredential } from '#server/accounts/queries.ts'
import { cookiesOf, logOut } from '#server/accounts/sessions.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import { recordConsent } from '#server/db/consent-queries.ts'
import type { RateLimited } from '#server/http/rate-limit.ts'
import type { Shop } from '#server/shop.ts'
import { signInWithCode } from './codes.ts'

type LoginShop = Pick<Shop, 'auth' | 'db' | 'devices' | 'limits' | 'securityLog'> & Partial<Pick<Shop, 'sessions'>>

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

/** A login with a code from an email, which also confirms the address. */
export async function logInWithCode(
  shop: LoginShop,
  form: { email: string; code: string },
  { address, request }: { address: string; request: Request },
): Promise<CodeLogin> {
  const { securityLog } = shop
  const before = await findAccount(shop.db, form.email)
  const account = before?.uid ?? securityLog.unknownAccount(form.email)
  const tooMany = await shop.limits.consume('code', { address })
  if (tooMany) {
    securityLog.record('code-limited', { account, address, retryAfter: tooMany.retryAfter })
    return { ok: false, reason: 'too-many', tooMany }
  }
  const signedIn = await signInWithCode(shop, form, request.headers)
  if (!signedIn) {
    securityLog.record('code-failed', { account, address })
    return { ok: false, reason: 'wrong' }
  }
  if ('twoFactorRedirect' in signedIn.response) {
    securityLog.record('second-factor-asked', { account, address, by: 'code' })
    return { ok: false, reason: 'second-factor', headers: cookiesOf(signedIn.headers) }
  }
  const owner = await findAccount(shop.db, form.email)
  if (!owner) return { ok: false, reason: 'wrong' }
  const { isEmailConfirmed: _, ...user } = owner
  // End any previous session in this browser, which prevents session fixation.
  if (request.headers.has('cookie')) await logOut(shop, request)
  if (!before?.isEmailConfirmed) await recordConfirmation(shop, before, user, address)
  securityLog.record('login', { account: user.uid, address, by: 'code' })
  const headers = cookiesOf(signedIn.headers)
  // Known devices exist because of password guessing, so only an account with a password needs them.
  const credential = await findCredential(shop.db, user.email)
  if (credential)
    headers.append('set-cookie', shop.devices.write(shop.devices.find(request.headers, credential), credential))
  return { ok: true, user, headers }
}

async function recordConfirmation(shop: LoginShop, before: AccountState | undefined, user: User, address: string) {
  shop.sessions?.forget(user.uid)
  if (!before) {
    await shop.db.transaction((tx) => recordConsent(tx, user.uid, 'signup'))
    return shop.securityLog.record('signup', { account: user.uid, address, by: 'code' })
  }
  shop.securityLog.record('address-confirmed', { account: user.uid, address, by: 'code' })
  await shop.db.transaction((tx) =>
    insertAudit(tx, user, {
      action: 'confirm address',
      subject: `user ${user.uid}`,
      before: { confirmed: false },
      after: { confirmed: true, password: 'removed', sessions: 'ended' },
    }),
  )
}
