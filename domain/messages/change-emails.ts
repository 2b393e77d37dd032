import { formatPaise, formatRupees, type Paise, type Rupees, toRupees } from '#domain/money.ts'
import { isPaid } from '#domain/orders/cash.ts'
import { type ChangedLine, changeText } from '#domain/orders/change-lines.ts'
import type { Order } from '#domain/orders/order.ts'
import { emailTitle } from './email-text.ts'
import type { Message } from './message.ts'
import { writeToBuyer } from './order-emails.ts'

type Change = { lines: readonly ChangedLine[]; totalAfter: Rupees; refund: Rupees; due: Rupees }

/** The email about a changed order: its changes, and what is paid or refunded now. @param page of the order */
export function writeChangeEmail(order: Order, change: Change, page: string): Message {
  const changes = change.lines.map((line) => changeText({ ...line, title: emailTitle(line.title) })).join('; ')
  const status = `We changed your order ${order.id}: ${changes}. ${paymentText(order, change)} See your order: ${page}`
  return writeToBuyer(order, status)
}

function paymentText(order: Pick<Order, 'paymentId' | 'paidAtCounter'>, { totalAfter, refund, due }: Change): string {
  const total = `The new total is ${formatRupees(totalAfter)}.`
  if (!isPaid(order) && due === 0) return `${total} You pay it on delivery.`
  if (refund > 0 && order.paidAtCounter) return `${total} We pay back ${formatRupees(refund)} as you paid it.`
  if (refund > 0) return `${total} We are refunding ${formatRupees(refund)}. Banks take five to seven working days.`
  return due > 0
    ? `${total} Please pay the remaining ${formatRupees(due)} on the page of your order. We send it as soon as it is paid.`
    : `${total} You have nothing more to pay.`
}

/** Thanks for the payment of what a change has added. */
export function writeRestPaidEmail(order: Order, amount: Paise): Message {
  const paid = amount % 100 === 0 ? formatRupees(toRupees(amount)) : formatPaise(amount)
  return writeToBuyer(order, `Thank you! We received your payment of ${paid}. Your order ${order.id} is paid in full.`)
}
