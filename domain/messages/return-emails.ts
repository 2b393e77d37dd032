import { formatAmount, formatPaise, type Paise } from '#domain/money.ts'
import type { Order } from '#domain/orders/order.ts'
import type { LineQuantity, ReturnReason } from '#domain/orders/shipment.ts'
import { formatDay } from '#domain/time.ts'
import type { Message } from './message.ts'
import { partOf, sayParcel, writeToBuyer } from './order-emails.ts'
import type { Say } from './say.ts'

type EmailedReturn = {
  lines: readonly LineQuantity[]
  reason: ReturnReason
  /** The amount that the buyer gets back by hand. */
  amount: Paise
  creditNote: NamedNote
  /** The courier has brought its cash, so it is paid back. */
  isOwed: boolean
}

/** Undefined: the parcel has no invoice. */
type NamedNote = { number: string; total: Paise } | undefined

/** Says that a return has arrived. What is refunded online has emails of its own. */
export function writeReturnEmail(say: Say, order: Order, returned: EmailedReturn): Message {
  const { lines, amount, creditNote } = returned
  const part = partOf(order, lines)
  const values = {
    parcel: sayParcel(say, order, part),
    'credit-note': nameNote(say, creditNote),
    amount: formatAmount(amount),
  }
  return writeToBuyer(order, say(returnedKey(order, returned), values), part)
}

function returnedKey({ paidAtCounter }: Order, { reason, amount, isOwed }: EmailedReturn) {
  if (reason !== 'returned' && !paidAtCounter) return 'returned-free'
  if (amount === 0) return 'returned'
  return isOwed || paidAtCounter ? 'returned-pay-back' : 'returned-pay-back-if-paid'
}

/** Says how money went back that is not refunded online; of a return it names its lines and its credit note. */
export function writePaidBackEmail(
  say: Say,
  order: Order,
  {
    amount,
    paidBackOn,
    paidBackReference: reference,
    lines,
    creditNote,
  }: {
    amount: Paise
    paidBackOn: string
    paidBackReference: string
    lines?: readonly LineQuantity[] | undefined
    creditNote?: NamedNote
  },
): Message {
  const values = { amount: formatAmount(amount), order: String(order.id), day: formatDay(paidBackOn), reference }
  const status = say('paid-back', { ...values, 'credit-note': nameNote(say, creditNote) })
  return writeToBuyer(order, status, lines && partOf(order, lines))
}

function nameNote(say: Say, note: NamedNote): string {
  return note ? say('name-credit-note', { number: note.number, amount: formatPaise(note.total) }) : ''
}
