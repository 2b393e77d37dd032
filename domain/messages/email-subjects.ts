import { cleanLine } from '#domain/text.ts'
import type { Message } from './message.ts'
import type { Say } from './say.ts'
import type { EmailKind } from './templates.ts'

/** One line, without the order where it is not known. */
export function subjectOf(say: Say, kind: EmailKind, { orderId }: Pick<Message, 'orderId'>): string {
  if (kind === 'test') return 'A test'
  return cleanLine(say(`subject-${kind}`, { order: orderId === undefined ? '' : String(orderId) }))
}
