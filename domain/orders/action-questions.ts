import { formatAmount, formatRupees, type Paise } from '#domain/money.ts'
import { plural } from '#domain/text.ts'
import { restOf } from './cash.ts'
import { choiceOf, groupLines, type Order } from './order.ts'
import { UNDO_SECONDS } from './order-state.ts'
import type { Shipment, Step } from './shipment.ts'

/** The question before `Deliver` also dispatches; undefined: everything is dispatched. */
export function deliverQuestion({
  id,
  dispatched,
}: Pick<Order, 'id' | 'dispatched'>): { question: string; text: string } | undefined {
  if (dispatched === 'whole') return undefined
  const what = dispatched === 'part' ? 'Part of it is not packed yet.' : 'Nothing of it is packed yet.'
  return {
    question: `Deliver order ${id}?`,
    text:
      `${what} This records a parcel without courier for what is left, and marks the order delivered. ` +
      `Its invoice and the email to the shopper follow after ${UNDO_SECONDS} seconds; until then you can undo it.`,
  }
}

export function refundQuestion(id: number, { amount, reason }: { amount: Paise; reason: string }) {
  const note = reason === 'goodwill' ? 'No credit note is made.' : 'A credit note is made for what is on an invoice.'
  return {
    question: `Refund ${formatAmount(amount)} of order ${id}?`,
    text: `${note} The buyer gets an email. This cannot be undone.`,
  }
}

/** The question before a line is removed. Of the last one, the order is cancelled instead. */
export function removeLineQuestion({ id, cartItems }: Pick<Order, 'id' | 'cartItems'>, position: number) {
  const line = cartItems[position]
  const name = line?.set?.title ?? (line ? [line.title, ...choiceOf(line)].join(', ') : 'this line')
  return groupLines(cartItems).length === 1
    ? {
        question: `Cancel order ${id}?`,
        text: `${name} is its last line, so removing it cancels the order. What was paid goes back, and the buyer gets an email.`,
        action: 'Cancel order',
      }
    : {
        question: `Remove ${name}?`,
        text: 'The total follows, and what was paid for it goes back. The buyer gets an email.',
        action: 'Remove',
      }
}

export function cancelParcelQuestion(
  { id, cancel }: Pick<Order, 'id' | 'cancel'>,
  { booking, missingForInvoice }: Pick<Shipment, 'booking' | 'missingForInvoice'>,
): { question: string; text: string } {
  const credit = missingForInvoice.length > 0 ? [] : ['Its invoice gets a credit note.']
  const after = cancel === 'cancelled' ? 'Its items are for sale again.' : 'Its items are to pack again.'
  const courier = booking === undefined ? [] : ['Its booking with the courier is cancelled.']
  return {
    question: `Cancel this parcel of order ${id}?`,
    text: [...credit, after, ...courier].join(' '),
  }
}

/** The question before many parcels are set to a step; undefined: it can be corrected. */
export function moveParcelsQuestion(step: Step, parcels: number): { question: string; text: string } | undefined {
  const these = plural(parcels, 'parcel')
  if (step === 'delivered')
    return {
      question: `Set ${these} to Delivered?`,
      text: 'Orders that have arrived whole are delivered, and their shoppers get an email.',
    }
  if (step === 'cancelled')
    return {
      question: `Cancel ${these}?`,
      text: 'Their invoices get credit notes, their bookings are cancelled, and their items are to pack again.',
    }
  return undefined
}

/** The records that a deleted order leaves behind. */
export type LeftBehind = {
  /** Numbers of its invoices. */
  invoices: readonly string[]
  /** Parcels that have not arrived, and of which not everything was taken back. */
  onTheWay: number
}

/** The consequences of deleting this order for its invoice, its payment and its parcels; each a sentence. */
export function deleteConsequences(
  { status, cancel, paymentId, voucherPaid = 0, due = 0, refundedPart = 0, ...order }: Omit<Order, 'cartItems'>,
  { invoices, onTheWay }: LeftBehind,
): string[] {
  const paidOnline = restOf({ ...order, voucherPaid }) - due
  const isDelivered = status === 'delivered'
  const sentences: string[] = []
  if (invoices.length > 0) {
    const credited = !isDelivered && onTheWay > 0 ? ', and a credit note is made for what has not arrived' : ''
    sentences.push(`${invoices.length === 1 ? 'Invoice' : 'Invoices'} ${invoices.join(', ')} will be kept${credited}.`)
  }
  if (paymentId !== undefined && isDelivered) sentences.push('The payment is not refunded.')
  else if (paymentId !== undefined && cancel !== 'cancelled' && paidOnline > refundedPart)
    sentences.push(`${formatRupees(paidOnline - refundedPart)} will be refunded.`)
  if (voucherPaid > 0 && status !== 'delivered' && cancel !== 'cancelled')
    sentences.push(`${formatRupees(voucherPaid)} goes back to the voucher.`)
  if (onTheWay > 0 && !isDelivered)
    sentences.push(
      `${onTheWay === 1 ? 'A parcel has' : `${onTheWay} parcels have`} not arrived or been counted. ` +
        'What comes back can then only be counted in under Stock.',
    )
  return sentences
}
