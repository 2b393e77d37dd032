import type { FactorCode } from '#domain/accounts/second-factor.ts'
import type { User } from '#domain/accounts/user.ts'
import { findChallenge } from '#server/accounts/challenge.ts'
import { findPasswordHash, getUserById, lockAccountById, lockPasswordHash } from '#server/accounts/queries.ts'
import { logOut, openSession } from '#server/accounts/sessions.ts'
import type { RateLimited } from '#server/http/rate-limit.ts'
import type { Shop } from '#server/shop.ts'
import type { FactorShop } from './app.ts'
import { verifyChallenge } from './verify.ts'

type LoginShop = FactorShop & Pick<Shop, 'devices' | 'limits' | 'securityLog'>

/** `start-again`: the password is asked for again, because the challenge is over. */
export type SecondFactorLogin =
  | { ok: true; user: User; headers: Headers }
  | { ok: false; reason: 'wrong' | 'locked' | 'start-again' }
  | { ok: false; reason: 'too-many'; tooMany: RateLimited }

/** Completes a log-in with a code of the authenticator app, or with a recovery code. */
export async function completeLogin(
  shop: LoginShop,
  code: FactorCode,
  { address, request }: { address: string; request: Request },
): Promise<SecondFactorLogin> {
  const challenge = await findChallenge(shop, request)
  if (!challenge) return { ok: false, reason: 'start-again' }
  const { userId } = challenge
  const details = { account: userId, address, factor: code.kind }
  const tooMany = await shop.limits.consume('secondFactor', { address, account: userId })
  if (tooMany) {
    shop.securityLog.record('second-factor-limited', { ...details, retryAfter: tooMany.retryAfter })
    return { ok: false, reason: 'too-many', tooMany }
  }

  const passwordHash = await findPasswordHash(shop.db, userId)
  const user = await getUserById(shop.db, userId)
  const verification = await verifyChallenge(shop, user, code, challenge.token)
  if (verification !== 'right') {
    shop.securityLog.record('second-factor-failed', { ...details, reason: verification })
    return { ok: false, reason: verification }
  }
  const headers = await shop.db.transaction(async (tx) => {
    await lockAccountById(tx, userId)
    // The password was changed, and all sessions were ended, since the code was checked.
    if ((await lockPasswordHash(tx, userId)) !== passwordHash) return undefined
    return openSession({ auth: shop.auth, db: tx }, userId, request)
  })
  if (!headers) return { ok: false, reason: 'start-again' }
  // End any previous session in this browser, which prevents session fixation.
  await logOut(shop, request)
  const owner = { userId, passwordHash: passwordHash ?? '' }
  const device = shop.devices.find(request.headers, owner)
  if (passwordHash) await shop.limits.resetLoginAttempts({ account: user.email, address, device })
  headers.append('set-cookie', shop.auth.challengeCookie.remove().get('set-cookie') ?? '')
  headers.append('set-cookie', shop.devices.write(device, owner))
  shop.securityLog.record('login', details)
  return { ok: true, user, headers }
}
