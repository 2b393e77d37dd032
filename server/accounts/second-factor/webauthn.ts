import { hash, randomBytes } from 'node:crypto'
import * as v from 'valibot'
import type { User } from '#domain/accounts/user.ts'
import { consumeVerification, insertVerification } from '#server/accounts/verification-queries.ts'
import type { Shop } from '#server/shop.ts'
import { findPasskey, listCredentials, type NewPasskey, TRANSPORTS, updatePasskeyCounter } from './queries.ts'

const MINUTES = 5
const LOG_IN = 'log-in'

type WebAuthnShop = Pick<Shop, 'auth' | 'db'>

/** Options for the browser's `PublicKeyCredential`, with the cookie of its challenge. */
export type Options = { options: object; headers: Headers }

/** The browser's answer with its request; `credential` is any JSON. */
export type Sent = { credential: unknown; request: Request }

/** Loaded when somebody first uses a passkey, because most processes never need its packages. */
function load() {
  return import('@simplewebauthn/server')
}

export async function registrationOptions(shop: WebAuthnShop, user: User, rpName: string): Promise<Options> {
  const { generateRegistrationOptions } = await load()
  const options = await generateRegistrationOptions({
    rpName,
    rpID: shop.auth.relyingParty.id,
    userName: user.email,
    userDisplayName: user.email,
    excludeCredentials: await listCredentials(shop.db, user.userId),
    // A passkey replaces password and second factor, so it must check its owner: a fingerprint, a face or a PIN.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { options, headers: await storeChallenge(shop, user.userId, options.challenge) }
}

/** For any account: the browser offers all passkeys that it has for this shop. */
export async function authenticationOptions(shop: WebAuthnShop): Promise<Options> {
  const { generateAuthenticationOptions } = await load()
  const options = await generateAuthenticationOptions({
    rpID: shop.auth.relyingParty.id,
    userVerification: 'required',
  })
  return { options, headers: await storeChallenge(shop, LOG_IN, options.challenge) }
}

const identity = { id: v.string(), rawId: v.string(), type: v.literal('public-key') }
const clientExtensionResults = v.optional(v.object({}), {})
const registration = v.object({
  ...identity,
  clientExtensionResults,
  response: v.object({
    clientDataJSON: v.string(),
    attestationObject: v.string(),
    transports: v.pipe(
      v.optional(v.array(v.string()), []),
      v.transform((sent) => TRANSPORTS.filter((it) => sent.includes(it))),
    ),
  }),
})
const authentication = v.object({
  ...identity,
  clientExtensionResults,
  response: v.object({ clientDataJSON: v.string(), authenticatorData: v.string(), signature: v.string() }),
})

/** Undefined: the answer is not that of a new passkey to this user's challenge. */
export async function verifyRegistration(
  shop: WebAuthnShop,
  user: User,
  { credential, request }: Sent,
): Promise<NewPasskey | undefined> {
  const expected = await takeExpectations(shop, user.userId, request)
  const sent = v.safeParse(registration, credential)
  if (!expected || !sent.success) return undefined
  const { verifyRegistrationResponse } = await load()
  const answer = await unlessRefused(verifyRegistrationResponse({ response: sent.output, ...expected }))
  if (!answer?.verified) return undefined
  const { credential: created } = answer.registrationInfo
  return {
    credentialID: created.id,
    publicKey: Buffer.from(created.publicKey).toString('base64'),
    counter: created.counter,
    transports: sent.output.response.transports.join(','),
  }
}

/** @returns whose passkey has signed the challenge; undefined: nobody's */
export async function verifyAuthentication(
  shop: WebAuthnShop,
  { credential, request }: Sent,
): Promise<string | undefined> {
  const expected = await takeExpectations(shop, LOG_IN, request)
  const sent = v.safeParse(authentication, credential)
  if (!expected || !sent.success) return undefined
  const passkey = await findPasskey(shop.db, sent.output.id)
  if (!passkey) return undefined
  const { verifyAuthenticationResponse } = await load()
  const { credentialID: id, counter } = passkey
  const publicKey = new Uint8Array(Buffer.from(passkey.publicKey, 'base64'))
  const answer = await unlessRefused(
    verifyAuthenticationResponse({ response: sent.output, ...expected, credential: { id, publicKey, counter } }),
  )
  if (!answer?.verified) return undefined
  const isCounted = await updatePasskeyCounter(shop.db, id, answer.authenticationInfo.newCounter)
  return isCounted ? passkey.userId : undefined
}

/** The package throws for whatever is wrong with an answer. */
async function unlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch(() => undefined)
}

/** @param purpose a log-in, or the user who adds a passkey. @returns headers with the cookie of the challenge */
async function storeChallenge({ auth, db }: WebAuthnShop, purpose: string, challenge: string): Promise<Headers> {
  const token = randomBytes(32).toString('base64url')
  await insertVerification(db, { identifier: identifierOf(purpose, token), value: challenge, minutes: MINUTES })
  return auth.passkeyCookie.write(token, MINUTES * 60)
}

/** Uses the challenge up. Undefined: none for this purpose, or it has expired. */
async function takeExpectations({ auth, db }: WebAuthnShop, purpose: string, { headers }: Request) {
  const token = auth.passkeyCookie.read(headers)
  const challenge = token && (await consumeVerification(db, identifierOf(purpose, token)))
  if (!challenge) return undefined
  const { id, origin } = auth.relyingParty
  return {
    expectedChallenge: challenge,
    expectedRPID: id,
    // Without PUBLIC_URL any port is accepted; csrf.ts has compared the page's origin with our host.
    expectedOrigin: origin ?? headers.get('origin') ?? '',
    requireUserVerification: true,
  }
}

/** Hashed, so that reading the database finds no challenge of a cookie. */
function identifierOf(purpose: string, token: string): string {
  return `passkey ${hash('sha256', JSON.stringify([purpose, token]), 'base64url')}`
}
