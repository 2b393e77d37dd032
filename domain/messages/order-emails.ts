import { INVOICE_TITLES, type InvoiceKind, isBill } from '#domain/billing/invoice.ts'
import { formatAmount, formatRupees, type Paise, type Rupees, toPaise, toRupees } from '#domain/money.ts'
import { amountsOf, leftOf, paidFor, sumOfAmounts } from '#domain/orders/amounts.ts'
import { cashOf, isPaid, restOf } from '#domain/orders/cash.ts'
import { type ChangedLine, changeText } from '#domain/orders/change-lines.ts'
import { sumAt } from '#domain/orders/dispatch.ts'
import { groupLines, type Order, type OrderLine, setWords } from '#domain/orders/order.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { RefundReason } from '#domain/orders/payment.ts'
import { pickUpPlace } from '#domain/orders/pick-up.ts'
import type { LineQuantity } from '#domain/orders/shipment.ts'
import { emailName, emailTitle } from './email-text.ts'
import type { Message, MessageItem, MessageTerm } from './message.ts'
import type { Say } from './say.ts'
import type { CashEmailTemplate, OrderEmailTemplate, RefundEmailTemplate } from './templates.ts'

/** @param invoices of the order, for the email that says it has arrived or was handed over */
export function writeOrderEmail(
  say: Say,
  template: OrderEmailTemplate,
  order: Order,
  invoices: readonly EmailedInvoice[] = [],
): Message {
  return writeToBuyer(order, orderStatus(say, template, order, invoices))
}

function orderStatus(
  say: Say,
  template: OrderEmailTemplate,
  order: Order,
  invoices: readonly EmailedInvoice[],
): string {
  const { refundedPart = 0, due = 0 } = order
  const total = restOf(order)
  const number = String(order.id)
  switch (template) {
    case 'order-placed': {
      const amounts = { amount: formatRupees(total), cash: formatRupees(cashOf(order)) }
      const status = say(placedKey(order), { order: number, ...amounts })
      return order.pickUp ? `${status} ${say('will-pick-up', { place: pickUpPlace(order.pickUp) })}` : status
    }
    case 'cancellation-requested':
      return say('cancellation-requested', { order: number })
    case 'cancelled': {
      const rest = toPaise(total - due - refundedPart)
      return say(cancelledKey(order), {
        order: number,
        amount: formatRupees(total - due),
        refund:
          order.paymentId && rest > 0
            ? say(refundedPart > 0 ? 'refund-rest' : 'refund-whole', { amount: formatAmount(rest) })
            : '',
      })
    }
    case 'delivered':
    case 'handed-over':
      return say(order.pickUp ? 'delivered-at-counter' : 'delivered', {
        order: number,
        invoice: sayInvoices(
          say,
          invoices.filter(({ kind }) => isBill(kind)),
        ),
      })
  }
}

function placedKey(order: Order) {
  const { awaitsConfirmation, paidAtCounter, paidByVoucher, due = 0, paymentId, restInCash, pickUp } = order
  // The shopper is about to be asked to confirm it.
  if (awaitsConfirmation) return 'order-placed-unconfirmed'
  if (paidAtCounter) return 'order-placed-counter'
  if (paidByVoucher) return 'order-placed-voucher'
  if (due > 0) return 'order-placed-unpaid'
  if (restInCash) return 'order-placed-part'
  if (paymentId) return 'order-placed-paid'
  return pickUp ? 'order-placed-cash-there' : 'order-placed-cash'
}

function cancelledKey({ paidAtCounter, paymentId, voucherPaid = 0, due = 0, refundedPart = 0, ...order }: Order) {
  if (voucherPaid > 0) return 'cancelled-voucher'
  if (paidAtCounter) return 'cancelled-counter'
  const paidOnline = restOf(order) - due
  if (!paymentId || paidOnline <= 0) return 'cancelled-unpaid'
  return refundedPart >= paidOnline ? 'cancelled-refunded' : 'cancelled-refund'
}

/** The payment that a refund email is about: refunded in part or whole, or never captured. */
export type RefundedPayment = {
  paymentId: string
  email: string
  name: string
  amount: Paise
  isPart: boolean
  lines: readonly OrderLine[]
  reason: RefundReason | undefined
  orderId: OrderId | undefined
}

