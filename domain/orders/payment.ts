import type { Paise } from '#domain/money.ts'
import type { Cancellation, OrderId, OrderStatus } from './order.ts'

/** A payment as the provider tells of it at this moment. */
export type ProviderPayment = {
  id: string
  /** The provider's order, which it was made for. */
  orderId: string
  amount: Paise
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  /** The money has reached us, whether or not it has gone back since. */
  captured: boolean
}

/** A refund as the provider tells of it at this moment. */
export type ProviderRefund = {
  id: string
  paymentId: string
  state: 'pending' | 'processed' | 'failed'
  /** Ours, or undefined when somebody made the refund at the provider's own desk. */
  attempt: number | undefined
}

/** How far a payment has come; it never goes back. Lapsed: the bank held the money, but we never got it. */
export type PaymentProgress = 'authorized' | 'lapsed' | 'captured'
/** What became of its money: none yet, an order, or a way back. */
export type Allocation = 'order' | 'refund'

/**
 * Where a refund stands, apart from where its order stands: promised (we have to ask for it), pending (the bank has to
 * do it), processed, failed (somebody has to look).
 */
export type RefundState = 'promised' | 'pending' | 'processed' | 'failed'
export type RefundReason = 'sold' | 'paid-twice' | 'wrong-amount' | 'cancelled' | 'deleted' | 'elsewhere'

/** What the shop knows when the provider tells of a payment. */
export type CheckoutFacts = {
  amount: Paise
  /** It has become an order once, or its money has gone back: nothing more can come of it. */
  isOver: boolean
  /** Every pot of it can still be had. */
  isAvailable: boolean
  /** What we knew of this very payment. */
  known: { stage: PaymentProgress; use: Allocation | null } | undefined
  /** The order under this checkout's key, paid for by whichever payment, or on delivery. */
  order: { id: OrderId; paymentId: string | null; amount: Paise; status: OrderStatus; cancel: Cancellation } | undefined
  isRefunded: boolean
}

export type Settlement =
  /** Old news, or no money. */
  | { kind: 'nothing' }
  /** The bank holds the money: the order waits for it. */
  | { kind: 'hold-order' }
  /** The bank holds money that no order waits for. */
  | { kind: 'remember' }
  | { kind: 'place-order' }
  /** The order that waited for this payment gets it. */
  | { kind: 'confirm-order'; orderId: OrderId }
  /** The order waited for another payment, and this one came first. */
  | { kind: 'take-over-order'; orderId: OrderId; from: string }
  /** `orderId`: the order that was waiting for it. */
  | { kind: 'refund'; reason: RefundReason; orderId: OrderId | undefined }
  /** Somebody sent it back at the provider's own desk. */
  | { kind: 'refunded-elsewhere'; orderId: OrderId | undefined }
  /** The bank has let go of money that it held. */
  | { kind: 'lapse'; orderId: OrderId | undefined }

/** What to do with a payment, so that its money always is an order, or goes back, and never both. */
export function decideSettlement(facts: CheckoutFacts, payment: ProviderPayment): Settlement {
  const orderId = facts.order?.paymentId === payment.id ? facts.order.id : undefined
  if (payment.captured && payment.status === 'refunded') {
    return facts.isRefunded ? { kind: 'nothing' } : { kind: 'refunded-elsewhere', orderId }
  }
  if (facts.known?.stage === 'captured') return { kind: 'nothing' }
  if (payment.captured) return decideCaptured(facts, payment, orderId)
  if (payment.status === 'authorized') return decideHeld(facts, payment)
  return facts.known?.stage === 'authorized' ? { kind: 'lapse', orderId } : { kind: 'nothing' }
}

function decideCaptured(facts: CheckoutFacts, payment: ProviderPayment, orderId: OrderId | undefined): Settlement {
  const reason = reasonToRefund(facts, payment)
  if (reason) return { kind: 'refund', reason, orderId }
  const { order } = facts
  if (!order) return { kind: 'place-order' }
  const waitsFor = order.paymentId ?? payment.id
  if (waitsFor === payment.id) return { kind: 'confirm-order', orderId: order.id }
  return { kind: 'take-over-order', orderId: order.id, from: waitsFor }
}

function reasonToRefund(facts: CheckoutFacts, payment: ProviderPayment): RefundReason | undefined {
  const { order, isOver, isAvailable } = facts
  if (!isTheAmount(facts, payment)) return 'wrong-amount'
  // An order that does not wait for money has it, or gets it at the door.
  const isWaiting = order?.status === 'pending' && order.paymentId !== null && order.amount === payment.amount
  if (order ? !isWaiting : isOver) return 'paid-twice'
  if (order?.cancel === 'cancelled') return 'cancelled'
  return isAvailable ? undefined : 'sold'
}

function decideHeld(facts: CheckoutFacts, payment: ProviderPayment): Settlement {
  if (facts.known) return { kind: 'nothing' }
  const canWait = isTheAmount(facts, payment) && !facts.order && !facts.isOver && facts.isAvailable
  return { kind: canWait ? 'hold-order' : 'remember' }
}

function isTheAmount(facts: CheckoutFacts, { amount, currency }: ProviderPayment): boolean {
  return amount === facts.amount && currency === 'INR'
}

/** What happens to the money of an order that is cancelled or deleted: what is delivered is paid for. */
export function mayRefund(
  order: { status: OrderStatus },
  payment: { stage: PaymentProgress; use: Allocation | null },
): boolean {
  return order.status !== 'delivered' && payment.stage === 'captured' && payment.use === 'order'
}

/** As often as a refund is tried before a person has to look. */
export const REFUND_ATTEMPTS = 3

export type RefundNews =
  | { kind: 'nothing' }
  | { kind: 'pending' }
  | { kind: 'processed' }
  /** This attempt came to nothing; another may not. */
  | { kind: 'try-again' }
  | { kind: 'give-up' }

/** What the shop knows of a refund. `providerRefundId` is null until the provider's answer has named it. */
export type KnownRefund = { state: RefundState; attempt: number; providerRefundId: string | null }

/** News of a refund may come late, twice and out of order. What is processed stays so. */
export function decideRefund(known: KnownRefund, news: ProviderRefund): RefundNews {
  if (known.state === 'processed') return { kind: 'nothing' }
  if (news.state === 'processed') return { kind: 'processed' }
  if (known.state === 'failed' || !isAboutThis(known, news)) return { kind: 'nothing' }
  if (news.state === 'pending') return { kind: known.providerRefundId === null ? 'pending' : 'nothing' }
  return { kind: known.attempt < REFUND_ATTEMPTS ? 'try-again' : 'give-up' }
}

/** One that somebody else has made has no number of ours, and at first we do not know its name either. */
function isAboutThis({ state, attempt, providerRefundId }: KnownRefund, news: ProviderRefund): boolean {
  if (providerRefundId !== null) return news.id === providerRefundId
  return state === 'pending' || news.attempt === attempt
}

/** Which of the provider's refunds of one payment counts: the last that may still succeed. */
export function refundThatCounts(refunds: readonly ProviderRefund[]): ProviderRefund | undefined {
  return refunds.findLast(({ state }) => state !== 'failed') ?? refunds.at(-1)
}
