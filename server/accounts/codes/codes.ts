import { APIError } from 'better-auth/api'
import { nameFromEmail } from '#domain/accounts/account-emails.ts'
import type { Auth } from '#server/accounts/auth.ts'

type CodeShop = { auth: Auth }
type TypedCode = { email: string; code: string }

/** Creates a six-digit code for this address; only its hash is stored. It replaces the previous one. */
export function createCode({ auth }: CodeShop, email: string, purpose: 'login' | 'confirmation'): Promise<string> {
  const type = purpose === 'login' ? 'sign-in' : 'email-verification'
  return auth.api.createVerificationOTP({ body: { email, type } })
}

/**
 * Opens a session with a code. An address without an account gets one; an unconfirmed account loses the password and
 * the sessions that it had. Undefined: the code is wrong, used, expired, or was tried too often.
 */
export function signInWithCode({ auth }: CodeShop, { email, code }: TypedCode, headers: Headers) {
  const body = { email, otp: code, name: nameFromEmail(email) }
  return unlessWrong(() => auth.api.signInEmailOTP({ body, headers, returnHeaders: true }))
}

/** Confirms the address and changes nothing else. Undefined: as in `signInWithCode`. */
export function verifyCode({ auth }: CodeShop, { email, code }: TypedCode) {
  return unlessWrong(() => auth.api.verifyEmailOTP({ body: { email, otp: code } }))
}

async function unlessWrong<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof APIError && error.statusCode < 500) return undefined
    throw error
  }
}
