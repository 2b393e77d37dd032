import type { Coverage } from '#domain/delivery/delivery-area.ts'
import { formatRupees, type Paise, type Rupees, toPaise } from '#domain/money.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { feeLeft, leftOf, priceOf, soldIn } from './amounts.ts'
import type { Order } from './order.ts'
import type { Dispatched } from './order-state.ts'
import type { PickUp } from './pick-up.ts'
import type { LineAmount, Shipment } from './shipment.ts'

/** Why an order cannot be paid in cash on delivery (COD). Limits in rupees; 0: none. */
export type CashRefusal =
  | { kind: 'off' }
  | { kind: 'outside-limits'; smallest: Rupees; largest: Rupees }
  /** No cash at this pincode. */
  | { kind: 'area' }
  /** An account's first order is larger than the shop takes in cash. */
  | { kind: 'first-order'; largest: Rupees }
  /** Too many cash orders of an unconfirmed buyer wait, or too large ones. */
  | { kind: 'waiting' }
  /** A parcel to this mobile number came back. */
  | { kind: 'returned' }

type CashSettings = Pick<Settings, 'cashOnDelivery' | 'smallestCashOrder' | 'largestCashOrder'> &
  Partial<
    Pick<Settings, 'largestFirstCashOrder' | 'unconfirmedCashOrders' | 'unconfirmedCashValue' | 'noCashAfterReturn'>
  >

/** Cash orders of a buyer that wait for dispatch while neither they nor the email address is confirmed. */
export type WaitingCash = { orders: number; value: Rupees }

/** The facts known about this order beyond its total; an absent one is not known and refuses nothing. */
export type CashFacts = {
  coverage?: Pick<Coverage, 'cash' | 'largest'> | undefined
  isFirstOrder?: boolean
  hasReturned?: boolean
  /** Absent of a buyer with a confirmed email address. */
  waiting?: WaitingCash | undefined
}

/** Undefined: cash is possible. The cart says it before the press, and the server decides by it. */
export function findCashRefusal(settings: CashSettings, total: Rupees, facts: CashFacts = {}): CashRefusal | undefined {
  const { cashOnDelivery, smallestCashOrder: smallest, largestCashOrder } = settings
  const { coverage, isFirstOrder, hasReturned, waiting } = facts
  // Nothing has to be collected, and online payment takes no order that costs nothing.
  if (total === 0) return undefined
  if (!cashOnDelivery) return { kind: 'off' }
  if (coverage?.cash === false) return { kind: 'area' }
  const largest = lowerOf(largestCashOrder, coverage?.largest ?? 0)
  if (total < smallest || (largest > 0 && total > largest)) return { kind: 'outside-limits', smallest, largest }
  const first = settings.largestFirstCashOrder ?? 0
  if (isFirstOrder && first > 0 && total > first) return { kind: 'first-order', largest: first }
  if (waiting && isTooMuch(settings, waiting, total)) return { kind: 'waiting' }
  if (hasReturned && settings.noCashAfterReturn) return { kind: 'returned' }
  return undefined
}

/** A first order may have any value: `largestFirstCashOrder` limits it. */
function isTooMuch(
  { unconfirmedCashOrders = 0, unconfirmedCashValue = 0 }: CashSettings,
  { orders, value }: WaitingCash,
  total: Rupees,
): boolean {
  if (orders === 0) return false
  const isOver = unconfirmedCashValue > 0 && value + total > unconfirmedCashValue
  return isOver || (unconfirmedCashOrders > 0 && orders >= unconfirmedCashOrders)
}

/** For a new address of an order that was accepted in cash: only the rules of the new pincode's area count. */
export function findAreaCashRefusal(
  coverage: Pick<Coverage, 'cash' | 'largest'>,
  total: Rupees,
): CashRefusal | undefined {
  const settings = { cashOnDelivery: true, smallestCashOrder: 0, largestCashOrder: 0 }
  return findCashRefusal(settings, total, { coverage })
}

