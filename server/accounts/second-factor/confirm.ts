import { parseFactorCode } from '#domain/accounts/second-factor.ts'
import type { User } from '#domain/accounts/user.ts'
import { verifyPassword } from '#server/accounts/passwords.ts'
import { findPasswordHash } from '#server/accounts/queries.ts'
import type { Session } from '#server/accounts/session-cache.ts'
import { updateConfirmed } from '#server/accounts/session-queries.ts'
import { OverloadedError } from '#server/http/load-shedding.ts'
import type { RateLimited } from '#server/http/rate-limit.ts'
import type { Shop } from '#server/shop.ts'
import type { FactorShop } from './app.ts'
import { findFactors } from './queries.ts'
import { verifyCode } from './verify.ts'

type ConfirmShop = FactorShop & Pick<Shop, 'limits' | 'securityLog'>

/** The proofs that this person can be asked for. */
export type ConfirmationMeans = { password: boolean; app: boolean; recovery: boolean; passkey: boolean }

export async function findMeans({ db }: Pick<Shop, 'db'>, user: User): Promise<ConfirmationMeans> {
  const passwordHash = await findPasswordHash(db, user.userId)
  const factors = await findFactors(db, user.userId)
  return {
    password: passwordHash !== undefined,
    app: factors.hasApp,
    recovery: factors.codesLeft > 0,
    passkey: factors.passkeys > 0,
  }
}

export type Proof = { kind: 'password'; password: string } | { kind: 'code'; typed: string }
export type Confirmation =
  | { ok: true }
  | { ok: false; reason: 'wrong' | 'locked' | 'busy' }
  | { ok: false; reason: 'too-many'; tooMany: RateLimited }

/** Asks somebody who is logged in for their password or a code again. */
export async function confirm(
  shop: ConfirmShop,
  session: Session,
  proof: Proof,
  address: string,
): Promise<Confirmation> {
  const { user } = session
  const details = { account: user.userId, address, by: proof.kind }
  const tooMany = await shop.limits.consume('confirm', { address, account: user.userId })
  if (tooMany) return { ok: false, reason: 'too-many', tooMany }
  const outcome =
    proof.kind === 'password' ? await checkPassword(shop, user, proof) : await checkCode(shop, user, proof)
  if (outcome !== 'right') {
    shop.securityLog.record('confirm-failed', details)
    return { ok: false, reason: outcome }
  }
  await markConfirmed(shop, session)
  shop.securityLog.record('confirmed', details)
  return { ok: true }
}

/** Records that this session has just proved who it is. Call it after any further proof, such as a code by email. */
export async function markConfirmed({ db, sessions }: Pick<Shop, 'db' | 'sessions'>, session: Session): Promise<void> {
  await updateConfirmed(db, session.id)
  sessions.forget(session.user.userId)
}

async function checkPassword(
  { db }: Pick<Shop, 'db'>,
  user: User,
  { password }: { password: string },
): Promise<'right' | 'wrong' | 'busy'> {
  const hash = await findPasswordHash(db, user.userId)
  if (!hash) return 'wrong'
  try {
    return (await verifyPassword({ hash, password: password.slice(0, 1000) })) ? 'right' : 'wrong'
  } catch (error) {
    if (error instanceof OverloadedError) return 'busy'
    throw error
  }
}

async function checkCode(shop: ConfirmShop, user: User, { typed }: { typed: string }) {
  const code = parseFactorCode(typed)
  return code ? verifyCode(shop, user, code) : 'wrong'
}
