import { CODE_MINUTES, LINK_MINUTES, nameFromEmail } from '#domain/accounts/email-code.ts'
import { INVITE_DAYS } from '#domain/accounts/invite.ts'
import type { Words } from '#domain/shop/wording.ts'
import { emailName, emailTitle } from './email-text.ts'
import { type Message, writePlainEmail } from './message.ts'

/** @param name undefined: nobody has an account with this address yet */
type Recipient = { email: string; name: string | undefined }

/** @param takesOver somebody signed up with this address and has not confirmed it */
export function writeLoginCodeEmail(
  to: Recipient,
  code: string,
  { takesOver, words }: { takesOver: boolean; words: Words },
): Message {
  return writeAccountEmail(to, [
    `Your code to log in to ${words.shop} is ${code}.`,
    `It expires in ${CODE_MINUTES} minutes and can be used once. ${IN_YOUR_BROWSER}`,
    ...(takesOver ? [TAKES_OVER] : []),
    NOT_ASKED,
  ])
}

/** Sent instead of a reset link: whoever signed up with this address may not own it; only its owner gets the code. */
export function writeUnconfirmedResetEmail(
  to: Recipient,
  code: string,
  { takesOver, origin }: { takesOver: boolean; origin: string },
): Message {
  return writeAccountEmail(to, [
    'You haven’t confirmed your email address yet, so we can’t send a link to reset your password.',
    `Log in with the code ${code} instead, within ${CODE_MINUTES} minutes, at ${origin}/login/code. ${IN_YOUR_BROWSER}`,
    ...(takesOver ? [TAKES_OVER] : []),
    NOT_ASKED,
  ])
}

/** Sent to an admin who lacks the second factor that the shop requires, instead of a code or link. */
export function writePasswordNeededEmail(to: Recipient): Message {
  return writeAccountEmail(to, [
    'Someone asked for an email to log in to your account or to set a new password.',
    'This shop asks admins for two-step login and you have not set it up, so an email is not enough. Log in with your password and set it up.',
    'If you have forgotten the password, the person who runs the shop’s server can set a new one.',
  ])
}

export function writeConfirmCodeEmail(
  to: Recipient,
  code: string,
  { origin, words }: { origin: string; words: Words },
): Message {
  return writeAccountEmail(to, [
    `Your code to confirm your address at ${words.shop} is ${code}.`,
    `It expires in ${CODE_MINUTES} minutes and can be used once.`,
    'If you did not sign up, someone else used your address. Don’t share this code with anyone.',
    `To stop them using your address, request your own code at ${origin}/login/code.`,
  ])
}

export function writeResetEmail(to: Recipient, link: string): Message {
  return writeAccountEmail(to, [
    `To set a new password, open this link within ${LINK_MINUTES} minutes: ${link}`,
    'It works once. If you did not ask for it, ignore this email: your password stays as it is.',
  ])
}

/** @param inviter the name of the person who invites */
export function writeStaffInvite(
  { email, inviter }: { email: string; inviter: string },
  { role, link, words }: { role: string; link: string; words: Words },
): Message {
  return writeAccountEmail({ email, name: undefined }, [
    `${emailName(inviter)} invites you to work in the back office of ${words.shop}, as ${emailTitle(role)}.`,
    `Open this link within ${INVITE_DAYS} days, and log in or sign up with this email address: ${link}`,
    'It works once, and only for this address. If you don’t know the shop, ignore this email.',
  ])
}

const IN_YOUR_BROWSER = 'It works only in the browser where you asked for it.'
const TAKES_OVER =
  'Using this code confirms the address. The old password stops working and all other devices are logged out.'
const NOT_ASKED =
  'If you did not ask for it, ignore this email. Don’t share this code with anyone. We will never ask for it.'

function writeAccountEmail({ email, name }: Recipient, sentences: readonly string[]): Message {
  return writePlainEmail({ email, name: name ?? nameFromEmail(email) }, sentences.join(' '))
}

/** A link to the copy of somebody's data. */
export function writeExportEmail(recipient: { name: string; email: string }, link: string): Message {
  return writePlainEmail(
    recipient,
    `Your data is ready: ${link} The link works for one day, and only while you are logged in. If you did not ask for it, change your password.`,
  )
}