/** Does a rule of the shop depend on earlier orders and returns? */
export function usesCashHistory(settings: CashSettings): boolean {
  return (settings.largestFirstCashOrder ?? 0) > 0 || settings.noCashAfterReturn === true
}

/** The lower of two limits, where 0 means no limit. */
function lowerOf(one: Rupees, other: Rupees): Rupees {
  return one === 0 || other === 0 ? one + other : Math.min(one, other)
}

export function cashMessage(refusal: CashRefusal, mayPayOnline: boolean, isPickedUp = false): string {
  if (refusal.kind === 'off' && !mayPayOnline)
    return 'We can’t take orders at the moment. Your cart is saved. Please come back later.'
  const reason = cashReason(refusal, isPickedUp)
  if (refusal.kind === 'waiting') return mayPayOnline ? `${reason}, or pay online.` : `${reason}.`
  if (mayPayOnline) return `${reason}. Pay online instead.`
  const change = refusal.kind === 'outside-limits' ? ' Please change your cart.' : ''
  return `${reason}, and online payment is not available at the moment.${change}`
}

/** Without a full stop. */
export function cashReason(refusal: CashRefusal, isPickedUp = false): string {
  const cash = isPickedUp ? 'Cash' : 'Cash on delivery'
  switch (refusal.kind) {
    case 'off':
      return `${cash} is not available`
    case 'outside-limits':
      return `${cash} is available ${rangeOf(refusal)}`
    case 'area':
      return `${cash} is not available at this pincode`
    case 'first-order':
      return `Your first order can be paid in cash up to ${formatRupees(refusal.largest)}`
    case 'waiting':
      return 'To place more cash orders, confirm your email address in your account'
    case 'returned':
      return `${cash} is not available for this order`
  }
}

function rangeOf({ smallest, largest }: { smallest: Rupees; largest: Rupees }): string {
  if (largest === 0) return `from ${formatRupees(smallest)}`
  if (smallest === 0 || smallest > largest) return `up to ${formatRupees(largest)}`
  return `from ${formatRupees(smallest)} to ${formatRupees(largest)}`
}

/** The facts that decide whether a cash order waits for the shopper's confirmation. */
export type CashOrder = Pick<Order, 'status' | 'cancel'> & {
  paymentId?: string | null | undefined
  paidAtCounter?: Date | true | null | undefined
  paidByVoucher?: boolean | undefined
  dispatched: Dispatched
  /** When the shopper was asked to confirm it; null: the shop did not ask. */
  confirmationAskedAt: Date | null
  cashConfirmedAt: Date | null
}

/**
 * False when there is nothing to confirm: the shopper was not asked, or the order is confirmed, paid online, cancelled, or
 * on its way. `AWAITS_CONFIRMATION` says the same in SQL.
 */
export function awaitsConfirmation({ confirmationAskedAt, cashConfirmedAt, ...order }: CashOrder): boolean {
  return isUnsentCashOrder(order) && confirmationAskedAt !== null && cashConfirmedAt === null
}

/**
 * Rupees that the shopper may pay online now: of an order to be paid in cash all, until a parcel of it is sent; of one paid
 * online what a change has added. 0: nothing.
 */
export function payableNow(
  order: UnsentOrder & { totalAmount: Rupees; due?: Rupees | undefined; voucherPaid?: Rupees | undefined },
): Rupees {
  if (isPaid(order)) return order.status === 'confirmed' && order.cancel === 'none' ? (order.due ?? 0) : 0
  return isUnsentCashOrder(order) ? restOf(order) : 0
}

type Total = Pick<Order, 'totalAmount'> & { voucherPaid?: Rupees | undefined; restInCash?: Rupees | undefined }

