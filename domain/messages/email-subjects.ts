import { cleanLine } from '#domain/text.ts'
import type { Message } from './message.ts'
import type { EmailTemplate } from './templates.ts'

/** Emails that hold a code or a link, of which no copy is stored; and a trial. */
export type UnstoredEmail =
  | 'login-code'
  | 'confirm-code'
  | 'reset-link'
  | 'account-code'
  | 'password-needed'
  | 'staff-invite'
  | 'data-copy'
  | 'test'

export type EmailKind = EmailTemplate | UnstoredEmail

/** `{order}`: ` 1042`, or nothing where the order is not known. */
export const SUBJECTS: Record<EmailKind, string> = {
  'order-placed': 'Thank you for your order{order}',
  'cancellation-requested': 'You asked us to cancel your order{order}',
  cancelled: 'Your order{order} is cancelled',
  delivered: 'Your order{order} has been delivered',
  dispatched: 'A parcel of your order{order} is packed',
  'not-delivered': 'We could not deliver your order{order}',
  'out-for-delivery': 'Out for delivery: your order{order}',
  'courier-changed': 'New courier details for your order{order}',
  'dispatch-undone': 'Your order{order} has not left yet',
  returned: 'We received a return of your order{order}',
  'paid-back': 'We paid you back for your order{order}',
  'order-changed': 'We changed your order{order}',
  'rest-paid': 'Your order{order} is paid in full',
  'refund-requested': 'Your refund is on its way',
  'refund-processed': 'Your refund has been sent',
  'authorization-expired': 'Your payment was not taken',
  'confirm-cash': 'Please confirm your order{order}',
  'paid-now': 'We received your payment for your order{order}',
  'product-available': 'What you asked for is available again',
  'message-received': 'We received your message',
  'message-reply': 'Our answer to your message',
  'staff-notice': 'New in the shop',
  'morning-digest': 'Your morning digest',
  'password-changed': 'Your password was changed',
  'number-confirmed': 'A mobile number can log in to your account',
  'email-changed': 'The email of your account was changed',
  'login-slowed': 'Many failed logins to your account',
  'second-factor-on': 'An authenticator app was added to your account',
  'second-factor-off': 'The authenticator app was removed from your account',
  'passkey-added': 'A passkey was added to your account',
  'passkey-removed': 'A passkey was removed from your account',
  'recovery-code-used': 'A recovery code was used for your account',
  'recovery-codes-renewed': 'New recovery codes for your account',
  'second-factor-reset': 'Your two-step login was reset',
  'login-code': 'Your code to log in',
  'confirm-code': 'Confirm your email address',
  'reset-link': 'Set a new password',
  'account-code': 'Your code',
  'password-needed': 'Log in with your password',
  'staff-invite': 'You are invited to the back office',
  'data-copy': 'Your data is ready',
  test: 'A test',
}

/** One line. It holds no code, because mail servers log subjects. */
export function subjectOf(kind: EmailKind, { orderId }: Pick<Message, 'orderId'>): string {
  return cleanLine(SUBJECTS[kind].replace('{order}', orderId === undefined ? '' : ` ${orderId}`))
}
