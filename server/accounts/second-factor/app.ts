import { authenticatorUri, isSecondFactorRequired, parseFactorCode, toBase32 } from '#domain/accounts/second-factor.ts'
import type { User } from '#domain/accounts/user.ts'
import { announce } from '#server/accounts/notices.ts'
import { lockAccount, removeSecondFactorsOf, removeSessionsOf } from '#server/accounts/queries.ts'
import { COMMAND_LINE } from '#server/db/audit-queries.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { seal, unseal } from '#server/db/seal.ts'
import { lockSettings } from '#server/settings/queries.ts'
import type { Shop } from '#server/shop.ts'
import {
  lockFactors,
  removeFactor,
  type StoredFactor,
  updateFactor,
  updateSecondFactorOf,
  upsertFactor,
} from './queries.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { findPeriod, makeSecret } from './totp.ts'

export type FactorShop = Pick<Shop, 'auth' | 'db' | 'now' | 'sessions'>
type SetupShop = FactorShop & Pick<Shop, 'settings'>

/** The secret for an authenticator app. @param secret in base32, for typing; @param uri for the QR code */
export type Setup = { secret: string; uri: string }

/** Begins to set up an authenticator app; nothing changes for log-ins until its first code. */
export async function startSetup(shop: SetupShop, user: User): Promise<Setup | 'already-on'> {
  const secret = makeSecret()
  const encrypted = seal(shop.auth.secret, secret)
  const { shopName } = await shop.settings.read()
  return shop.db.transaction(async (tx) => {
    const factors = await lockFactors(tx, user.userId)
    if (factors?.app?.verified) return 'already-on'
    await upsertFactor(tx, user.userId, factors?.app, { secret: encrypted })
    return setupOf(secret, user, shopName)
  })
}

export type Activation =
  | { ok: true; recoveryCodes: string[] }
  | { ok: false; reason: 'no-setup' }
  | { ok: false; reason: 'wrong'; setup: Setup }

/** Turns the second factor on with the first right code. The recovery codes are shown once: only hashes are stored. */
export async function activate(shop: SetupShop, user: User, typed: unknown): Promise<Activation> {
  const code = parseFactorCode(typed)
  const recovery = createRecoveryCodes(shop.auth.secret)
  const { shopName } = await shop.settings.read()
  const activation = await shop.db.transaction(async (tx): Promise<Activation> => {
    const app = (await lockFactors(tx, user.userId))?.app
    if (!app || app.verified) return { ok: false, reason: 'no-setup' }
    const secret = unseal(shop.auth.secret, app.secret)
    const period = code?.kind === 'app' ? findPeriod(secret, code.code, shop.now()) : undefined
    if (period === undefined) return { ok: false, reason: 'wrong', setup: setupOf(secret, user, shopName) }
    const { hashed: backupCodes } = recovery
    await updateFactor(tx, app.id, { verified: true, lastUsedPeriod: period, backupCodes, areCodesSaved: false })
    await updateSecondFactorOf(tx, user.userId, true)
    await announce(tx, user, 'second-factor-on', shop.now())
    return { ok: true, recoveryCodes: recovery.codes }
  })
  if (activation.ok) shop.sessions.forget(user.userId)
  return activation
}

/** `required`: it is an admin's last second factor, and the shop requires one. */
export type Removal = { ok: true } | { ok: false; reason: 'not-found' | 'required' }

/** Removes the authenticator app, and the recovery codes unless a passkey still needs them. */
export async function removeApp(shop: FactorShop, user: User): Promise<Removal> {
  const garbage = seal(shop.auth.secret, makeSecret())
  return removeOne(shop, user, async (tx, { app, passkeys }) => {
    if (!app?.verified) return { ok: false, reason: 'not-found' }
    await upsertFactor(tx, user.userId, app, { secret: garbage, verified: false })
    await announce(tx, user, 'second-factor-off', shop.now())
    return { ok: true, left: passkeys }
  })
}

type Locked = { app: StoredFactor | undefined; passkeys: number }
type Remove = (
  tx: Transaction,
  factors: Locked,
) => Promise<{ ok: true; left: number } | { ok: false; reason: 'not-found' }>

/** Removes a second factor, unless it is the last one and the shop, or the role in it, requires one. */
export async function removeOne(shop: FactorShop, user: User, remove: Remove): Promise<Removal> {
  const removal = await shop.db
    .transaction(async (tx): Promise<Removal> => {
      // The settings are locked before the account, in the same sequence as when the requirement is turned on.
      const settings = await lockSettings(tx)
      const factors = await lockFactors(tx, user.userId)
      if (!factors) return { ok: false, reason: 'not-found' }
      const removed = await remove(tx, factors)
      if (!removed.ok) return removed
      if (removed.left > 0) return { ok: true }
      if (isSecondFactorRequired(factors.owner, settings)) throw new RequiredError()
      await removeFactor(tx, user.userId)
      await updateSecondFactorOf(tx, user.userId, false)
      return { ok: true }
    })
    .catch((error): Removal => {
      if (error instanceof RequiredError) return { ok: false, reason: 'required' }
      throw error
    })
  shop.sessions.forget(user.userId)
  return removal
}

/** Rolls the removal back. */
class RequiredError extends Error {}

/** Ten new codes; the earlier ones stop working. Undefined: the account has no second factor. */
export async function renewRecoveryCodes(shop: FactorShop, user: User): Promise<string[] | undefined> {
  const recovery = createRecoveryCodes(shop.auth.secret)
  return shop.db.transaction(async (tx) => {
    const factors = await lockFactors(tx, user.userId)
    if (!factors?.app || !(factors.app.verified || factors.passkeys > 0)) return undefined
    await updateFactor(tx, factors.app.id, { backupCodes: recovery.hashed, areCodesSaved: false })
    await announce(tx, user, 'recovery-codes-renewed', shop.now())
    return recovery.codes
  })
}

/** Records that the owner has saved the recovery codes. */
export async function confirmCodesSaved(shop: FactorShop, user: User): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const app = (await lockFactors(tx, user.userId))?.app
    if (app) await updateFactor(tx, app.id, { areCodesSaved: true })
  })
}

/**
 * Removes all second factors of somebody who has lost them: the password is enough again. Undefined: no such account.
 */
export async function resetSecondFactor(
  db: Db,
  email: string,
): Promise<{ userId: string; endedSessions: number } | undefined> {
  return db.transaction(async (tx) => {
    const known = await lockAccount(tx, email.trim().toLowerCase())
    if (!known) return undefined
    const { userId } = known
    await removeSecondFactorsOf(tx, userId)
    const endedSessions = await removeSessionsOf(tx, userId)
    await announce(tx, known, 'second-factor-reset', new Date(), { by: COMMAND_LINE, after: { endedSessions } })
    return { userId, endedSessions }
  })
}

function setupOf(secret: string, { email }: User, shop: string): Setup {
  const typed = toBase32(Buffer.from(secret))
  return { secret: typed, uri: authenticatorUri({ secret: typed, email, shop }) }
}
