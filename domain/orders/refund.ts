import { type Paise, type Rupees, toRupees } from '#domain/money.ts'
import type { Allocation, RefundReason, RefundState } from './payment.ts'

/** A refund as the provider reports it now. */
export type ProviderRefund = {
  id: string
  paymentId: string
  amount: Paise
  state: 'pending' | 'processed' | 'failed'
  /** Which of our refunds it is, and our attempt number; undefined: it was made in the provider's dashboard. */
  refundId: number | undefined
  attempt: number | undefined
}

export type KnownRefund = {
  id: number
  /** All null: of the payment itself, not of a return, of a change that made the order cheaper, or of an asked part. */
  returnId: number | null
  changeId: number | null
  orderRefundId: number | null
  /** Null: the whole payment. */
  amount: Paise | null
  reason: RefundReason
  state: RefundState
  attempt: number
  /** Null until the provider has answered. */
  providerRefundId: string | null
}

/** The rest of an order's money that can go back, by the way in which it was paid. */
export type LeftToPayBack = {
  toVoucher: Paise
  online: readonly { paymentId: string; amount: Paise }[]
  byHand: Paise
  /** So much of it was replaced by vouchers for returns. */
  given: Paise
}

export function sumLeft({ toVoucher, online, byHand, given }: LeftToPayBack): Paise {
  return Math.max(0, online.reduce((sum, { amount }) => sum + amount, toVoucher + byHand) - given)
}

export type Ways = Omit<LeftToPayBack, 'given'>

/**
 * How an amount goes back, at most what is left: so much first to the voucher that has paid, then by hand what was paid in cash
 * for it, then online, payment by payment, and what no payment has left by hand. The voucher gets what no money has paid.
 *
 * @param first of the amount, `toVoucher` and `inCash`
 */
export function decideWays(amount: Paise, first: { toVoucher?: Paise; inCash?: Paise }, left: LeftToPayBack): Ways {
  let rest = Math.min(amount, sumLeft(left))
  const take = (most: Paise) => {
    const taken = Math.max(0, Math.min(rest, most))
    rest -= taken
    return taken
  }
  const voucher = take(Math.min(first.toVoucher ?? 0, left.toVoucher))
  const cash = take(Math.min(first.inCash ?? 0, left.byHand))
  const online = left.online.map(({ paymentId, amount }) => ({ paymentId, amount: take(amount) }))
  const byHand = cash + take(left.byHand - cash)
  return { toVoucher: voucher + take(left.toVoucher - voucher), online, byHand }
}

type Refunded = Pick<KnownRefund, 'amount' | 'state'>

/** The amount that can still be refunded; a refund that failed has returned its money to us. */
export function amountLeft(payment: { amount: Paise }, refunds: readonly Refunded[]): Paise {
  return Math.max(
    0,
    payment.amount -
      sumOf(
        payment,
        refunds.filter(({ state }) => state !== 'failed'),
      ),
  )
}

/**
 * The sum of the refunds that the provider has reported one by one. The total that it reports for the payment may be
 * higher, because it includes refunds that were not made here.
 */
export function amountReported(
  payment: { amount: Paise },
  refunds: readonly Pick<KnownRefund, 'amount' | 'state' | 'providerRefundId'>[],
): Paise {
  return sumOf(
    payment,
    refunds.filter(({ state, providerRefundId }) => state !== 'failed' && providerRefundId !== null),
  )
}

function sumOf(payment: { amount: Paise }, refunds: readonly Pick<Refunded, 'amount'>[]): Paise {
  return refunds.reduce((sum, { amount }) => sum + (amount ?? payment.amount), 0)
}

/** The part of an order that a refund is for. */
export type RefundPart = Pick<KnownRefund, 'returnId' | 'changeId' | 'orderRefundId'>

/** The payment itself, or what is left of it. */
export const NO_PART: RefundPart = { returnId: null, changeId: null, orderRefundId: null }

/** Of a return, a change or an asked refund; the order stands. */
export function isForPart({ returnId, changeId, orderRefundId }: RefundPart): boolean {
  return returnId !== null || changeId !== null || orderRefundId !== null
}

/** True when the payment became a refund, or when the refunds of parts make up all of it. */
export function isFullyOurs(
  payment: { amount: Paise; allocation: Allocation | null },
  refunds: readonly (Pick<KnownRefund, 'amount'> & RefundPart)[],
): boolean {
  if (payment.allocation === 'refund') return true
  return sumOf(payment, refunds.filter(isForPart)) >= payment.amount
}

/** True until we know which refund from the provider's dashboard takes its place. */
export function isAwaited({ state, providerRefundId }: Pick<KnownRefund, 'state' | 'providerRefundId'>): boolean {
  return state === 'pending' && providerRefundId === null
}

/** `isAdopted`: somebody made it in the provider's dashboard, and it takes the place of one of ours. */
export type Match = { refund: KnownRefund; isAdopted: boolean }

