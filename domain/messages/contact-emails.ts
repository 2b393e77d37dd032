import { messageNumber } from '#domain/contact.ts'
import { formatDay } from '#domain/time.ts'
import { type Message, writePlainEmail } from './message.ts'
import type { Say } from './say.ts'

type Sender = { id: number; name: string; email: string }

/**
 * Tells a sender that the shop has their message. Without its text, because the address may be another person's.
 * @see Consumer Protection (E-Commerce) Rules 2020, rule 4(5)
 */
export function writeAcknowledgement(say: Say, message: Sender): Message {
  return writePlainEmail(message, say('message-received', { message: messageNumber(message.id) }))
}

/** Staff's answer to a message from the contact page. @param day when the message was sent, such as `2026-11-24` */
export function writeReplyEmail(say: Say, message: Sender, day: string, reply: string): Message {
  return writePlainEmail(
    message,
    say('message-reply', { reply, message: messageNumber(message.id), day: formatDay(day) }),
  )
}
