import { type EmailParams, writePlainEmail } from '#domain/emails/email.ts'

export function writeExportEmail(recipient: { name: string; email: string }, link: string): EmailParams {
  return writePlainEmail(
    recipient,
    `Your data is ready: ${link} The link works for one day, and only while you are logged in. If you did not ask for it, change your password.`,
  )
}
