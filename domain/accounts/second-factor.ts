import * as v from 'valibot'
import { line } from '#domain/form-fields.ts'
import type { Role } from './user.ts'

/** How long a log-in waits for its second factor, and how many codes it takes. */
export const CHALLENGE_MINUTES = 10
export const CHALLENGE_TRIES = 5

export const RECOVERY_CODES = 10
const RECOVERY_LENGTH = 12
/** 32 characters without `i`, `l`, `o` and `u`, which look like others or make words. */
const RECOVERY_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** @param random 120 random bytes. @returns ten codes such as `k7d2-9xwq-03mf`, of 60 bits each */
export function makeRecoveryCodes(random: Uint8Array): string[] {
  if (random.length !== RECOVERY_CODES * RECOVERY_LENGTH) throw new Error('120 random bytes are needed')
  const characters = Array.from(random, (byte) => RECOVERY_ALPHABET[byte % RECOVERY_ALPHABET.length]).join('')
  const codes = characters.match(/.{12}/g) ?? []
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'))
}

/** A typed code: six digits of an authenticator app, or a recovery code in the form that is stored. */
export type FactorCode = { kind: 'app' | 'recovery'; code: string }

/** Undefined: neither kind of code. Spaces, hyphens and upper case make no difference. */
export function parseFactorCode(typed: unknown): FactorCode | undefined {
  if (typeof typed !== 'string') return undefined
  const code = typed.slice(0, 100).toLowerCase().replace(/[\s-]/g, '')
  if (/^[0-9]{6}$/.test(code)) return { kind: 'app', code }
  const usual = code.replace(/[il]/g, '1').replaceAll('o', '0')
  const isRecovery = usual.length === RECOVERY_LENGTH && Array.from(usual).every((it) => RECOVERY_ALPHABET.includes(it))
  return isRecovery ? { kind: 'recovery', code: usual } : undefined
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 without padding, as authenticator apps read secrets. */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** The address in the QR code of an authenticator app. @param secret in base32 @param shop name shown by the app */
export function authenticatorUri({ secret, email, shop }: { secret: string; email: string; shop: string }): string {
  // The colon separates the two parts of the label.
  const issuer = encodeURIComponent(shop.replaceAll(':', ''))
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${secret}&issuer=${issuer}`
}

export type Factors = { hasApp: boolean; areCodesSaved: boolean; passkeys: number }

/** Owners follow the shop's setting, staff their role. Until it is set up, they may do what a shopper may. */
export function isSecondFactorRequired(
  { role, staff }: { role: Role; staff?: { needsSecondFactor: boolean } | null | undefined },
  { requireSecondFactor }: { requireSecondFactor: boolean },
): boolean {
  return role === 'admin' ? requireSecondFactor : staff?.needsSecondFactor === true
}

/** Somebody with these can require a second factor of all admins without locking themselves out. */
export function mayRequireSecondFactor({ hasApp, areCodesSaved, passkeys }: Factors): boolean {
  return passkeys > 0 || (hasApp && areCodesSaved)
}

export const PASSKEYS_MAX = 20
const NAME_MAX = 60

const passkeyName = v.pipe(line, v.minLength(1), v.maxLength(NAME_MAX))

/** Undefined: empty or too long. */
export function parsePasskeyName(typed: unknown): string | undefined {
  const parsed = v.safeParse(passkeyName, typed)
  return parsed.success ? parsed.output : undefined
}

/** `take-over`: whoever signed up with the address loses password, sessions and second factor. */
export type CodeLogin = 'open' | 'second-factor' | 'take-over'

/**
 * Decides what a correct email code opens. Somebody may have signed up with another person's address, so the first code for it
 * takes the account over. Staff with a second factor are an exception: their mailbox alone is not enough.
 */
export function decideCodeLogin(account: {
  role: Role
  isEmailConfirmed: boolean
  hasSecondFactor: boolean
}): CodeLogin {
  const { role, isEmailConfirmed, hasSecondFactor } = account
  if (!isEmailConfirmed && !(hasSecondFactor && role !== 'user')) return 'take-over'
  return hasSecondFactor ? 'second-factor' : 'open'
}

/**
 * May a code or link by email open this account? Not that of an admin or of staff who lack a required second factor: a reader
 * of the mailbox would set up their own.
 */
export function isMailboxEnough(
  account: Parameters<typeof isSecondFactorRequired>[0] & { hasSecondFactor: boolean },
  settings: { requireSecondFactor: boolean },
): boolean {
  return account.hasSecondFactor || !isSecondFactorRequired(account, settings)
}
