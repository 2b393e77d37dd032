import type { Paise } from '#domain/money.ts'
import type { OrderRefundReason } from './order-refund.ts'
import type { Cancellation, Dispatched, OrderId, OrderStatus } from './order-state.ts'

/** A payment as the provider reports it now. */
export type ProviderPayment = {
  id: string
  /** The provider's id of the order that was paid. */
  orderId: string
  amount: Paise
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  /** The money has reached us, even if it was refunded since. */
  captured: boolean
  /** The amount that has gone back or is on its way, all refunds together. */
  amountRefunded: Paise
}

/** Only moves forward. `expired`: the bank's authorisation expired before the payment was captured. */
export type PaymentStatus = 'authorized' | 'expired' | 'captured'
/** The money's use: an order or a refund. */
export type Allocation = 'order' | 'refund'

/**
 * `requested`: not yet sent to the provider. `pending`: the bank is working on it. `failed`: an operator
 * has to look at it.
 */
export type RefundState = 'requested' | 'pending' | 'processed' | 'failed'

export const REFUND_WORDS: Record<RefundState, string> = {
  requested: 'Refund requested',
  pending: 'Refund processing',
  processed: 'Refunded',
  failed: 'Refund failed',
}
export type RefundReason =
  | 'sold'
  | 'paid-twice'
  | 'wrong-amount'
  | 'cancelled'
  | 'deleted'
  | 'external'
  /** The order was changed and costs less. */
  | 'changed'
  /** A cash order that was sent or cancelled while it was paid online instead. */
  | 'not-payable'
  /** The voucher that was to pay a part of the order was spent on another one first. */
  | 'voucher-spent'
  | OrderRefundReason

/** Reasons of refunds that are paid by hand. */
export type CounterRefundReason = Extract<RefundReason, 'cancelled' | 'deleted' | 'changed'> | OrderRefundReason

type OrderFacts = {
  id: OrderId
  paymentId: string | null
  paidAtCounter?: Date | null
  /** Its total, or what is to be paid of an order that is there already. */
  amount: Paise
  status: OrderStatus
  cancel: Cancellation
  dispatched: Dispatched
}

/** A checkout's state, read under its lock, when its payment is settled. */
export type CheckoutFacts = {
  amount: Paise
  /** It became an order or was refunded, so it can no longer become an order. */
  isClosed: boolean
  /** Every pot is still for sale. */
  isAvailable: boolean
  /** The voucher that pays a part of it still has that much. */
  isVoucherLeft?: boolean
  /** This payment as stored; undefined: new. */
  known: { status: PaymentStatus; allocation: Allocation | null } | undefined
  /** The order with this checkout key, paid online or on delivery. */
  order: OrderFacts | undefined
  /** The checkout pays an order that is there already: one in cash, or the rest of one that was changed. */
  paysOrder: boolean
  /** Our own refunds explain why nothing is left of the payment. */
  isRefunded: boolean
}

export type Settlement =
  /** Nothing has changed, or no money has moved. */
  | { kind: 'nothing' }
  /** The bank has authorised the payment: place the order as pending. */
  | { kind: 'hold-order' }
  /** Authorised, but no order waits for it. */
  | { kind: 'record-only' }
  | { kind: 'place-order' }
  /** The cash order of this checkout is paid online instead. */
  | { kind: 'pay-order'; orderId: OrderId }
  /** The rest of an order is paid that a change has made dearer. */
  | { kind: 'pay-rest'; orderId: OrderId }
  /** The pending order of this payment is paid. */
  | { kind: 'confirm-order'; orderId: OrderId }
  /** The order was pending for another payment (`from`), and this one was captured first. */
  | { kind: 'take-over-order'; orderId: OrderId; from: string }
  /** `orderId`: the order that was pending for this payment. */
  | { kind: 'refund'; reason: RefundReason; orderId: OrderId | undefined }
  /** Refunded in the provider's dashboard. */
  | { kind: 'refunded-externally'; orderId: OrderId | undefined }
  /** The bank released the authorisation. */
  | { kind: 'authorization-expired'; orderId: OrderId | undefined }

