import { randomBytes } from 'node:crypto'
import type { Store } from './store.ts'

export type ProviderOrder = {
  id: string
  entity: 'order'
  amount: number
  amount_paid: number
  amount_due: number
  currency: string
  receipt: string | null
  offer_id: null
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  notes: unknown
  created_at: number
}

export type Payment = {
  id: string
  entity: 'payment'
  amount: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  order_id: string
  invoice_id: null
  international: boolean
  method: 'card'
  amount_refunded: number
  refund_status: 'full' | null
  captured: boolean
  description: string | null
  email: string | null
  contact: string | null
  notes: unknown
  fee: number | null
  tax: number | null
  error_code: string | null
  error_description: string | null
  error_reason: string | null
  created_at: number
}

export type Refund = {
  id: string
  entity: 'refund'
  amount: number
  currency: string
  payment_id: string
  notes: unknown
  receipt: null
  acquirer_data: object
  created_at: number
  batch_id: null
  status: 'pending' | 'processed' | 'failed'
  speed_requested: string
  speed_processed: string
}

type Told = { payment?: Payment; order?: ProviderOrder; refund?: Refund }
/** How the shop hears of what happens here. */
export type Notify = (event: string, told: Told) => void

/** Something that the provider refuses, in its own words. */
export class Refusal extends Error {
  readonly status: number
  constructor(description: string, status = 400) {
    super(description)
    this.status = status
  }
}

/** The shop looks at each, so nobody may make thousands of them. */
const MOST_ATTEMPTS = 100

