import { formatDay } from '#domain/time.ts'
import { type Message, writePlainEmail } from './message.ts'

/** Staff's answer to a message from the contact page. @param day when the message was sent, such as `2026-11-24` */
export function writeReplyEmail(sender: { name: string; email: string }, day: string, reply: string): Message {
  return writePlainEmail(sender, `${reply}\n\nThis answers your message of ${formatDay(day)}.`)
}
