import { randomBytes } from 'node:crypto'
import { RequestRejected } from './requests.ts'
import type { Store } from './store.ts'

/** Only the fields that the shop, its tests or a person reads; the provider sends more. */
export type ProviderOrder = {
  id: string
  amount: number
  currency: string
  receipt: string | null
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  created_at: number
}

export type Payment = {
  id: string
  amount: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  order_id: string
  amount_refunded: number
  refund_status: 'partial' | 'full' | null
  captured: boolean
  email: string | null
  contact: string | null
  error_description: string | null
  created_at: number
}

export type Refund = {
  id: string
  amount: number
  currency: string
  payment_id: string
  receipt: string | null
  notes: unknown
  created_at: number
  status: 'pending' | 'processed' | 'failed'
}

export type Dispute = {
  id: string
  entity: 'dispute'
  payment_id: string
  amount: number
  currency: string
  amount_deducted: number
  reason_code: string
  reason_description: string
  respond_by: number
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed'
  phase: string
  created_at: number
}

export const DISPUTE_MOVES = ['under_review', 'action_required', 'won', 'lost', 'closed'] as const
export type DisputeMove = (typeof DISPUTE_MOVES)[number]

type Entities = { payment?: Payment; order?: ProviderOrder; refund?: Refund; dispute?: Dispute }
/** Sends the shop a webhook. */
export type Notify = (event: string, entities: Entities) => void

/** The shop fetches every payment of an order, so their number is bounded. */
const MAX_ATTEMPTS = 100

export type ProviderState = ReturnType<typeof createProviderState>

