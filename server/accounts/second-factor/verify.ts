import type { FactorCode } from '#domain/accounts/second-factor.ts'
import type { User } from '#domain/accounts/user.ts'
import { countTry, removeChallenge } from '#server/accounts/challenge.ts'
import { announce } from '#server/accounts/notices.ts'
import type { Transaction } from '#server/db/connection.ts'
import { unseal } from '#server/db/seal.ts'
import type { FactorShop } from './app.ts'
import { lockFactors, type StoredFactor, updateFactor } from './queries.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { findPeriod } from './totp.ts'

/** Wrong codes of one account in a row, of log-ins and of asking again together. */
const MAX_FAILURES = 10
const LOCKED_MS = 900_000

export type Verification = 'right' | 'wrong' | 'locked'
type Owner = Pick<User, 'userId' | 'email'>

/** Checks a code of somebody who is logged in. It counts wrong ones together with those of log-ins. */
export function verifyCode(shop: FactorShop, user: Owner, code: FactorCode): Promise<Verification> {
  return shop.db.transaction((tx) => verifyLocked(shop, tx, user, code))
}

/**
 * Checks a code for a log-in that waits, which ends when the code is right.
 *
 * @param token of the log-in. `start-again`: it has ended
 */
export function verifyChallenge(
  shop: FactorShop,
  user: Owner,
  code: FactorCode,
  token: string,
): Promise<Verification | 'start-again'> {
  return shop.db.transaction(async (tx) => {
    // The account first, as everything else that ends log-ins locks it.
    await lockFactors(tx, user.userId)
    if (!(await countTry(tx, token, user.userId))) return 'start-again'
    const verification = await verifyLocked(shop, tx, user, code)
    if (verification === 'right') await removeChallenge(tx, token)
    return verification
  })
}

/**
 * One code of an account at a time: no code opens two log-ins, and no number of requests at the same moment gets more
 * guesses.
 */
async function verifyLocked(
  shop: FactorShop,
  tx: Transaction,
  user: Owner,
  { kind, code }: FactorCode,
): Promise<Verification> {
  const app = (await lockFactors(tx, user.userId))?.app
  if (!app) return 'wrong'
  const now = shop.now()
  if (app.lockedUntil && app.lockedUntil > now) return 'locked'
  const used =
    kind === 'app'
      ? matchAppCode(shop, app, code, now)
      : takeRecoveryCode(app, hashRecoveryCode(shop.auth.secret, code))
  if (!used) {
    const failures = app.lockedUntil ? 1 : app.failedVerificationCount + 1
    const lockedUntil = failures >= MAX_FAILURES ? new Date(now.getTime() + LOCKED_MS) : null
    await updateFactor(tx, app.id, { failedVerificationCount: failures, lockedUntil })
    return 'wrong'
  }
  await updateFactor(tx, app.id, { ...used, failedVerificationCount: 0, lockedUntil: null })
  if (kind === 'recovery') await announce(tx, user, 'recovery-code-used', now)
  return 'right'
}

function matchAppCode(
  { auth }: Pick<FactorShop, 'auth'>,
  app: StoredFactor,
  code: string,
  now: Date,
): { lastUsedPeriod: number } | undefined {
  if (!app.verified) return undefined
  const period = findPeriod(unseal(auth.secret, app.secret), code, now)
  return period !== undefined && period > app.lastUsedPeriod ? { lastUsedPeriod: period } : undefined
}

function takeRecoveryCode({ backupCodes }: StoredFactor, hashed: string): { backupCodes: string } | undefined {
  const codes = JSON.parse(backupCodes) as string[]
  if (!codes.includes(hashed)) return undefined
  return { backupCodes: JSON.stringify(codes.filter((one) => one !== hashed)) }
}
