import { emailName } from './orders/email-text.ts'
import type { AccountNotice, EmailParams } from './orders/order-emails.ts'
import { type AccountCode, CODE_MINUTES } from './profile.ts'
import { formatDateTime } from './time.ts'

type Recipient = { name: string; email: string }

/** Tells the owner of an account what was changed. It holds no secret, and of a new address nothing. */
export function writeAccountNotice(
  template: AccountNotice,
  owner: Recipient,
  { time, origin }: { time: string; origin: string },
): EmailParams {
  const when = `on ${formatDateTime(time)} (India)`
  const contact = 'If this wasn’t you, write to us at once on the Contact us page.'
  const status = {
    'password-changed': `Your password was changed ${when}. All sessions that were logged in with the old one have ended. If this wasn’t you, set a new one at ${origin}/forgot-password and tell us.`,
    'email-changed': `The email of your account was changed ${when}. You can no longer log in with this address. Earlier orders keep it. ${contact}`,
  }[template]
  return accountEmail(owner, status)
}

/** The code must not be stored: this email is sent at once and kept nowhere. */
export function writeCodeEmail(purpose: AccountCode['purpose'], recipient: Recipient, code: string): EmailParams {
  const use = {
    'confirm-session': 'to confirm that it’s you, on your account page',
    'change-email': 'on your account page to make this the email of your account',
    'delete-account': 'to delete your account',
  }[purpose]
  const status = `Your code is ${code}. Enter it ${use}. It works for ${CODE_MINUTES} minutes. If you didn’t ask for it, you can ignore this email.`
  return accountEmail(recipient, status)
}

function accountEmail({ name, email }: Recipient, status: string): EmailParams {
  return { email, user_name: emailName(name), amount: '', status, cartDetails: '' }
}
