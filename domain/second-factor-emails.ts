import { emailName } from './orders/email-text.ts'
import type { EmailParams } from './orders/order-emails.ts'
import type { SecurityNotice } from './second-factor.ts'
import { formatDateTime } from './time.ts'

const sentences: Record<SecurityNotice, string> = {
  'second-factor-on': 'An authenticator app was added to your account.',
  'second-factor-off': 'The authenticator app was removed from your account.',
  'passkey-added': 'A passkey was added to your account.',
  'passkey-removed': 'A passkey was removed from your account.',
  'recovery-code-used': 'A recovery code was used for your account. It does not work again.',
}

/** Contains no secret: it is stored, and listed in the back office. @param time as an ISO string */
export function writeSecurityNotice(
  notice: SecurityNotice,
  { name, email }: { name: string; email: string },
  time: string,
): EmailParams {
  const status = [
    sentences[notice],
    `This was on ${formatDateTime(time)} (India).`,
    'If it was not you, change your password and log out everywhere, and then check your security page.',
  ].join(' ')
  return { email, user_name: emailName(name), amount: '', status, cartDetails: '' }
}