/** The provider's books: orders, payments for them, refunds of those. */
export function createProviderState(store: Store, tell: Notify) {
  const getOrder = (id: string) => found(store.find<ProviderOrder>('order', id))
  const getPayment = (id: string) => found(store.find<Payment>('payment', id))
  const getRefund = (id: string) => found(store.find<Refund>('refund', id))

  function keepOrder(order: ProviderOrder): ProviderOrder {
    store.put('order', order.id, order, order.receipt ?? undefined)
    return order
  }

  function keepPayment(payment: Payment): Payment {
    store.put('payment', payment.id, payment, payment.order_id)
    return payment
  }

  function keepRefund(refund: Refund): Refund {
    store.put('refund', refund.id, refund, refund.payment_id)
    return refund
  }

  function capture(id: string): Payment {
    const before = getPayment(id)
    if (before.status !== 'authorized') throw new Refusal('This payment has already been captured')
    const payment = keepPayment({ ...before, status: 'captured', captured: true, fee: 0, tax: 0 })
    const order = getOrder(payment.order_id)
    const paid = keepOrder({ ...order, status: 'paid', amount_paid: order.amount_paid + payment.amount, amount_due: 0 })
    tell('payment.captured', { payment })
    tell('order.paid', { payment, order: paid })
    return payment
  }

  return {
    getOrder,
    getPayment,
    getRefund,
    capture,
    listOrders: (receipt: string | undefined) =>
      receipt === undefined ? store.list<ProviderOrder>('order', 10) : store.listOf<ProviderOrder>('order', receipt),
    listPayments: (orderId: string) => store.listOf<Payment>('payment', getOrder(orderId).id),
    listRefunds: (paymentId: string) => store.listOf<Refund>('refund', paymentId),
    listAllRefunds: () => store.list<Refund>('refund', 1_000_000),
    /** For tests: everybody's. */
    listAllPayments: () => store.list<Payment>('payment', 1_000_000),

    openOrder(wanted: { amount?: unknown; currency?: unknown; receipt?: unknown; notes?: unknown }): ProviderOrder {
      const { amount, currency, receipt = null, notes = [] } = wanted
      if (!Number.isSafeInteger(amount) || (amount as number) < 100) {
        throw new Refusal('Order amount less than minimum amount allowed')
      }
      if (currency !== 'INR') throw new Refusal('Currency is not supported')
      if (receipt !== null && (typeof receipt !== 'string' || receipt.length > 40)) {
        throw new Refusal('The receipt may not be greater than 40 characters.')
      }
      return keepOrder({
        id: newId('order'),
        entity: 'order',
        amount: amount as number,
        amount_paid: 0,
        amount_due: amount as number,
        currency,
        receipt,
        offer_id: null,
        status: 'created',
        attempts: 0,
        notes,
        created_at: now(),
      })
    },

    /**
     * Somebody pays.
     *
     * @param changes what a good day would not show: another amount or currency, or a second payment (`isAgain`)
     */
    pay(
      orderId: string,
      who: { email?: string; contact?: string } = {},
      changes: { amount?: number; currency?: string; isAgain?: boolean; isHeld?: boolean; isRefused?: boolean } = {},
    ): Payment {
      const order = getOrder(orderId)
      const { isAgain = false, isHeld = false, isRefused = false, ...odd } = changes
      if (order.attempts >= MOST_ATTEMPTS) throw new Refusal('Too many payment attempts for this order.')
      if (order.status === 'paid' && !isAgain) throw new Refusal('Payment has already been done for this order.')
      keepOrder({ ...order, attempts: order.attempts + 1, status: order.status === 'paid' ? 'paid' : 'attempted' })
      const payment = keepPayment({
        id: newId('pay'),
        entity: 'payment',
        amount: order.amount,
        currency: order.currency,
        status: isRefused ? 'failed' : 'authorized',
        order_id: order.id,
        invoice_id: null,
        international: false,
        method: 'card',
        amount_refunded: 0,
        refund_status: null,
        captured: false,
        description: null,
        email: who.email ?? null,
        contact: who.contact ?? null,
        notes: [],
        fee: null,
        tax: null,
        error_code: isRefused ? 'BAD_REQUEST_ERROR' : null,
        error_description: isRefused ? 'Your payment was declined by the bank.' : null,
        error_reason: isRefused ? 'payment_failed' : null,
        created_at: now(),
        ...odd,
      })
      tell(isRefused ? 'payment.failed' : 'payment.authorized', { payment })
      return isRefused || isHeld ? payment : capture(payment.id)
    },

    /** The bank lets go of money that nobody has captured. */
    letGo(id: string): Payment {
      const payment = getPayment(id)
      if (payment.status !== 'authorized') throw new Refusal('This payment is not authorised')
      return keepPayment({
        ...payment,
        status: 'refunded',
        amount_refunded: payment.amount,
        refund_status: 'full',
      })
    },

    /** @param key the same one again is the same refund */
    refund(paymentId: string, { key, notes = [] }: { key?: string; notes?: unknown }): Refund {
      const before = key === undefined ? undefined : store.find<{ id: string }>('refund-key', key)
      if (before) return getRefund(before.id)
      const payment = getPayment(paymentId)
      if (payment.status === 'refunded') throw new Refusal('The payment has been fully refunded already')
      if (payment.status !== 'captured') {
        throw new Refusal('The payment status should be captured for action to be taken')
      }
      const refund = keepRefund({
        id: newId('rfnd'),
        entity: 'refund',
        amount: payment.amount,
        currency: payment.currency,
        payment_id: payment.id,
        notes,
        receipt: null,
        acquirer_data: {},
        created_at: now(),
        batch_id: null,
        status: 'pending',
        speed_requested: 'normal',
        speed_processed: 'normal',
      })
      if (key !== undefined) store.put('refund-key', key, { id: refund.id })
      const refunded = keepPayment({
        ...payment,
        status: 'refunded',
        amount_refunded: payment.amount,
        refund_status: 'full',
      })
      tell('refund.created', { refund, payment: refunded })
      return refund
    },

    /** The bank has done it, or could not: then the money is with the shop again. */
    finishRefund(id: string, status: 'processed' | 'failed'): Refund {
      const before = getRefund(id)
      if (before.status !== 'pending') return before
      const refund = keepRefund({ ...before, status })
      const payment = getPayment(refund.payment_id)
      if (status === 'failed') {
        keepPayment({ ...payment, status: 'captured', amount_refunded: 0, refund_status: null })
      }
      tell(`refund.${status}`, { refund, payment: getPayment(payment.id) })
      return refund
    },
  }
}

function found<T>(thing: T | undefined): T {
  if (!thing) throw new Refusal('The id provided does not exist')
  return thing
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function newId(kind: string): string {
  return `${kind}_${Array.from(randomBytes(14), (byte) => ALPHABET[byte % ALPHABET.length]).join('')}`
}

function now(): number {
  return Math.floor(Date.now() / 1000)
}