export function writeRefundEmail(say: Say, template: RefundEmailTemplate, paid: RefundedPayment): Message {
  return createEmail({ ...paid, amount: toRupees(paid.amount), status: refundStatus(say, template, paid) })
}

function refundStatus(
  say: Say,
  template: RefundEmailTemplate,
  { amount: paise, isPart, reason, orderId }: RefundedPayment,
): string {
  const amount = formatAmount(paise)
  const order = orderId === undefined ? say('order-unnamed', {}) : say('order-named', { order: String(orderId) })
  const values = { amount, 'that-order': order }
  if (template === 'authorization-expired') return say('authorization-expired', values)
  if (template === 'refund-processed') return say(isPart ? 'refund-processed-part' : 'refund-processed', values)
  const part = isForPart(reason) ? 'refund-part' : isPart ? 'refund-rest' : 'refund-whole'
  return say(reasonKey(reason), { 'that-order': order, refund: say(part, { amount }) })
}

/** Says that a part of an order's money is paid back by hand. */
export function writeOwedEmail(
  say: Say,
  order: Order,
  { amount, reason }: { amount: Paise; reason: RefundReason },
): Message {
  const refund = say('refund-by-hand', { amount: formatAmount(amount) })
  const named = say('order-named', { order: String(order.id) })
  return writeToBuyer(order, say(reasonKey(reason), { 'that-order': named, refund }))
}

function isForPart(reason: RefundReason | undefined): boolean {
  return reason === 'returned' || reason === 'price-reduced' || reason === 'goodwill' || reason === 'item-missing'
}

function reasonKey(reason: RefundReason | undefined) {
  const hasOwnWords = reason !== undefined && reason !== 'external' && reason !== 'changed'
  return hasOwnWords ? (`refund-${reason}` as const) : 'refund-cancelled'
}

type Content = {
  email: string
  name: string
  amount: Rupees
  status: string
  lines: readonly OrderLine[]
  orderId: OrderId | undefined
  paymentId: string | undefined
}

function createEmail({ email, name, amount, status, lines, orderId, paymentId }: Content): Message {
  return {
    email,
    name: emailName(name),
    amount: formatRupees(amount),
    status,
    items: itemsOf(lines),
    ...(orderId !== undefined && { orderId }),
    ...(paymentId !== undefined && { paymentId }),
  }
}

/** An email to the buyer, about the whole order or a part of it. */
export function writeToBuyer(
  order: Order,
  status: string,
  { lines, amount, terms }: Pick<Part, 'lines' | 'amount'> & { terms?: readonly MessageTerm[] } = wholeOf(order),
): Message {
  const { id: orderId, email, addressInfo, paymentId } = order
  const { name } = addressInfo
  return { ...createEmail({ email, name, amount, status, lines, orderId, paymentId }), ...(terms?.length && { terms }) }
}

function wholeOf({ cartItems, totalAmount, offer, deliveryFee }: Order) {
  const terms = [
    ...(offer ? [{ label: emailTitle(offer.name), amount: -offer.discount }] : []),
    ...(deliveryFee ? [{ label: 'Delivery', amount: deliveryFee }] : []),
  ]
  return { lines: cartItems, amount: totalAmount, terms }
}

type Part = { lines: OrderLine[]; amount: Rupees; isWhole: boolean }

/** The part of an order that a parcel or a return holds. */
export function partOf({ cartItems }: Order, quantities: readonly LineQuantity[]): Part {
  const isWhole = (line: OrderLine, index: number) => line.quantity === sumAt(quantities, index)
  const wholeSets = groupLines(cartItems).flatMap(({ set, lines }) =>
    set && lines.every(({ line, index }) => isWhole(line, index)) ? set.id : [],
  )
  const lines = cartItems
    .map((line, position) => {
      const quantity = sumAt(quantities, position)
      return line.set && !wholeSets.includes(line.set.id) ? singlePart(line, quantity) : { ...line, quantity }
    })
    .filter(({ quantity }) => quantity > 0)
  return {
    lines,
    amount: Math.round(sumOfAmounts(amountsOf(quantities, leftOf(cartItems, []))) / 100),
    isWhole: cartItems.every(isWhole),
  }
}

