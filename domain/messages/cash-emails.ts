import { formatRupees } from '#domain/money.ts'
import type { Order } from '#domain/orders/order.ts'
import type { Message } from './message.ts'
import { writeToBuyer } from './order-emails.ts'
import type { CashEmailTemplate } from './templates.ts'

type CashEmail = {
  /** Where the shopper confirms, without login. */
  confirmLink: string
  /** Where they can pay online instead; undefined: online payment is not set up. */
  payLink: string | undefined
  /** Hours after which the order is cancelled; 0: never. */
  cancelAfterHours: number
}

/** Asks the shopper to confirm a cash order, or says that it is paid online now. */
export function writeCashEmail(
  template: CashEmailTemplate,
  order: Order,
  { confirmLink, payLink, cancelAfterHours }: CashEmail,
): Message {
  const amount = formatRupees(order.totalAmount)
  const ask = [
    `Please confirm your order ${order.id} of ${amount}, which you pay in cash on delivery: ${confirmLink}`,
    ...(cancelAfterHours > 0
      ? [
          `If you don’t confirm within ${cancelAfterHours === 1 ? 'an hour' : `${cancelAfterHours} hours`}, we cancel it.`,
        ]
      : []),
    ...(payLink ? [`You can also pay now instead: ${payLink}`] : []),
  ]
  const paid = `We received your payment of ${amount} for order ${order.id}. You have nothing to pay on delivery.`
  return writeToBuyer(order, template === 'confirm-cash' ? ask.join('\n') : paid)
}
