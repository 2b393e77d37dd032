import { formatPaise, formatRupees, type Paise, type Rupees, toPaise, toRupees } from '#domain/money.ts'
import { sumAt } from '#domain/orders/dispatch.ts'
import type { Order, OrderLine } from '#domain/orders/order.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { RefundReason } from '#domain/orders/payment.ts'
import type { LineQuantity } from '#domain/orders/shipment.ts'
import type { Words } from '#domain/shop/wording.ts'
import { emailName, emailTitle } from './email-text.ts'
import type { Message, MessageItem } from './message.ts'
import type { OrderEmailTemplate, RefundEmailTemplate } from './templates.ts'

export function writeOrderEmail(template: OrderEmailTemplate, order: Order, words: Words): Message {
  return writeToBuyer(order, orderStatus(template, order, words))
}

/** Adds where the order can be seen without login. */
export function linkToOrder(params: Message, page: string): Message {
  return { ...params, status: `${params.status} See your order: ${page}` }
}

const REFUND_TIME = 'Banks take five to seven working days.'

function orderStatus(template: OrderEmailTemplate, order: Order, words: Words): string {
  const { id, totalAmount, paymentId, awaitsConfirmation, refundedPart = 0, due = 0 } = order
  const amount = formatRupees(totalAmount)
  switch (template) {
    case 'order-placed':
      // The shopper is about to be asked to confirm it.
      if (awaitsConfirmation)
        return `Thank you! We received your order ${id}. Our next email asks you to confirm it. You pay ${amount} on delivery.`
      if (order.paidAtCounter)
        return `Thank you! Your order ${id} is confirmed. We received your payment of ${amount} at the counter.`
      if (due > 0) return `Thank you! We received your order ${id}. Please pay ${amount}, and we send it.`
      return paymentId
        ? `Thank you! Your order ${id} is confirmed. We received your payment of ${amount}.`
        : `Thank you! Your order ${id} is confirmed. Please pay ${amount} on delivery.`
    case 'cancellation-requested':
      return `We received your request to cancel order ${id}. We’ll email you when it has been reviewed. Until then you can log in and keep it.`
    case 'cancelled':
      if (order.paidAtCounter)
        return `Your order ${id} is cancelled. We pay back ${formatRupees(totalAmount - due)} as you paid it.`
      if (!paymentId || due >= totalAmount) return `Your order ${id} is cancelled. You have nothing to pay.`
      if (refundedPart >= totalAmount - due) return `Your order ${id} is cancelled. Your payment has been refunded.`
      return refundedPart > 0
        ? `Your order ${id} is cancelled. We are refunding the rest of your payment, ${formatRefund(toPaise(totalAmount - due - refundedPart))}. ${REFUND_TIME}`
        : `Your order ${id} is cancelled. We are refunding your payment of ${formatRupees(totalAmount - due)} in full. ${REFUND_TIME}`
    case 'delivered':
      return `Your order ${id} has been delivered. Enjoy your new ${words.nouns}!`
  }
}

/** The payment that a refund email is about: refunded in part or whole, or never captured. */
export type RefundedPayment = {
  paymentId: string
  email: string
  name: string
  /** What is refunded. */
  amount: Paise
  /** Not the whole payment. */
  isPart: boolean
  lines: readonly OrderLine[]
  reason: RefundReason | undefined
  orderId: OrderId | undefined
}

export function writeRefundEmail(template: RefundEmailTemplate, paid: RefundedPayment, words: Words): Message {
  return createEmail({ ...paid, amount: toRupees(paid.amount), status: refundStatus(template, paid, words) })
}

function refundStatus(
  template: RefundEmailTemplate,
  { amount: paise, ...paid }: RefundedPayment,
  words: Words,
): string {
  const { isPart, reason, orderId } = paid
  const amount = formatRefund(paise)
  const order = orderId === undefined ? 'your order' : `order ${orderId}`
  if (template === 'authorization-expired')
    return `Your bank released the authorisation of ${amount} before it was captured, so ${order} is cancelled. You have not been charged.`
  if (template === 'refund-processed')
    return isPart
      ? `We’ve refunded ${amount} of your payment for ${order}.`
      : `We’ve refunded your payment of ${amount}.`
  return `${refundReason(reason, order, words)} ${refundPromise(amount, paid)} ${REFUND_TIME}`
}

/** With paise only when there are any: a refund in the provider's dashboard may have some. */
function formatRefund(amount: Paise): string {
  return amount % 100 === 0 ? formatRupees(toRupees(amount)) : formatPaise(amount)
}

function refundPromise(amount: string, { isPart, reason }: Pick<RefundedPayment, 'isPart' | 'reason'>): string {
  if (reason === 'returned') return `We are refunding ${amount}.`
  return isPart
    ? `We are refunding the rest of your payment, ${amount}.`
    : `We are refunding your payment of ${amount} in full.`
}

function refundReason(reason: RefundReason | undefined, order: string, words: Words): string {
  switch (reason) {
    case 'sold':
      return `Sorry, ${words.aNoun} in your order sold out while you were paying.`
    case 'paid-twice':
      return 'You paid twice for the same order.'
    case 'wrong-amount':
      return 'Your payment did not match the total of your cart, so no order was placed.'
    case 'not-payable':
      return `Sorry, ${order} could no longer be paid online, because it had already been sent, cancelled or paid.`
    case 'deleted':
      return `Sorry, we had to cancel ${order}.`
    case 'returned':
      return `We received these items back from ${order}.`
    default:
      return `We cancelled ${order}.`
  }
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
    items: lines.map(itemOf),
    ...(orderId !== undefined && { orderId }),
    ...(paymentId !== undefined && { paymentId }),
  }
}

/** An email to the buyer, about the whole order or a part of it. */
export function writeToBuyer(
  { id: orderId, email, addressInfo: { name }, paymentId, cartItems, totalAmount }: Order,
  status: string,
  { lines, amount }: Pick<Part, 'lines' | 'amount'> = { lines: cartItems, amount: totalAmount },
): Message {
  return createEmail({ email, name, amount, status, lines, orderId, paymentId })
}

type Part = { lines: OrderLine[]; amount: Rupees; isWhole: boolean }

/** What a parcel or a return holds of an order. */
export function partOf({ cartItems }: Order, quantities: readonly LineQuantity[]): Part {
  const lines = cartItems
    .map((line, position) => ({ ...line, quantity: sumAt(quantities, position) }))
    .filter(({ quantity }) => quantity > 0)
  return {
    lines,
    amount: lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
    isWhole: cartItems.every(({ quantity }, position) => quantity === sumAt(quantities, position)),
  }
}

function itemOf({ title, sizeCode, selectedColor, quantity, price }: OrderLine): MessageItem {
  return { title: emailTitle(title), detail: [sizeCode, selectedColor].filter(Boolean).join(', '), quantity, price }
}
