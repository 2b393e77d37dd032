import { formatAmount, formatPaise, type Paise } from '#domain/money.ts'
import type { Order } from '#domain/orders/order.ts'
import type { LineQuantity, ReturnReason } from '#domain/orders/shipment.ts'
import { type ReturnRequestId, type ReturnState, returnNumberOf, type Wish } from '#domain/returns/return-request.ts'
import { cleanLine } from '#domain/text.ts'
import { formatDay } from '#domain/time.ts'
import { emailTitle } from './email-text.ts'
import { type Message, writePlainEmail } from './message.ts'
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

/** A step of a return request, as its buyer is told. */
export type ToldStep = {
  id: ReturnRequestId
  title: string
  state: ReturnState
  /** Such as the AWB of the pickup; may be empty. */
  note: string
  declineReason: string
  settledAs: Wish | null
  amount: Paise | null
}

export function writeReturnStep(
  say: Say,
  { id: orderId, email, addressInfo: { name } }: Order,
  step: ToldStep,
): Message {
  return { ...writePlainEmail({ name, email }, sentenceOf(say, String(orderId), step)), orderId }
}

function sentenceOf(say: Say, order: string, step: ToldStep): string {
  const { state, note, settledAs } = step
  const about = { order, return: returnNumberOf(step.id) }
  switch (state) {
    case 'requested':
      return say('return-requested', { ...about, product: emailTitle(step.title) })
    case 'declined':
      return say('return-declined', { ...about, why: asSentence(cleanLine(step.declineReason)) })
    case 'settled':
      return settledAs === 'replacement'
        ? say('return-settled-replacement', { ...about, note })
        : say(`return-settled-${settledAs ?? 'money'}`, { ...about, note, amount: formatPaise(step.amount ?? 0) })
    case 'pickup-booked':
      return say('return-pickup-booked', { ...about, note })
    case 'dropping-off':
      return say('return-dropping-off', { ...about, note })
    case 'received':
      return say('return-received', { ...about, note })
    default:
      return say(`return-${state}`, about)
  }
}

/** Another sentence follows it. */
function asSentence(text: string): string {
  return /[.!?।]$/.test(text) ? text : `${text}.`
}
