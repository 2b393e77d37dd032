import { isSecondFactorRequired } from './second-factor.ts'
import type { Role } from './user.ts'

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
