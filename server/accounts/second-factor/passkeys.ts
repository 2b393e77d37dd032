import { isAPIError } from 'better-auth/api'
import { PASSKEYS_MAX, parsePasskeyName } from '#domain/accounts/second-factor.ts'
import type { User } from '#domain/accounts/user.ts'
import type { PasskeyAuth } from '#server/accounts/auth.ts'
import { cookiesOf } from '#server/accounts/cookies.ts'
import { getUserById, removeSession } from '#server/accounts/queries.ts'
import type { Session } from '#server/accounts/session-cache.ts'
import { logOut } from '#server/accounts/sessions.ts'
import type { RateLimited } from '#server/http/rate-limit.ts'
import type { Shop } from '#server/shop.ts'
import { encryptSecret, type FactorShop, keyOf, type Removal, removeOne } from './app.ts'
import { markConfirmed } from './confirm.ts'
import { announce } from './notices.ts'
import { lockFactors, removePasskey, updateSecondFactorOf, upsertFactor } from './queries.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { makeSecret } from './totp.ts'

type PasskeyShop = FactorShop & Pick<Shop, 'openPasskeyAuth' | 'securityLog' | 'limits'>

/** Options for the browser's `PublicKeyCredential`, with the cookie of its challenge. */
export type Options = { options: object; headers: Headers }

export async function registrationOptions(
  shop: PasskeyShop & Pick<Shop, 'settings'>,
  request: Request,
): Promise<Options> {
  const { api } = await shop.openPasskeyAuth()
  const { response, headers } = await api.generatePasskeyRegistrationOptions({
    headers: request.headers,
    returnHeaders: true,
  })
  const { shopName } = await shop.settings.read()
  return { options: { ...response, rp: { ...response.rp, name: shopName } }, headers: cookiesOf(headers) }
}

/** Options for a log-in by any account: the browser offers all passkeys that it has for this shop. */
export async function loginOptions(
  shop: PasskeyShop,
  address: string,
): Promise<(Options & { ok: true }) | { ok: false; tooMany: RateLimited }> {
  const tooMany = await shop.limits.consume('passkey', { address })
  if (tooMany) return { ok: false, tooMany }
  const { api } = await shop.openPasskeyAuth()
  const { response, headers } = await api.generatePasskeyAuthenticationOptions({
    headers: new Headers(),
    returnHeaders: true,
  })
  return { ok: true, options: { ...response, userVerification: 'required' }, headers: cookiesOf(headers) }
}

/** @param recoveryCodes for an account that had none, to be shown once */
export type Addition = { ok: true; recoveryCodes: string[] | undefined } | { ok: false; reason: 'refused' | 'too-many' }

export async function addPasskey(
  shop: PasskeyShop,
  user: User,
  { credential, name, request }: { credential: unknown; name: unknown; request: Request },
): Promise<Addition> {
  const codes = createRecoveryCodes(await keyOf(shop.auth))
  const secret = await encryptSecret(shop.auth, makeSecret())
  const factors = await shop.db.transaction((tx) => lockFactors(tx, user.uid))
  if ((factors?.passkeys ?? 0) >= PASSKEYS_MAX) return { ok: false, reason: 'too-many' }
  const { api } = await shop.openPasskeyAuth()
  const body = { response: credential, name: parsePasskeyName(name) ?? 'Passkey' }
  const added = await unlessRefused(api.verifyPasskeyRegistration({ body, headers: request.headers }))
  if (!added) return { ok: false, reason: 'refused' }
  const recoveryCodes = await shop.db.transaction(async (tx) => {
    const app = (await lockFactors(tx, user.uid))?.app
    // With the first passkey come recovery codes, because a passkey may be lost.
    const isFirst = !app || JSON.parse(app.backupCodes).length === 0
    if (isFirst) await upsertFactor(tx, user.uid, app, { secret: app?.secret ?? secret, backupCodes: codes.hashed })
    await updateSecondFactorOf(tx, user.uid, true)
    await announce(tx, user, 'passkey-added', shop.now())
    return isFirst ? codes.codes : undefined
  })
  shop.sessions.forget(user.uid)
  return { ok: true, recoveryCodes }
}

export async function deletePasskey(shop: FactorShop, user: User, id: string): Promise<Removal> {
  return removeOne(shop, user, async (tx, { app, passkeys }) => {
    if (!(await removePasskey(tx, user.uid, id))) return { ok: false, reason: 'not-found' }
    await announce(tx, user, 'passkey-removed', shop.now())
    return { ok: true, left: passkeys - 1 + (app?.verified ? 1 : 0) }
  })
}

export type PasskeyLogin =
  | { ok: true; user: User; headers: Headers }
  | { ok: false; reason: 'refused' }
  | { ok: false; reason: 'too-many'; tooMany: RateLimited }

type Sent = { credential: unknown; address: string; request: Request }

/** Logs in without a second factor: a passkey counts as both factors, because the device has checked its owner. */
export async function logInWithPasskey(shop: PasskeyShop, sent: Sent): Promise<PasskeyLogin> {
  const { address, request } = sent
  const tooMany = await shop.limits.consume('passkey', { address })
  if (tooMany) return { ok: false, reason: 'too-many', tooMany }
  const opened = await openSession(shop, sent)
  if (!opened) {
    shop.securityLog.record('login-failed', { address, by: 'passkey' })
    return { ok: false, reason: 'refused' }
  }
  await logOut(shop, request)
  shop.securityLog.record('login', { account: opened.user.uid, address, by: 'passkey' })
  return { ok: true, user: opened.user, headers: opened.headers }
}

/** Asks somebody who is logged in for their passkey again. */
export async function confirmWithPasskey(shop: PasskeyShop, session: Session, sent: Sent): Promise<boolean> {
  const { address } = sent
  if (await shop.limits.consume('confirm', { address, account: session.user.uid })) return false
  const opened = await openSession(shop, sent)
  // better-auth opens a session for each passkey; the present one stays instead.
  if (opened) await removeSession(shop.db, opened.token)
  const isRight = opened?.user.uid === session.user.uid
  shop.securityLog.record(isRight ? 'confirmed' : 'confirm-failed', {
    account: session.user.uid,
    address,
    by: 'passkey',
  })
  if (isRight) await markConfirmed(shop, session)
  return isRight
}

/** Not checked here: better-auth validates it. */
type Assertion = NonNullable<Parameters<PasskeyAuth['api']['verifyPasskeyAuthentication']>[0]>['body']['response']

async function openSession(shop: PasskeyShop, { credential, request }: Sent) {
  const { api } = await shop.openPasskeyAuth()
  const answer = await unlessRefused(
    api.verifyPasskeyAuthentication({
      body: { response: credential as Assertion },
      headers: request.headers,
      returnHeaders: true,
    }),
  )
  if (!answer) return undefined
  const { token, userId } = answer.response.session
  return { token, user: await getUserById(shop.db, userId), headers: cookiesOf(answer.headers) }
}

async function unlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((error) => {
    if (isAPIError(error)) return undefined
    throw error
  })
}
