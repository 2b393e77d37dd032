import { messageNumber } from '#domain/contact.ts'
import { formatAmount, formatRupees, type Paise } from '#domain/money.ts'
import type { Order } from '#domain/orders/order.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { DECLINE_REASONS, type DeclineReason } from '#domain/reviews/review.ts'
import { formatDay } from '#domain/time.ts'
import { emailTitle } from './email-text.ts'
import { type Message, writePlainEmail } from './message.ts'
import type { Say } from './say.ts'
import type { VoucherEmail } from './templates.ts'

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

/** To somebody who asked for a product while it was Sold. */
export function writeAvailableEmail(say: Say, requester: { name: string; email: string }, title: string): Message {
  return writePlainEmail(requester, say('product-available', { product: emailTitle(title) }))
}

type Fall = { name: string; email: string; title: string; before: number; price: number }

/** To somebody who asked to be told of a lower price. */
export function writePriceEmail(say: Say, { title, before, price, ...requester }: Fall): Message {
  const prices = { price: formatRupees(price), 'price-before': formatRupees(before) }
  return writePlainEmail(requester, say('price-fell', { product: emailTitle(title), ...prices }))
}

type Author = { name: string; email: string; orderId: OrderId }

export function writeReviewRequest(say: Say, { id, email, addressInfo: { name } }: Order): Message {
  const status = say('review-asked', { order: String(id) })
  return { ...writePlainEmail({ name, email }, status), orderId: id }
}

/** Tells an author why their review is not shown. */
export function writeDeclinedEmail(say: Say, review: Author & { product: string; reason: DeclineReason }): Message {
  const { product, reason } = review
  const status = say('review-declined', { product: emailTitle(product), why: DECLINE_REASONS[reason].told })
  return { ...writePlainEmail(review, status), orderId: review.orderId }
}

type Voucher = { code: string; balance: Paise; expiresOn: string; link: string }

/** The code must not be stored: this email is sent at once and kept nowhere. */
export function writeVoucherEmail(
  say: Say,
  template: VoucherEmail,
  owner: { name: string; email: string },
  { code, balance, expiresOn, link }: Voucher,
): Message {
  const values = {
    amount: formatAmount(balance),
    day: formatDay(expiresOn),
    'voucher-code': code,
    'vouchers-link': link,
  }
  return writePlainEmail(owner, say(template, values))
}
