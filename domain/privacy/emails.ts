import { emailName } from '#domain/emails/email-text.ts'
import type { EmailParams } from '#domain/orders/order-emails.ts'

type Recipient = { name: string; email: string }

export function writeExportEmail({ name, email }: Recipient, link: string): EmailParams {
  return write(
    { name, email },
    `Your data is ready: ${link} The link works for one day, and only while you are logged in. If you did not ask for it, change your password.`,
  )
}

function write({ name, email }: Recipient, status: string): EmailParams {
  return { email, user_name: emailName(name), amount: '', status, cartDetails: '' }
}
