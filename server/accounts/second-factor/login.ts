import { isAPIError } from 'better-auth/api'
import type { FactorCode } from '#domain/accounts/second-factor.ts'
import type { User } from '#domain/accounts/user.ts'
import { findPasswordHash, getUserById, lockPasswordHash, removeSession } from '#server/accounts/queries.ts'
import { cookiesOf, logOut } from '#server/accounts/sessions.ts'
import type { RateLimited } from '#server/http/rate-limit.ts'
import type { Shop } from '#server/shop.ts'
import { decryptSecret, type FactorShop, keyOf } from './app.ts'
import { announce } from './notices.ts'
import { claimPeriod, findStoredFactor } from './queries.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { findPeriod } from './totp.ts'

type LoginShop = FactorShop & Pick<Shop, 'devices' | 'limits' | 'securityLog'>

/** `start-again`: the password is asked for again, because the challenge is over. */
export type SecondFactorLogin =
  | { ok: true; user: User; headers: Headers }
  | { ok: false; reason: 'wrong' | 'locked' | 'start-again' }
  | { ok: false; reason: 'too-many'; tooMany: RateLimited }

/** The account whose password was right in this browser, and which now needs its second factor. */
export async function findChallenge({ auth }: Pick<Shop, 'auth'>, request: Request) {
  return auth.api.findChallenge({ headers: withoutSession(request.headers) })
}

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
  const verified = await verify(shop, { userId, code, headers: withoutSession(request.headers) })
  if (!verified.ok) {
    shop.securityLog.record('second-factor-failed', { ...details, reason: verified.reason })
    return verified
  }
  const { token, user, headers } = verified
  // The password was changed and all sessions were ended while this session was opened.
  if ((await shop.db.transaction((tx) => lockPasswordHash(tx, userId))) !== passwordHash) {
    await removeSession(shop.db, token)
    return { ok: false, reason: 'start-again' }
  }
  // End any previous session in this browser, which prevents session fixation.
  await logOut(shop, request)
  if (passwordHash) {
    const owner = { userId, passwordHash }
    const device = shop.devices.find(request.headers, owner)
    await shop.limits.resetLoginAttempts({ account: user.email, address, device })
    headers.append('set-cookie', shop.devices.write(device, owner))
  }
  if (code.kind === 'recovery') await shop.db.transaction((tx) => announce(tx, user, 'recovery-code-used', shop.now()))
  shop.securityLog.record('login', details)
  return { ok: true, user, headers }
}

type Attempt = { userId: string; code: FactorCode; headers: Headers }
type Verified =
  | { ok: true; token: string; user: User; headers: Headers }
  | { ok: false; reason: 'wrong' | 'locked' | 'start-again' }

async function verify(shop: FactorShop, { userId, code, headers }: Attempt): Promise<Verified> {
  try {
    const request = { body: { code: await codeToSend(shop, userId, code) }, headers, returnHeaders: true } as const
    const answer =
      code.kind === 'app' ? await shop.auth.api.verifyTOTP(request) : await shop.auth.api.verifyBackupCode(request)
    const { token } = answer.response
    if (!token) throw new Error('better-auth has opened no session')
    return { ok: true, token, user: await getUserById(shop.db, userId), headers: cookiesOf(answer.headers) }
  } catch (error) {
    if (!isAPIError(error) || error.statusCode >= 500) throw error
    return { ok: false, reason: reasons[String(error.body?.code)] ?? 'wrong' }
  }
}

const reasons: Partial<Record<string, 'locked' | 'start-again'>> = {
  ACCOUNT_TEMPORARILY_LOCKED: 'locked',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'start-again',
  INVALID_TWO_FACTOR_COOKIE: 'start-again',
}

/** A code that is never right, which better-auth counts as a wrong attempt. */
const USED_CODE = 'used'

/** A code of the app is claimed before it is checked, so that two log-ins at once cannot both use it. */
async function codeToSend(shop: FactorShop, userId: string, { kind, code }: FactorCode): Promise<string> {
  if (kind === 'recovery') return hashRecoveryCode(await keyOf(shop.auth), code)
  const app = await findStoredFactor(shop.db, userId)
  const period = app && findPeriod(await decryptSecret(shop.auth, app), code, shop.now())
  if (period === undefined) return code
  return (await claimPeriod(shop.db, userId, period)) ? code : USED_CODE
}

/** Drops the session cookie: another account may be logged in here, but the challenge belongs to this log-in. */
function withoutSession(headers: Headers): Headers {
  const cookies = (headers.get('cookie') ?? '')
    .split(/;\s*/)
    .filter((pair) => !/^(__Host-)?gamla\.session_token=/.test(pair))
  return new Headers({ cookie: cookies.join('; ') })
}