/**
 * Finds the refund that the provider reports.
 *
 * @param refunds all of the payment
 * @returns `external`: a refund from the provider's dashboard that is not recorded yet
 */
export function matchRefund(
  payment: { amount: Paise },
  refunds: readonly KnownRefund[],
  update: ProviderRefund,
): Match | 'external' | undefined {
  const whole = refunds.filter((refund) => !isForPart(refund))
  const ours =
    refunds.find(({ providerRefundId }) => providerRefundId === update.id) ??
    refunds.find(({ id }) => id === update.refundId) ??
    // Earlier versions of the shop sent the attempt only, and always refunded whole payments.
    (update.refundId === undefined && update.attempt !== undefined ? whole[0] : undefined)
  if (ours) return { refund: ours, isAdopted: false }
  if (update.state === 'failed') return undefined
  const awaited = whole.find(isAwaited)
  // A smaller one does not take its place, because then nobody would refund the rest.
  if (awaited && update.amount >= (awaited.amount ?? payment.amount)) return { refund: awaited, isAdopted: true }
  // An operator has refunded in the dashboard what the shop could not refund.
  const failed = refunds.find(({ state, amount }) => state === 'failed' && (amount ?? payment.amount) === update.amount)
  return failed ? { refund: failed, isAdopted: true } : 'external'
}

/** Attempts before an operator has to look at a refund. */
export const REFUND_ATTEMPTS = 3

export type RefundDecision =
  | { kind: 'nothing' }
  | { kind: 'pending' }
  | { kind: 'processed' }
  /** This attempt failed; another may succeed. */
  | { kind: 'retry' }
  | { kind: 'give-up' }
  /** It says that an earlier attempt was processed, which may be older than the news that it failed: ask again. */
  | { kind: 'ask-again' }

type Tried = Pick<KnownRefund, 'state' | 'attempt' | 'providerRefundId'>

/**
 * Updates may come late, twice or out of order. The provider never processes a refund that has failed, but a bank may return
 * one that was processed.
 *
 * @param isOwed false: made in the provider's dashboard for an order that stands, so a failure is not retried
 * @param isFresh the provider was asked after the shop had stored what it knows
 */
export function decideRefund(
  known: Tried,
  update: ProviderRefund,
  { isOwed = true, isFresh = false } = {},
): RefundDecision {
  const isSame = known.providerRefundId === update.id
  // Not tried again by itself: the buyer's account may be closed.
  if (known.state === 'processed') return { kind: isSame && update.state === 'failed' ? 'give-up' : 'nothing' }
  if (update.state === 'processed') {
    if (known.state === 'failed' && isSame) return { kind: 'nothing' }
    const isEarlier = update.attempt !== undefined && update.attempt < known.attempt
    return { kind: isEarlier && !isFresh ? 'ask-again' : 'processed' }
  }
  if (known.state === 'failed' || !isUpdateOf(known, update)) return { kind: 'nothing' }
  if (update.state === 'pending') return { kind: known.providerRefundId === null ? 'pending' : 'nothing' }
  return { kind: isOwed && known.attempt < REFUND_ATTEMPTS ? 'retry' : 'give-up' }
}

/** A refund from the provider's dashboard is stored as pending without its id; its updates have no attempt number. */
function isUpdateOf({ state, attempt, providerRefundId }: Tried, update: ProviderRefund): boolean {
  if (providerRefundId !== null) return update.id === providerRefundId
  return state === 'pending' || update.attempt === attempt
}

/**
 * Why the provider rejects a refund that it accepts later. `busy`: it works on another one of the same payment. `balance`: the
 * shop's account there is too low.
 */
export function waitingReason(problem: string): 'busy' | 'balance' | undefined {
  if (/\bin progress\b/i.test(problem)) return 'busy'
  return /does not have enough balance|insufficient (balance|funds)/i.test(problem) ? 'balance' : undefined
}

/** One state for all refunds of an order: a failed one, which somebody has to look at, else the least advanced. */
export function worstState(states: readonly RefundState[]): RefundState | undefined {
  return (['failed', 'requested', 'pending', 'processed'] as const).find((state) => states.includes(state))
}

/**
 * The sum of refunds for parts or from the provider's dashboard; failed ones and whole payments do not count. Those of
 * changes do not either, because the order's total is lower since.
 */
export function refundedInParts(refunds: readonly Pick<KnownRefund, 'amount' | 'reason' | 'state'>[]): Rupees {
  const parts = refunds.filter(({ reason, state }) => PARTS.has(reason) && state !== 'failed')
  return toRupees(parts.reduce((sum, { amount }) => sum + (amount ?? 0), 0))
}

const PARTS: ReadonlySet<RefundReason> = new Set(['returned', 'external', 'price-reduced', 'goodwill', 'item-missing'])
