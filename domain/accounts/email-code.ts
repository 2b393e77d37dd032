export const CODE_DIGITS = 6
export const CODE_MINUTES = 10
export const CODE_TRIES = 5
export const LINK_MINUTES = 60

/** Emails with a secret. They are written when they are sent, and stored nowhere. */
export type AccountEmailKind = 'login-code' | 'confirm-code' | 'reset-link'

/**
 * A code of six digits by email, for one use of one address. It works only where it was asked for.
 *
 * @param email or the mobile number to which it went by WhatsApp, in E.164
 * @param askedBy hash of the browser, or the id of the session
 */
export type EmailCode = {
  purpose: 'log-in' | 'confirm-email' | 'confirm-session' | 'change-email' | 'delete-account' | 'confirm-number'
  email: string
  askedBy: string
}

/** The initial name of an account that is created by logging in with a code; its owner can change it. */
export function nameFromEmail(email: string): string {
  return email.split('@')[0] ?? email
}

/** A name that was given before stays; the initial one gives way to the name on a parcel. */
export function nameAfterCheckout(user: { name: string; email: string }, given: string): string {
  return user.name === nameFromEmail(user.email) ? given : user.name
}
