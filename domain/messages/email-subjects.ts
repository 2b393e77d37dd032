import { cleanLine } from '#domain/text.ts'
import type { Message } from './message.ts'
import type { Say } from './say.ts'
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

/** One line, without the order where it is not known. */
export function subjectOf(say: Say, kind: EmailKind, { orderId }: Pick<Message, 'orderId'>): string {
  if (kind === 'test') return 'A test'
  return cleanLine(say(`subject-${kind}`, { order: orderId === undefined ? '' : String(orderId) }))
}
