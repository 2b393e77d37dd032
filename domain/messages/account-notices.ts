import { CODE_MINUTES } from '#domain/accounts/email-code.ts'
import type { AccountCode } from '#domain/accounts/profile.ts'
import { formatDateTime } from '#domain/time.ts'
import { type Message, writePlainEmail } from './message.ts'
import type { AccountNotice } from './templates.ts'

type Recipient = { name: string; email: string }

const CHECK = 'If it was not you, change your password and log out everywhere, and then check your security page.'

/** @param when such as `on 22 Nov 2026, 12:00 pm (India)` */
const sentences: Record<AccountNotice, (when: string, origin: string) => string> = {
  'password-changed': (when, origin) =>
    `Your password was changed ${when}. Everything that was logged in with the old one is logged out. If it was not you, set a new one at ${origin}/forgot-password and tell us.`,
  'email-changed': (when, origin) =>
    `The email of your account was changed ${when}. You can no longer log in with this address. Earlier orders keep it. If it was not you, write to us at once at ${origin}/contactUs.`,
  'second-factor-on': (when) => `An authenticator app was added to your account ${when}. ${CHECK}`,
  'second-factor-off': (when) => `The authenticator app was removed from your account ${when}. ${CHECK}`,
  'passkey-added': (when) => `A passkey was added to your account ${when}. ${CHECK}`,
  'passkey-removed': (when) => `A passkey was removed from your account ${when}. ${CHECK}`,
  'recovery-code-used': (when) => `A recovery code was used for your account ${when}. It does not work again. ${CHECK}`,
  'recovery-codes-renewed': (when) =>
    `New recovery codes were made for your account ${when}. The old ones no longer work. ${CHECK}`,
  'second-factor-reset': (when, origin) =>
    `The shop removed the authenticator app, recovery codes and passkeys of your account ${when}. If you did not ask for it, tell us at once at ${origin}/contactUs.`,
}

/**
 * Tells the owner of an account what was changed. It holds no secret and does not name a new address.
 *
 * @param time ISO 8601
 */
export function writeAccountNotice(
  template: AccountNotice,
  owner: Recipient,
  { time, origin }: { time: string; origin: string },
): Message {
  return writePlainEmail(owner, sentences[template](`on ${formatDateTime(time)} (India)`, origin))
}

/** Warns the owner of an account about failed logins. */
export function writeLoginSlowedEmail(
  owner: Recipient,
  { failures, networks, time, origin }: { failures: number; networks: number; time: string; origin: string },
): Message {
  const status = [
    `Someone tried to log in to your account ${failures} times with a wrong password, from ${networks} networks, until ${formatDateTime(time)} (India). They did not get in.`,
    'For the next few hours, logging in from a new browser may take up to two minutes. Browsers that you have logged in with before work as usual.',
    `If you use this password anywhere else, change it there. If it is short or easy to guess, set a new one at ${origin}/forgot-password.`,
  ].join(' ')
  return writePlainEmail(owner, status)
}

/** The code must not be stored: this email is sent at once and kept nowhere. */
export function writeCodeEmail(purpose: AccountCode['purpose'], recipient: Recipient, code: string): Message {
  const use = {
    'confirm-session': 'to confirm that it’s you, on your account page',
    'change-email': 'on your account page to make this the email of your account',
    'delete-account': 'to delete your account',
  }[purpose]
  const status = `Your code is ${code}. Enter it ${use}. It works for ${CODE_MINUTES} minutes. If you didn’t ask for it, you can ignore this email.`
  return writePlainEmail(recipient, status)
}
