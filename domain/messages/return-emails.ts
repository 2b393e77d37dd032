import { formatPaise, type Paise } from '#domain/money.ts'
import type { Order } from '#domain/orders/order.ts'
import type { LineQuantity, ReturnReason } from '#domain/orders/shipment.ts'
import type { Message } from './message.ts'
import { partOf, writeToBuyer } from './order-emails.ts'

export type EmailedReturn = {
  lines: readonly LineQuantity[]
  reason: ReturnReason
  /** What the buyer gets back. */
  amount: Paise
  /** Undefined: the parcel has no invoice. `page` shows it after login. */
  creditNote: { number: string; total: Paise; page: string } | undefined
  contactPage: string
}

/** Says that a return of a cash order has arrived. A refund of an online payment has emails of its own. */
export function writeReturnEmail(
  order: Order,
  { lines, reason, amount, creditNote, contactPage }: EmailedReturn,
): Message {
  const part = partOf(order, lines)
  const sentences = [`${part.isWhole ? 'Your order' : 'Part of your order'} ${order.id} has come back to us.`]
  if (creditNote)
    sentences.push(
      `Credit note: ${creditNote.number}, ${formatPaise(creditNote.total)}. See it here: ${creditNote.page}`,
    )
  if (reason !== 'returned') sentences.push('You have nothing to pay for it.')
  else if (amount > 0) sentences.push(`Contact us about how you get your money back: ${contactPage}`)
  return writeToBuyer(order, sentences.join(' '), part)
}
