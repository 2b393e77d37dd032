import { formatAmount, formatPaise, type Paise } from '#domain/money.ts'
import type { Order } from '#domain/orders/order.ts'
import type { LineQuantity, ReturnReason } from '#domain/orders/shipment.ts'
import { formatDay } from '#domain/time.ts'
import type { Message } from './message.ts'
import { partOf, sayParcel, writeToBuyer } from './order-emails.ts'
import type { Say } from './say.ts'
import type { ReturnEmailTemplate } from './templates.ts'

export type EmailedReturn = {
  lines: readonly LineQuantity[]
  reason: ReturnReason
  /** What the buyer gets back. */
  amount: Paise
  /** Undefined: the parcel has no invoice. */
  creditNote: { number: string; total: Paise } | undefined
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
  say: Say,
  template: ReturnEmailTemplate,
  order: Order,
  returned: EmailedReturn,
): Message {
  const { lines, amount, creditNote, paidBackOn, paidBackReference } = returned
  const part = partOf(order, lines)
  const note = creditNote
    ? say('name-credit-note', { number: creditNote.number, amount: formatPaise(creditNote.total) })
    : ''
  if (template === 'paid-back' && paidBackOn !== null)
    return writePaidBackEmail(say, order, { amount, paidBackOn, paidBackReference }, { note, part })
  const values = { parcel: sayParcel(say, order, part), 'credit-note': note, amount: formatAmount(amount) }
  return writeToBuyer(order, say(returnedKey(order, returned), values), part)
}

function returnedKey({ paidAtCounter }: Order, { reason, amount, isOwed }: EmailedReturn) {
  if (reason !== 'returned' && !paidAtCounter) return 'returned-free'
  if (amount === 0) return 'returned'
  return isOwed || paidAtCounter ? 'returned-pay-back' : 'returned-pay-back-if-paid'
}

/** Says how money went back that is not refunded online. */
export function writePaidBackEmail(
  say: Say,
  order: Order,
  { amount, paidBackOn, paidBackReference }: { amount: Paise; paidBackOn: string; paidBackReference: string },
  { note = '', part }: { note?: string; part?: Parameters<typeof writeToBuyer>[2] } = {},
): Message {
  const values = { amount: formatAmount(amount), order: String(order.id), day: formatDay(paidBackOn) }
  const status = say('paid-back', { ...values, reference: paidBackReference, 'credit-note': note })
  return writeToBuyer(order, status, part)
}
