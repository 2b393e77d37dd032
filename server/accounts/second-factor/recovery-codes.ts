import { randomBytes } from 'node:crypto'
import { makeRecoveryCodes, parseFactorCode } from '#domain/accounts/second-factor.ts'
import { keyedHash } from '#server/config/secrets.ts'

/** @param hashed as JSON */
export type RecoveryCodes = { codes: string[]; hashed: string }

/** Ten new codes; only their hashes are stored. */
export function createRecoveryCodes(secret: string): RecoveryCodes {
  const codes = makeRecoveryCodes(randomBytes(120))
  return {
    codes,
    hashed: JSON.stringify(codes.map((code) => hashRecoveryCode(secret, parseFactorCode(code)?.code ?? ''))),
  }
}

/** A keyed hash: sixty bits resist guessing against the server, but not brute force on a stolen database. */
export function hashRecoveryCode(secret: string, code: string): string {
  return keyedHash(secret, ['recovery code', code])
}
