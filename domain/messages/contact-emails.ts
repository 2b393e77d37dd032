import { messageNumber } from '#domain/contact.ts'
import { formatDay } from '#domain/time.ts'
import { type Message, writePlainEmail } from './message.ts'

type Sender = { id: number; name: string; email: string }

/** Staff's answer to a message from the contact page. @param day when the message was sent, such as `2026-11-24` */
export function writeReplyEmail(message: Sender, day: string, reply: string): Message {
  const answered = `This answers your message ${messageNumber(message.id)} of ${formatDay(day)}.`
  return writePlainEmail(message, `${reply}\n\n${answered}`)
}
