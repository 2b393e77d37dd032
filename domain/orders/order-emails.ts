import { formatRupees, type Paise, type Rupees, toRupees } from '#domain/money.ts'
import { formatDateTime } from '#domain/time.ts'
import { emailName, emailTitle } from './email-text.ts'
import type { Order, OrderId, OrderLine } from './order.ts'
import type { RefundReason } from './payment.ts'

/** What a shopper is written about. */
export type OrderEmailTemplate = 'order-placed' | 'cancellation-requested' | 'cancelled' | 'delivered'
export type RefundEmailTemplate = 'refund-promised' | 'refund-processed' | 'payment-lapsed'
export type EmailTemplate = OrderEmailTemplate | RefundEmailTemplate | 'login-slowed'

/** What a letter says, under the names that the e-mail service's template knows. */
export type EmailParams = {
  email: string
  user_name: string
  amount: string
  status: string
  cartDetails: string
  payment_id?: string
}

/** A letter about an order. */
export function writeOrderEmail(template: OrderEmailTemplate, order: Order): EmailParams {
  return write({
    email: order.email,
    name: order.addressInfo.name,
    amount: order.totalAmount,
    status: orderSentence(template, order),
    lines: order.cartItems,
    paymentId: order.paymentId,
  })
}

function orderSentence(template: OrderEmailTemplate, { id, totalAmount, paymentId }: Order): string {
  const amount = formatRupees(totalAmount)
  switch (template) {
    case 'order-placed':
      return paymentId
        ? `Your order ${id} is confirmed, and your payment of ${amount} has arrived. Thank you.`
        : `Your order ${id} is confirmed. Please have ${amount} ready when it arrives. Thank you.`
    case 'cancellation-requested':
      return `We have your request to cancel order ${id}, and write again when it has been looked at.`
    case 'cancelled':
      return paymentId
        ? `Your order ${id} is cancelled. Your payment of ${amount} goes back to you; banks take five to seven working days for it.`
        : `Your order ${id} is cancelled. There is nothing to pay.`
    case 'delivered':
      return `Your order ${id} has been delivered. We hope that your pots find a good place.`
  }
}

/** What is known of a payment that did not become an order, or did not stay one. */
export type PaidFor = {
  paymentId: string
  email: string
  name: string
  amount: Paise
  lines: readonly OrderLine[]
  reason: RefundReason | undefined
  orderId: OrderId | undefined
}

/** A letter about money that goes back, or never came. */
export function writeRefundEmail(template: RefundEmailTemplate, paid: PaidFor): EmailParams {
  return write({ ...paid, amount: toRupees(paid.amount), status: refundSentence(template, paid) })
}

function refundSentence(template: RefundEmailTemplate, { amount: paise, reason, orderId }: PaidFor): string {
  const amount = formatRupees(toRupees(paise))
  const order = orderId === undefined ? 'your order' : `order ${orderId}`
  if (template === 'payment-lapsed')
    return `Your bank has let go of your payment of ${amount} before it reached us, so ${order} is cancelled. No money was taken.`
  if (template === 'refund-processed') return `Your payment of ${amount} has been sent back to you.`
  return `${because(reason, order)} Your payment of ${amount} goes back to you; banks take five to seven working days for it.`
}

function because(reason: RefundReason | undefined, order: string): string {
  switch (reason) {
    case 'sold':
      return 'A pot that you paid for was sold to somebody else at the same moment. We are sorry.'
    case 'paid-twice':
      return 'You have paid twice for the same cart; once is enough.'
    case 'wrong-amount':
      return 'The amount that you paid was not the price of your cart, so no order was made.'
    case 'deleted':
      return `The shop has withdrawn ${order}. We are sorry.`
    default:
      return `There will be no delivery of ${order}.`
  }
}

/** An email to the owner of an account that many have tried to log in to. It has no amount and no lines. */
export function writeLoginAttemptsEmail(
  { name, email }: { name: string; email: string },
  { failures, networks, time }: { failures: number; networks: number; time: string },
): EmailParams {
  const status = [
    `By ${formatDateTime(time)} (India) somebody had tried to log in to your account ${failures} times with wrong passwords, from ${networks} networks. Nobody got in.`,
    'For some hours a login from a browser that is new to your account may have to wait, for two minutes at most. A browser in which you have logged in before works as always.',
    'If you use your password for anything else, change it there. If it is short or easy to guess, write to us on the Contact us page and we will give you a new one.',
  ].join(' ')
  return { email, user_name: harmless(name), amount: '', status, cartDetails: '' }
}

type Written = {
  email: string
  name: string
  amount: Rupees
  status: string
  lines: readonly OrderLine[]
  paymentId: string | undefined
}

function write({ email, name, amount, status, lines, paymentId }: Written): EmailParams {
  return {
    email,
    user_name: emailName(name),
    amount: formatRupees(amount),
    status,
    cartDetails: lines.map(lineOf).join('\n'),
    ...(paymentId !== undefined && { payment_id: paymentId }),
  }
}

/** Numbered, so that it can be read where a template runs the lines together. */
function lineOf({ title, sizeCode, selectedColor, quantity, price }: OrderLine, index: number): string {
  const sum =
    quantity === 1 ? formatRupees(price) : `${quantity} × ${formatRupees(price)} = ${formatRupees(quantity * price)}`
  return `${index + 1}. ${harmless(emailTitle(title))}, ${sizeCode}, ${selectedColor}: ${sum}`
}

/**
 * A template may put what it is given into HTML as it is, or escape it first, and we cannot know which. Without these
 * signs a text reads the same in both, and is never a tag, nor an instruction to the template.
 */
function harmless(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›').replace(/[{}]/g, '')
}
