import type { LoginForm } from '#domain/accounts/account.ts'
import type { User } from '#domain/accounts/user.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { OverloadedError } from '#server/http/load-shedding.ts'
import type { RateLimited, Slowed } from '#server/http/rate-limit.ts'
import type { Shop } from '#server/shop.ts'
import { findCredential } from './queries.ts'
import { logIn } from './sessions.ts'

type LoginShop = Pick<Shop, 'auth' | 'db' | 'devices' | 'limits' | 'log' | 'now' | 'securityLog'>

export type Login =
  | { ok: true; user: User; headers: Headers }
  | { ok: false; reason: 'wrong' | 'busy' }
  /** The password was right; the headers set the cookie of the challenge. */
  | { ok: false; reason: 'second-factor'; headers: Headers }
  | { ok: false; reason: 'too-many'; tooMany: RateLimited }

/** A login from the form: rate-limited, written to the security log, and its browser remembered as a known device. */
export async function tryLogin(
  shop: LoginShop,
  form: LoginForm,
  { address, request }: { address: string; request: Request },
): Promise<Login> {
  const { limits, devices, securityLog } = shop
  // Looked up for every address, so that the answer for an unknown one takes as long.
  const owner = await findCredential(shop.db, form.email)
  const account = owner?.userId ?? securityLog.unknownAccount(form.email)
  const device = devices.find(request.headers, owner)
  const details = { account, address, device: device ? 'known' : 'new' }
  const attempt = { account: form.email, address, device }

  const { tooMany, slowed } = await limits.consumeLoginAttempt(attempt)
  if (tooMany) {
    securityLog.record('login-limited', { ...details, retryAfter: tooMany.retryAfter })
    return { ok: false, reason: 'too-many', tooMany }
  }
  if (slowed) {
    securityLog.record('login-slowed', { ...details, ...slowed })
    // Not awaited: the answer must not take longer for an address that has an account.
    if (owner)
      warnOwner(shop, owner.userId, slowed).catch((error) =>
        shop.log.error('Login warning email could not be queued', error),
      )
  }

  try {
    const loggedIn = await logIn(shop, form, request)
    if (!loggedIn.ok && loggedIn.challenge) {
      securityLog.record('second-factor-asked', details)
      return { ok: false, reason: 'second-factor', headers: loggedIn.challenge }
    }
    if (!loggedIn.ok) {
      securityLog.record('login-failed', details)
      return { ok: false, reason: 'wrong' }
    }
    const { user, headers, passwordHash } = loggedIn
    await limits.resetLoginAttempts(attempt)
    securityLog.record('login', { ...details, account: user.userId })
    headers.append('set-cookie', devices.write(device, { userId: user.userId, passwordHash }))
    return { ok: true, user, headers }
  } catch (error) {
    if (error instanceof OverloadedError) return { ok: false, reason: 'busy' }
    throw error
  }
}

/** Queues an email to the account's owner, at most one a day. */
async function warnOwner({ db, now }: LoginShop, userId: string, slowed: Slowed['slowed']): Promise<void> {
  const time = now().toISOString()
  await db.transaction((tx) => enqueueJob(tx, { job: 'send-login-slowed-email', userId, ...slowed, time }))
}
