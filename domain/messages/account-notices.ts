import { CODE_MINUTES } from '#domain/accounts/email-code.ts'
import type { AccountCode } from '#domain/accounts/profile.ts'
import { formatDateTime } from '#domain/time.ts'
import { type Message, writePlainEmail } from './message.ts'
import type { Say } from './say.ts'
import type { AccountNotice } from './templates.ts'

type Recipient = { name: string; email: string }

/**
 * Tells the owner of an account what was changed. It holds no secret and does not name a new address.
 *
 * @param time ISO 8601
 */
export function writeAccountNotice(say: Say, template: AccountNotice, owner: Recipient, time: string): Message {
  return writePlainEmail(owner, say(template, { time: formatDateTime(time) }))
}

/** Warns the owner of an account about failed logins. */
export function writeLoginSlowedEmail(
  say: Say,
  owner: Recipient,
  { failures, networks, time }: { failures: number; networks: number; time: string },
): Message {
  const values = { failures: String(failures), networks: String(networks), time: formatDateTime(time) }
  return writePlainEmail(owner, say('login-slowed', values))
}

/** The code must not be stored: this email is sent at once and kept nowhere. */
export function writeCodeEmail(say: Say, purpose: AccountCode['purpose'], recipient: Recipient, code: string): Message {
  return writePlainEmail(recipient, say(`code-${purpose}`, { code, minutes: String(CODE_MINUTES) }))
}
