import { formatPaise, type Paise } from '#domain/money.ts'
import { formatCash } from '#domain/orders/cash-received.ts'
import type { Order } from '#domain/orders/order.ts'
import type { LineQuantity, ReturnReason } from '#domain/orders/shipment.ts'
import { formatDay } from '#domain/time.ts'
import type { Message } from './message.ts'
import { partOf, writeToBuyer } from './order-emails.ts'
import type { ReturnEmailTemplate } from './templates.ts'

export type EmailedReturn = {
  lines: readonly LineQuantity[]
  reason: ReturnReason
  /** What the buyer gets back. */
  amount: Paise
  /** Undefined: the parcel has no invoice. `page` shows it after login. */
  creditNote: { number: string; total: Paise; page: string } | undefined
  /** The courier has brought its cash, so it is paid back. */
  isOwed: boolean
  /** When its money was paid back, and the reference of that payment; null: it was not. */
  paidBackOn: string | null
  paidBackReference: string
}

/**
 * Says that a return of a cash order has arrived, or that its money was paid back. A refund of an online payment has emails
 * of its own.
 */
export function writeReturnEmail(
  template: ReturnEmailTemplate,
  order: Order,
  { lines, reason, amount, creditNote, isOwed, paidBackOn, paidBackReference }: EmailedReturn,
): Message {
  const part = partOf(order, lines)
  const note =
    creditNote && `Credit note: ${creditNote.number}, ${formatPaise(creditNote.total)}. See it here: ${creditNote.page}`
  if (template === 'paid-back' && paidBackOn !== null)
    return writePaidBackEmail(order, { amount, paidBackOn, paidBackReference }, { note, part })
  const sentences = [`${part.isWhole ? 'Your order' : 'Part of your order'} ${order.id} has come back to us.`]
  if (note) sentences.push(note)
  if (reason !== 'returned' && !order.paidAtCounter) sentences.push('You have nothing to pay for it.')
  else if (amount > 0) {
    const who = isOwed || order.paidAtCounter ? 'We' : 'If you paid the courier, we'
    sentences.push(`${who} pay ${formatCash(amount)} back to you. We will email you the reference of the payment.`)
  }
  return writeToBuyer(order, sentences.join(' '), part)
}

/** Says how money went back that is not refunded online. */
export function writePaidBackEmail(
  order: Order,
  { amount, paidBackOn, paidBackReference }: { amount: Paise; paidBackOn: string; paidBackReference: string },
  { note, part }: { note?: string | undefined; part?: Parameters<typeof writeToBuyer>[2] } = {},
): Message {
  const paid = `We paid ${formatCash(amount)} back to you for order ${order.id} on ${formatDay(paidBackOn)}.`
  return writeToBuyer(order, [paid, `Reference: ${paidBackReference}.`, note].filter(Boolean).join(' '), part)
}