/** The provider's records: orders, their payments and refunds. */
export function createProviderState(store: Store, notify: Notify, { busyMs = 0 } = {}) {
  const getOrder = (id: string) => orReject(store.find<ProviderOrder>('order', id))
  const getPayment = (id: string) => orReject(store.find<Payment>('payment', id))
  const getRefund = (id: string) => orReject(store.find<Refund>('refund', id))

  function save<T extends { id: string }>(kind: string, entity: T, parent: string | null): T {
    store.put(kind, entity.id, entity, parent ?? undefined)
    return entity
  }
  const saveOrder = (order: ProviderOrder) => save('order', order, order.receipt)
  const savePayment = (payment: Payment) => save('payment', payment, payment.order_id)
  const saveRefund = (refund: Refund) => save('refund', refund, refund.payment_id)
  const saveDispute = (dispute: Dispute) => save('dispute', dispute, dispute.payment_id)

  function capture(id: string): Payment {
    const before = getPayment(id)
    if (before.status !== 'authorized') throw new RequestRejected('This payment has already been captured')
    const payment = savePayment({ ...before, status: 'captured', captured: true })
    const order = getOrder(payment.order_id)
    const paid = saveOrder({ ...order, status: 'paid' })
    notify('payment.captured', { payment })
    notify('order.paid', { payment, order: paid })
    return payment
  }

  /** Paise for refunds; undefined: enough. */
  let balance: number | undefined
  /** Payments of which a refund runs, with the time when it ends. */
  const running = new Map<string, number>()

  function spend(payment: Payment, amount: number): void {
    if ((running.get(payment.id) ?? 0) > Date.now())
      throw new RequestRejected('Request failed because another payment operation is in progress', 409)
    if (balance !== undefined && balance < amount)
      throw new RequestRejected(
        'Your account does not have enough balance to carry out the refund operation. You can add funds to your account from your dashboard or capture new payments.',
      )
    if (balance !== undefined) balance -= amount
    if (busyMs > 0) running.set(payment.id, Date.now() + busyMs)
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
    /** For tests. */
    listAllPayments: () => store.list<Payment>('payment', 1_000_000),

    createOrder({ amount, currency, receipt = null }: Record<string, unknown>): ProviderOrder {
      if (!Number.isSafeInteger(amount) || (amount as number) < 100) {
        throw new RequestRejected('Order amount less than minimum amount allowed')
      }
      if (currency !== 'INR') throw new RequestRejected('Currency is not supported')
      if (receipt !== null && (typeof receipt !== 'string' || receipt.length > 40)) {
        throw new RequestRejected('The receipt may not be greater than 40 characters.')
      }
      return saveOrder({
        id: newId('order'),
        amount: amount as number,
        currency,
        receipt,
        status: 'created',
        attempts: 0,
        created_at: now(),
      })
    },

    /**
     * A customer pays.
     *
     * @param changes irregularities: another amount or currency, a second payment (`isAgain`), no capture (`isHeld`)
     */
    pay(
      orderId: string,
      customer: { email?: string; contact?: string } = {},
      changes: { amount?: number; currency?: string; isAgain?: boolean; isHeld?: boolean; isRefused?: boolean } = {},
    ): Payment {
      const order = getOrder(orderId)
      const { isAgain = false, isHeld = false, isRefused = false, ...overrides } = changes
      if (order.attempts >= MAX_ATTEMPTS) throw new RequestRejected('Too many payment attempts for this order.')
      if (order.status === 'paid' && !isAgain)
        throw new RequestRejected('Payment has already been done for this order.')
      saveOrder({ ...order, attempts: order.attempts + 1, status: order.status === 'paid' ? 'paid' : 'attempted' })
      const payment = savePayment({
        id: newId('pay'),
        amount: order.amount,
        currency: order.currency,
        status: isRefused ? 'failed' : 'authorized',
        order_id: order.id,
        amount_refunded: 0,
        refund_status: null,
        captured: false,
        email: customer.email ?? null,
        contact: customer.contact ?? null,
        error_description: isRefused ? 'Your payment was declined by the bank.' : null,
        created_at: now(),
        ...overrides,
      })
      notify(isRefused ? 'payment.failed' : 'payment.authorized', { payment })
      return isRefused || isHeld ? payment : capture(payment.id)
    },

    /** An authorisation that was not captured expires, and the bank releases the money. */
    expireAuthorization(id: string): Payment {
      const payment = getPayment(id)
      if (payment.status !== 'authorized') throw new RequestRejected('This payment is not authorised')
      return savePayment(withRefunded(payment, payment.amount))
    },

    /**
     * @param amount undefined: what is left of the payment
     * @param key idempotency key; with another request it is rejected
     */
    refund(paymentId: string, { key, ...request }: RefundRequest & { key?: string }): Refund {
      const before = key === undefined ? undefined : store.find<{ id: string; request?: string }>('refund-key', key)
      const asked = JSON.stringify([paymentId, request])
      if (before && (before.request ?? asked) !== asked) {
        throw new RequestRejected('Different request body sent for the same idempotency key')
      }
      if (before) return getRefund(before.id)
      const payment = getPayment(paymentId)
      const { receipt = null, notes = [] } = request
      const amount = checkRefund(payment, request.amount)
      spend(payment, amount)
      const refund = saveRefund({
        id: newId('rfnd'),
        amount,
        currency: payment.currency,
        payment_id: payment.id,
        receipt,
        notes,
        created_at: now(),
        status: 'pending',
      })
      if (key !== undefined) store.put('refund-key', key, { id: refund.id, request: asked })
      const refunded = savePayment(withRefunded(payment, payment.amount_refunded + refund.amount))
      notify('refund.created', { refund, payment: refunded })
      return refund
    },

    /** Newest first. */
    listDisputes: (limit = 100) => store.list<Dispute>('dispute', limit),

    /** The buyer's bank asks for the money back. */
    dispute(paymentId: string): Dispute {
      const payment = getPayment(paymentId)
      const dispute = saveDispute({
        id: newId('disp'),
        entity: 'dispute',
        payment_id: payment.id,
        amount: payment.amount,
        currency: payment.currency,
        amount_deducted: 0,
        reason_code: 'goods_or_services_not_received',
        reason_description: 'The buyer says that nothing arrived.',
        respond_by: now() + 7 * 24 * 3600,
        status: 'open',
        phase: 'chargeback',
        created_at: now(),
      })
      notify('payment.dispute.created', { payment, dispute })
      return dispute
    },

    /** More evidence is asked for of a dispute that is open again. */
    moveDispute(id: string, move: DisputeMove): Dispute {
      const before = orReject(store.find<Dispute>('dispute', id))
      const status = move === 'action_required' ? 'open' : move
      const amount_deducted = move === 'lost' ? before.amount : 0
      const dispute = saveDispute({ ...before, status, amount_deducted })
      notify(`payment.dispute.${move}`, { payment: getPayment(dispute.payment_id), dispute })
      return dispute
    },

    /** @param paise what the shop's account has for refunds; undefined: enough */
    setBalance(paise: number | undefined): void {
      balance = paise
    },

    /** A failed refund returns the money to the shop, also one that was processed and that the bank sends back. */
    finishRefund(id: string, status: 'processed' | 'failed', { isReturned = false } = {}): Refund {
      const before = getRefund(id)
      if (before.status !== (isReturned ? 'processed' : 'pending')) return before
      const refund = saveRefund({ ...before, status })
      const payment = getPayment(refund.payment_id)
      if (status === 'failed') savePayment(withRefunded(payment, payment.amount_refunded - refund.amount))
      notify(`refund.${status}`, { refund, payment: getPayment(payment.id) })
      return refund
    },
  }
}

type RefundRequest = { amount?: unknown; receipt?: string | null; notes?: unknown }

/** @returns how much is refunded */
function checkRefund(payment: Payment, requested: unknown): number {
  if (payment.status === 'refunded') throw new RequestRejected('The payment has been fully refunded already')
  if (payment.status !== 'captured') {
    throw new RequestRejected('The payment status should be captured for action to be taken')
  }
  const left = payment.amount - payment.amount_refunded
  const amount = requested ?? left
  if (!Number.isSafeInteger(amount)) throw new RequestRejected('The amount must be an integer.')
  if ((amount as number) < 100) throw new RequestRejected('The amount must be at least INR 1.00')
  if ((amount as number) > left) {
    throw new RequestRejected('The total refund amount is greater than the refund payment amount')
  }
  return amount as number
}

function withRefunded(payment: Payment, amount_refunded: number): Payment {
  const isFull = amount_refunded === payment.amount
  const refund_status = isFull ? 'full' : amount_refunded > 0 ? 'partial' : null
  return { ...payment, status: isFull ? 'refunded' : 'captured', amount_refunded, refund_status }
}

function orReject<T>(entity: T | undefined): T {
  if (!entity) throw new RequestRejected('The id provided does not exist')
  return entity
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function newId(kind: string): string {
  return `${kind}_${Array.from(randomBytes(14), (byte) => ALPHABET[byte % ALPHABET.length]).join('')}`
}

function now(): number {
  return Math.floor(Date.now() / 1000)
}
