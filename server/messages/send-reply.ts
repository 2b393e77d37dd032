import { writeAcknowledgement, writeReplyEmail } from '#domain/messages/customer-emails.ts'
import { calendarDay } from '#domain/time.ts'
import { holdMessage, holdReply, publishReply } from '#server/contact/queries.ts'
import { type EmailContext, sendOnce } from './send.ts'

/** A job: tells the sender of a message from the contact page its number, once. */
export async function sendAcknowledgement(shop: EmailContext, messageId: number): Promise<void> {
  await sendOnce(shop, 'message-received', `message ${messageId}`, async (tx, say) => {
    const message = await holdMessage(tx, messageId)
    return message && writeAcknowledgement(say, message)
  })
}

/** A job: sends staff's answer to a message from the contact page, once. */
export async function sendReply(shop: EmailContext, replyId: number): Promise<void> {
  await sendOnce(shop, 'message-reply', `reply ${replyId}`, async (tx, say) => {
    const found = await holdReply(tx, replyId)
    return found && writeReplyEmail(say, found, calendarDay(found.time), found.reply)
  })
  await publishReply(shop.db, replyId)
}
