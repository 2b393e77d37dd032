import { PASSKEYS_MAX, parsePasskeyName } from '#domain/accounts/second-factor.ts'
import type { User } from '#domain/accounts/user.ts'
import { announce } from '#server/accounts/notices.ts'
import { getUserById } from '#server/accounts/queries.ts'
import type { Session } from '#server/accounts/session-cache.ts'
import { logOut, openSession } from '#server/accounts/sessions.ts'
import { seal } from '#server/db/seal.ts'
import type { RateLimited } from '#server/http/rate-limit.ts'
import type { Shop } from '#server/shop.ts'
import { type FactorShop, type Removal, removeOne } from './app.ts'
import { markConfirmed } from './confirm.ts'
import { insertPasskey, lockFactors, removePasskey, updateSecondFactorOf, upsertFactor } from './queries.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { makeSecret } from './totp.ts'
import { authenticationOptions, type Options, type Sent, verifyAuthentication, verifyRegistration } from './webauthn.ts'

type PasskeyShop = FactorShop & Pick<Shop, 'securityLog' | 'limits'>

export async function loginOptions(
  shop: PasskeyShop,
  address: string,
): Promise<(Options & { ok: true }) | { ok: false; tooMany: RateLimited }> {
  const tooMany = await shop.limits.consume('passkey', { address })
  if (tooMany) return { ok: false, tooMany }
  return { ok: true, ...(await authenticationOptions(shop)) }
}

/** @param recoveryCodes for an account that had none, to be shown once */
export type Addition = { ok: true; recoveryCodes: string[] | undefined } | { ok: false; reason: 'refused' | 'too-many' }

export async function addPasskey(
  shop: FactorShop,
  user: User,
  { name, ...sent }: Sent & { name: unknown },
): Promise<Addition> {
  const codes = createRecoveryCodes(shop.auth.secret)
  const secret = seal(shop.auth.secret, makeSecret())
  const created = await verifyRegistration(shop, user, sent)
  if (!created) return { ok: false, reason: 'refused' }
  const passkey = { ...created, userId: user.userId, name: parsePasskeyName(name) ?? 'Passkey' }
  const addition = await shop.db.transaction(async (tx): Promise<Addition> => {
    const factors = await lockFactors(tx, user.userId)
    if (factors && factors.passkeys >= PASSKEYS_MAX) return { ok: false, reason: 'too-many' }
    if (!factors || !(await insertPasskey(tx, passkey))) return { ok: false, reason: 'refused' }
    const { app } = factors
    // With the first passkey come recovery codes, because a passkey may be lost.
    const isFirst = !app || JSON.parse(app.backupCodes).length === 0
    if (isFirst) await upsertFactor(tx, user.userId, app, { secret: app?.secret ?? secret, backupCodes: codes.hashed })
    await updateSecondFactorOf(tx, user.userId, true)
    await announce(tx, user, 'passkey-added', shop.now())
    return { ok: true, recoveryCodes: isFirst ? codes.codes : undefined }
  })
  shop.sessions.forget(user.userId)
  return addition
}

export async function deletePasskey(shop: FactorShop, user: User, id: string): Promise<Removal> {
  return removeOne(shop, user, async (tx, { app, passkeys }) => {
    if (!(await removePasskey(tx, user.userId, id))) return { ok: false, reason: 'not-found' }
    await announce(tx, user, 'passkey-removed', shop.now())
    return { ok: true, left: passkeys - 1 + (app?.verified ? 1 : 0) }
  })
}

export type PasskeyLogin =
  | { ok: true; user: User; headers: Headers }
  | { ok: false; reason: 'refused' }
  | { ok: false; reason: 'too-many'; tooMany: RateLimited }

/** Logs in without a second factor: a passkey counts as both factors, because the device has checked its owner. */
export async function logInWithPasskey(
  shop: PasskeyShop,
  { address, ...sent }: Sent & { address: string },
): Promise<PasskeyLogin> {
  const tooMany = await shop.limits.consume('passkey', { address })
  if (tooMany) return { ok: false, reason: 'too-many', tooMany }
  const userId = await verifyAuthentication(shop, sent)
  if (userId === undefined) {
    shop.securityLog.record('login-failed', { address, by: 'passkey' })
    return { ok: false, reason: 'refused' }
  }
  const user = await getUserById(shop.db, userId)
  const headers = await openSession(shop, userId, sent.request)
  await logOut(shop, sent.request)
  shop.securityLog.record('login', { account: userId, address, by: 'passkey' })
  return { ok: true, user, headers }
}

/** Asks somebody who is logged in for their passkey again. */
export async function confirmWithPasskey(
  shop: PasskeyShop,
  session: Session,
  { address, ...sent }: Sent & { address: string },
): Promise<boolean> {
  const account = session.user.userId
  if (await shop.limits.consume('confirm', { address, account })) return false
  const isRight = (await verifyAuthentication(shop, sent)) === account
  shop.securityLog.record(isRight ? 'confirmed' : 'confirm-failed', { account, address, by: 'passkey' })
  if (isRight) await markConfirmed(shop, session)
  return isRight
}