/** Rupees of an order's total that neither a voucher pays nor, beside a payment online, cash on delivery. */
export function restOf({ totalAmount, voucherPaid = 0, restInCash = 0 }: Total): Rupees {
  return totalAmount - voucherPaid - restInCash
}

/** Rupees of an order that are collected in cash on delivery: what no voucher pays, or beside a payment online the rest. */
export function cashOf(order: PaymentFacts & Total): Rupees {
  return isPaid(order) ? (order.restInCash ?? 0) : restOf(order)
}

/**
 * The cash that the courier collects for a parcel, in whole rupees that add up to what the parcels cost. What is paid before,
 * by a voucher or online, counts for the parcels in the sequence in which they are sent.
 *
 * @param price of the parcel @param before of the parcels before it: their prices, and what is collected for them
 */
export function cashOfParcel(
  order: PaymentFacts & Total,
  price: Paise,
  before: readonly { price: Paise; cash: Rupees }[],
): Rupees {
  const inCash = cashOf(order)
  if (inCash === 0) return 0
  const paid = toPaise(order.totalAmount - inCash)
  const cost = before.reduce((sum, parcel) => sum + parcel.price, price)
  const collected = before.reduce((sum, parcel) => sum + parcel.cash, 0)
  return Math.max(0, Math.round((cost - paid) / 100) - collected)
}

/** The part of an order that is in no parcel yet, and the cash that would be collected for it. */
export function restOfOrder(
  order: Pick<Order, 'cartItems' | 'deliveryFee'> & PaymentFacts & Total,
  shipments: readonly Pick<Shipment, 'kind' | 'step' | 'cash' | 'fee' | 'lines'>[],
): { lines: LineAmount[]; cash: Rupees } {
  const sold = soldIn(shipments)
  const sent = sold.flatMap((parcel) => parcel.lines)
  const lines = leftOf(order.cartItems, sent)
  const before = sold.map((parcel) => ({ price: priceOf(parcel), cash: parcel.cash }))
  return { lines, cash: cashOfParcel(order, priceOf({ lines, fee: feeLeft(order, sold) }), before) }
}

type UnsentOrder = Omit<CashOrder, 'confirmationAskedAt' | 'cashConfirmedAt'>

type PaymentFacts = Pick<CashOrder, 'paymentId' | 'paidAtCounter' | 'paidByVoucher'>

/** Paid before it is sent: online, maybe in part, at the counter or by a voucher. What a change adds is to be paid, too. */
export function isPaid(order: PaymentFacts): boolean {
  return Boolean(order.paymentId || order.paidAtCounter || order.paidByVoucher)
}

/** How an order is paid, in the words of every screen and document. */
export const PAYMENT_WORDS = {
  online: 'Paid online',
  part: 'Part paid online, rest in cash',
  pending: 'Waiting for the payment',
  cash: 'Cash on delivery',
  cashThere: 'Cash when picked up',
  link: 'Payment link',
  counter: 'Paid at the counter',
  voucher: 'Paid by voucher',
} as const

/** The payment's id is shown beside it, where there is one. */
export function paymentWord(
  order: Pick<Order, 'paymentId' | 'paidAtCounter' | 'paidByVoucher' | 'due' | 'restInCash'> & {
    status?: Order['status']
    pickUp?: PickUp | true
  },
): string {
  if (order.paymentId)
    return PAYMENT_WORDS[order.status === 'pending' ? 'pending' : order.restInCash ? 'part' : 'online']
  if (order.paidAtCounter) return PAYMENT_WORDS.counter
  if (order.paidByVoucher) return PAYMENT_WORDS.voucher
  if (order.due !== undefined) return PAYMENT_WORDS.link
  return PAYMENT_WORDS[order.pickUp ? 'cashThere' : 'cash']
}

function isUnsentCashOrder({ status, cancel, dispatched, ...payment }: UnsentOrder): boolean {
  return !isPaid(payment) && status === 'confirmed' && cancel === 'none' && dispatched === 'none'
}