/** Decides what a payment becomes: always exactly one of an order or a refund. */
export function decideSettlement(facts: CheckoutFacts, payment: ProviderPayment): Settlement {
  const orderId = facts.order?.paymentId === payment.id ? facts.order.id : undefined
  if (payment.captured && payment.status === 'refunded') {
    return facts.isRefunded ? { kind: 'nothing' } : { kind: 'refunded-externally', orderId }
  }
  if (facts.known?.status === 'captured') return { kind: 'nothing' }
  if (payment.captured) return decideCaptured(facts, payment, orderId)
  if (payment.status === 'authorized') return decideAuthorized(facts, payment)
  return facts.known?.status === 'authorized' ? { kind: 'authorization-expired', orderId } : { kind: 'nothing' }
}

function decideCaptured(facts: CheckoutFacts, payment: ProviderPayment, orderId: OrderId | undefined): Settlement {
  const reason = reasonToRefund(facts, payment)
  if (reason) return { kind: 'refund', reason, orderId }
  const { order } = facts
  if (!order) return { kind: 'place-order' }
  if (facts.paysOrder) return { kind: isPaidBefore(order) ? 'pay-rest' : 'pay-order', orderId: order.id }
  const expected = order.paymentId ?? payment.id
  if (expected === payment.id) return { kind: 'confirm-order', orderId: order.id }
  return { kind: 'take-over-order', orderId: order.id, from: expected }
}

function reasonToRefund(facts: CheckoutFacts, payment: ProviderPayment): RefundReason | undefined {
  const { order, isClosed, isAvailable, isVoucherLeft = true } = facts
  if (!hasExpectedAmount(facts, payment)) return 'wrong-amount'
  if (facts.paysOrder) return reasonNotToPay(order, payment)
  // An order that is not pending was paid already, or is paid on delivery.
  const isWaiting = order?.status === 'pending' && order.paymentId !== null && order.amount === payment.amount
  if (order ? !isWaiting : isClosed) return 'paid-twice'
  if (order?.cancel === 'cancelled') return 'cancelled'
  if (!isAvailable) return 'sold'
  // The order has spent it already.
  return order || isVoucherLeft ? undefined : 'voucher-spent'
}

/** Why an order cannot be paid online any more. Decided under its lock, so no parcel leaves and nothing is changed meanwhile. */
function reasonNotToPay(order: CheckoutFacts['order'], { amount }: ProviderPayment): RefundReason | undefined {
  if (!order) return 'deleted'
  if (isPaidBefore(order) && order.amount === 0) return 'paid-twice'
  if (order.amount !== amount) return 'wrong-amount'
  const isUnsent = isPaidBefore(order) || order.dispatched === 'none'
  const isOpen = order.status === 'confirmed' && order.cancel !== 'cancelled' && isUnsent
  return isOpen ? undefined : 'not-payable'
}

/** Online or at the counter; then only the rest of it can be paid. */
function isPaidBefore({ paymentId, paidAtCounter }: OrderFacts): boolean {
  return Boolean(paymentId ?? paidAtCounter)
}

function decideAuthorized(facts: CheckoutFacts, payment: ProviderPayment): Settlement {
  if (facts.known) return { kind: 'nothing' }
  const canWait =
    hasExpectedAmount(facts, payment) &&
    !facts.order &&
    !facts.paysOrder &&
    !facts.isClosed &&
    facts.isAvailable &&
    facts.isVoucherLeft !== false
  return { kind: canWait ? 'hold-order' : 'record-only' }
}

function hasExpectedAmount(facts: CheckoutFacts, { amount, currency }: ProviderPayment): boolean {
  return amount === facts.amount && currency === 'INR'
}