/** A part of a set that comes without the others, at its share of the set's price. */
function singlePart({ set, ...line }: OrderLine, quantity: number): OrderLine {
  const selectedColor = [line.selectedColor, setWords({ set })].filter(Boolean).join(', ')
  return { ...line, selectedColor, quantity, price: Math.round(paidFor(line) / line.quantity / 100) }
}

/** `Your order 1001`, or a part of it. */
export function sayParcel(say: Say, { id }: Order, { isWhole }: Part): string {
  return say(isWhole ? 'parcel-whole' : 'parcel-part', { order: String(id) })
}

/** A set is one item at its price, with its parts below. */
function itemsOf(lines: readonly OrderLine[]): MessageItem[] {
  return groupLines(lines).flatMap(({ set, lines: group }) => {
    const items = group.map(({ line }) => itemOf(line))
    if (!set) return items
    const detail = items.map((item) => [`${item.quantity} × ${item.title}`, item.detail].filter(Boolean).join(', '))
    return { title: emailTitle(set.title), detail: detail.join('; '), quantity: set.quantity, price: set.price }
  })
}

function itemOf({ title, sizeCode, selectedColor, quantity, price }: OrderLine): MessageItem {
  return { title: emailTitle(title), detail: [sizeCode, selectedColor].filter(Boolean).join(', '), quantity, price }
}

export type EmailedInvoice = { number: string; kind: InvoiceKind }

/** Such as `Tax invoice: GM/26-27/00001.` for each. */
export function sayInvoices(say: Say, invoices: readonly EmailedInvoice[]): string {
  return invoices.map(({ kind, number }) => say('name-invoice', { document: INVOICE_TITLES[kind], number })).join(' ')
}

type Change = { lines: readonly ChangedLine[]; totalAfter: Rupees; refund: Rupees; due: Rupees }

/** The email about a changed order: its changes, and what is paid or refunded now. */
export function writeChangeEmail(say: Say, order: Order, { lines, totalAfter, refund, due }: Change): Message {
  const key = keyOf(order, { refund, due })
  const amount = formatRupees(refund > 0 ? refund : due)
  const status = say(key, {
    order: String(order.id),
    changes: lines.map((line) => changeText({ ...line, title: emailTitle(line.title) })).join('; '),
    total: formatRupees(totalAfter),
    amount,
    cash: formatRupees(order.restInCash ?? 0),
    refund: say('refund-part', { amount }),
  })
  return writeToBuyer(order, status)
}

function keyOf(
  order: Pick<Order, 'paymentId' | 'paidAtCounter' | 'paidByVoucher' | 'voucherPaid' | 'restInCash'>,
  { refund, due }: Pick<Change, 'refund' | 'due'>,
) {
  if (!isPaid(order) && due === 0) return 'order-changed-cash'
  if (refund > 0 && order.voucherPaid) return 'order-changed-voucher'
  if (refund > 0) return order.paidAtCounter ? 'order-changed-counter' : 'order-changed-refund'
  if (order.restInCash) return 'order-changed-part'
  return due > 0 ? 'order-changed-due' : 'order-changed-settled'
}

/** Thanks for the payment of what a change has added. */
export function writeRestPaidEmail(say: Say, order: Order, amount: Paise): Message {
  return writeToBuyer(order, say('rest-paid', { order: String(order.id), amount: formatAmount(amount) }))
}

type CashEmail = {
  /** Online payment is set up, so that the order can be paid now instead. */
  canPayOnline: boolean
  /** Hours after which the order is cancelled; 0: never. */
  cancelAfterHours: number
}

/** Asks the shopper to confirm a cash order, or says that it is paid online now. */
export function writeCashEmail(
  say: Say,
  template: CashEmailTemplate,
  order: Order,
  { canPayOnline, cancelAfterHours }: CashEmail,
): Message {
  const values = { order: String(order.id), amount: formatRupees(restOf(order)) }
  if (template === 'paid-now') return writeToBuyer(order, say('paid-now', values))
  const hours = cancelAfterHours === 1 ? 'an hour' : `${cancelAfterHours} hours`
  const parts = {
    'confirm-within': cancelAfterHours > 0 ? say('confirm-within', { hours }) : '',
    'pay-now': canPayOnline ? say('pay-now', {}) : '',
  }
  return writeToBuyer(order, say('confirm-cash', { ...values, ...parts }))
}
