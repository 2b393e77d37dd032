import type { FactorCode } from '#domain/accounts/second-factor.ts'
import type { User } from '#domain/accounts/user.ts'
import { decryptSecret, type FactorShop, keyOf } from './app.ts'
import { announce } from './notices.ts'
import { lockFactors, type StoredFactor, updateFactor } from './queries.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { findPeriod } from './totp.ts'

/** The same limits as better-auth has for the second factor of a log-in. */
const MAX_FAILURES = 10
const LOCKED_MS = 900_000

export type Verification = 'right' | 'wrong' | 'locked'

/** Checks a code of somebody who is logged in. It counts wrong ones together with those of log-ins. */
export async function verifyCode(shop: FactorShop, user: User, { kind, code }: FactorCode): Promise<Verification> {
  const key = await keyOf(shop.auth)
  return shop.db.transaction(async (tx) => {
    const app = (await lockFactors(tx, user.uid))?.app
    if (!app) return 'wrong'
    const now = shop.now()
    if (app.lockedUntil && app.lockedUntil > now) return 'locked'
    const used =
      kind === 'app' ? await matchAppCode(shop, app, code, now) : takeRecoveryCode(app, hashRecoveryCode(key, code))
    if (!used) {
      const failures = app.lockedUntil ? 1 : app.failedVerificationCount + 1
      const lockedUntil = failures >= MAX_FAILURES ? new Date(now.getTime() + LOCKED_MS) : null
      await updateFactor(tx, app.id, { failedVerificationCount: failures, lockedUntil })
      return 'wrong'
    }
    await updateFactor(tx, app.id, { ...used, failedVerificationCount: 0, lockedUntil: null })
    if (kind === 'recovery') await announce(tx, user, 'recovery-code-used', now)
    return 'right'
  })
}

async function matchAppCode(
  { auth }: Pick<FactorShop, 'auth'>,
  app: StoredFactor,
  code: string,
  now: Date,
): Promise<{ lastUsedPeriod: number } | undefined> {
  if (!app.verified) return undefined
  const period = findPeriod(await decryptSecret(auth, app), code, now)
  return period !== undefined && period > app.lastUsedPeriod ? { lastUsedPeriod: period } : undefined
}

function takeRecoveryCode({ backupCodes }: StoredFactor, hashed: string): { backupCodes: string } | undefined {
  const codes = JSON.parse(backupCodes) as string[]
  if (!codes.includes(hashed)) return undefined
  return { backupCodes: JSON.stringify(codes.filter((one) => one !== hashed)) }
}
