import type { EmailParams } from '#domain/emails/email.ts'
import { formatPaise, type Paise } from '#domain/money.ts'
import { sumAt } from './dispatch.ts'
import type { Order } from './order.ts'
import { createEmail } from './order-emails.ts'
import type { LineQuantity, ReturnReason } from './shipment.ts'

export type EmailedReturn = {
  lines: readonly LineQuantity[]
  reason: ReturnReason
  /** Undefined: the parcel has no bill. `page` shows it after login. */
  creditNote: { number: string; total: Paise; page: string } | undefined
  contactPage: string
}

/** Says that a return of a cash order has arrived. A refund of an online payment has emails of its own. */
export function writeReturnEmail(order: Order, { lines, reason, creditNote, contactPage }: EmailedReturn): EmailParams {
  const returned = order.cartItems
    .map((line, position) => ({ ...line, quantity: sumAt(lines, position) }))
    .filter(({ quantity }) => quantity > 0)
  const isWhole = order.cartItems.every(({ quantity }, position) => quantity === sumAt(lines, position))
  const sentences = [`${isWhole ? 'Your order' : 'Part of your order'} ${order.id} has come back to us.`]
  if (creditNote)
    sentences.push(
      `Credit note: ${creditNote.number}, ${formatPaise(creditNote.total)}. See it here: ${creditNote.page}`,
    )
  sentences.push(
    reason === 'returned'
      ? `Contact us about how you get your money back: ${contactPage}`
      : 'You have nothing to pay for it.',
  )
  return createEmail({
    email: order.email,
    name: order.addressInfo.name,
    amount: returned.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
    status: sentences.join(' '),
    lines: returned,
    paymentId: order.paymentId,
  })
}
