import { CODE_MINUTES, LINK_MINUTES, nameFromEmail } from '#domain/accounts/email-code.ts'
import { INVITE_DAYS } from '#domain/accounts/invite.ts'
import type { AccountCode } from '#domain/accounts/profile.ts'
import { formatDateTime } from '#domain/time.ts'
import { emailName, emailTitle } from './email-text.ts'
import { type Message, writePlainEmail } from './message.ts'
import type { Say } from './say.ts'
import type { AccountNotice } from './templates.ts'

/** @param name undefined: nobody has an account with this address yet */
type Recipient = { email: string; name: string | undefined }

/** Instead of a link to reset a password, a code is sent to an address that is not confirmed: whoever signed up with it may not own it. */
export function writeCodeToLogIn(
  say: Say,
  key: 'login-code' | 'reset-unconfirmed',
  to: Recipient,
  /** `takesOver`: somebody signed up with this address and has not confirmed it. */
  { code, takesOver }: { code: string; takesOver: boolean },
): Message {
  const values = { code, minutes: String(CODE_MINUTES), 'takes-over': takesOver ? say('takes-over', {}) : '' }
  return writeAccountEmail(to, say(key, values))
}

/** Sent to an admin who lacks the second factor that the shop requires, instead of a code or link. */
export function writePasswordNeededEmail(say: Say, to: Recipient): Message {
  return writeAccountEmail(to, say('password-needed', {}))
}

export function writeConfirmCodeEmail(say: Say, to: Recipient, code: string): Message {
  return writeAccountEmail(to, say('confirm-code', { code, minutes: String(CODE_MINUTES) }))
}

export function writeResetEmail(say: Say, to: Recipient, link: string): Message {
  return writeAccountEmail(to, say('reset-password', { 'reset-link': link, minutes: String(LINK_MINUTES) }))
}

/** @param inviter the name of the person who invites */
export function writeStaffInvite(
  say: Say,
  { email, inviter }: { email: string; inviter: string },
  { role, link }: { role: string; link: string },
): Message {
  const values = { inviter: emailName(inviter), role: emailTitle(role), days: String(INVITE_DAYS), 'invite-link': link }
  return writeAccountEmail({ email, name: undefined }, say('staff-invite', values))
}

export function writeExportEmail(say: Say, recipient: Owner, link: string): Message {
  return writePlainEmail(recipient, say('data-ready', { 'data-link': link }))
}

function writeAccountEmail({ email, name }: Recipient, status: string): Message {
  return writePlainEmail({ email, name: name ?? nameFromEmail(email) }, status)
}

type Owner = { name: string; email: string }

/**
 * Tells the owner of an account what was changed. It holds no secret and does not name a new address.
 *
 * @param time ISO 8601
 */
export function writeAccountNotice(say: Say, template: AccountNotice, owner: Owner, time: string): Message {
  return writePlainEmail(owner, say(template, { time: formatDateTime(time) }))
}

/** Warns the owner of an account about failed logins. */
export function writeLoginSlowedEmail(
  say: Say,
  owner: Owner,
  { failures, networks, time }: { failures: number; networks: number; time: string },
): Message {
  const values = { failures: String(failures), networks: String(networks), time: formatDateTime(time) }
  return writePlainEmail(owner, say('login-slowed', values))
}

/** The code must not be stored: this email is sent at once and kept nowhere. */
export function writeCodeEmail(say: Say, purpose: AccountCode['purpose'], recipient: Owner, code: string): Message {
  return writePlainEmail(recipient, say(`code-${purpose}`, { code, minutes: String(CODE_MINUTES) }))
}
