import type { Paise } from '#domain/money.ts'
import { isCredited, type OrderRefundReason, type RefundLine } from '#domain/orders/order-refund.ts'
import type { CounterRefundReason } from '#domain/orders/payment.ts'
import { decideWays, type LeftToPayBack, type RefundPart, sumLeft, type Ways } from '#domain/orders/refund.ts'
import { creditReductions } from '#server/billing/issue.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import type { OrderRow } from '#server/orders/queries.ts'
import { findLeftOfVoucher, giveBackToVoucher } from '#server/vouchers/pay.ts'
import { sumGivenFor } from '#server/vouchers/queries.ts'
import { findLeftByHand, insertCounterRefund } from './by-hand-queries.ts'
import {
  findOrderRefund,
  insertOrderRefund,
  listPaymentsOf,
  lockPaymentsOf,
  type Payment,
  updateAllocation,
} from './queries.ts'
import { findLeftOf, requestRefund } from './refunds.ts'

export type PayBackRequest = {
  /** Locked. */
  order: OrderRow
  /** A UUID, made by the form, so that a repeated press refunds once. */
  key: string
  amount: Paise
  reason: OrderRefundReason
  /** The credit note names these lines; none: nothing is credited. Their amounts make up `amount`. */
  lines?: readonly RefundLine[]
  /** The return request that it settles. */
  returnRequestId?: number
  /** Of the amount, what goes first to the voucher that has paid. */
  toVoucher?: Paise
  actorId: string | null
  now: Date
}

/** `too-much`: only `left` of the order can go back. `key-used`: by a refund of another order. */
export type PayBack =
  | { ok: true; orderRefundId: number; isNew: boolean; creditNotes: string[] }
  | { ok: false; reason: 'too-much'; left: Paise }
  | { ok: false; reason: 'key-used' }

/**
 * Refunds a part of an order, up to what is left of its payments: online payments through the provider, the rest by hand or to its
 * voucher.
 * The reason decides whether the price is reduced by a credit note. Goods that came back to the desk are refunded and
 * credited by `refundReturn` instead. Call it last in a transaction: it locks payments and the counter of the numbers.
 */
export async function payBack(
  tx: Transaction,
  { order, now, lines = [], returnRequestId = undefined, toVoucher = 0, ...request }: PayBackRequest,
): Promise<PayBack> {
  const { key, amount, reason } = request
  const known = await findOrderRefund(tx, key)
  if (known && known.orderId !== order.id) return { ok: false, reason: 'key-used' }
  if (known) return { ok: true, orderRefundId: known.id, isNew: false, creditNotes: [] }
  const left = await lockLeft(tx, order)
  if (amount > sumLeft(left)) return { ok: false, reason: 'too-much', left: sumLeft(left) }
  const ways = decideWays(amount, { toVoucher }, left)
  const orderRefundId = await insertOrderRefund(tx, {
    ...request,
    toVoucher: ways.toVoucher,
    orderId: order.id,
    lines: [...lines],
    returnRequestId: returnRequestId ?? null,
  })
  await payBackBy(tx, order, ways, { orderRefundId, reason })
  const creditNotes = isCredited(reason) ? await creditReductions(tx, order.id, now) : []
  return { ok: true, orderRefundId, isNew: true, creditNotes }
}

/** The request behind it; none: the order itself. */
type Part = Partial<RefundPart> & { reason: CounterRefundReason }

type Asked = Part & {
  amount: Paise
  /** Of the amount, what goes first to the voucher that has paid, and what was paid in cash for it. */
  toVoucher?: Paise
  inCash?: Paise
}

/** Pays back a part of an order, once for what asks for it, and at most what is left. */
export async function refundPart(
  tx: Transaction,
  order: OrderRow,
  { amount, toVoucher = 0, inCash = 0, ...part }: Asked,
): Promise<Ways> {
  const ways = decideWays(amount, { toVoucher, inCash }, await lockLeft(tx, order))
  await payBackBy(tx, order, ways, part)
  return ways
}

/** Pays back what is left of an order that is cancelled or deleted before delivery. */
export async function requestOrderRefund(tx: Transaction, order: OrderRow, reason: 'cancelled' | 'deleted') {
  if (order.status === 'delivered') return
  const left = await lockLeft(tx, order)
  const ways = decideWays(sumLeft(left), { toVoucher: left.toVoucher }, left)
  for (const { paymentId } of ways.online) await updateAllocation(tx, paymentId, 'refund')
  // Cash that couriers collected goes back with the goods.
  const byHand = order.paidAtCounter ? ways.byHand : 0
  await payBackBy(tx, order, { ...ways, byHand }, { reason })
}

/** Call it while what is left is locked. */
async function payBackBy(
  tx: Transaction,
  { id: orderId, userId }: OrderRow,
  { online, byHand, toVoucher }: Ways,
  part: Part,
): Promise<void> {
  for (const payment of online) await requestRefund(tx, { ...part, ...payment, orderId, userId })
  await insertCounterRefund(tx, { ...part, orderId, amount: byHand })
  await giveBackToVoucher(tx, orderId, toVoucher)
}

/** The rest of an order's payments that can go back; they are locked until the commit. */
async function lockLeft(tx: Transaction, order: OrderRow): Promise<LeftToPayBack> {
  return findLeft(tx, order, await lockPaymentsOf(tx, order))
}

export async function findLeftToPayBack(db: Db, order: OrderRow): Promise<Paise> {
  return sumLeft(await findLeft(db, order, await listPaymentsOf(db, order)))
}

async function findLeft(db: Db, order: OrderRow, payments: readonly Payment[]): Promise<LeftToPayBack> {
  const online = []
  for (const payment of payments) online.push({ paymentId: payment.id, amount: await findLeftOf(db, payment) })
  return {
    toVoucher: await findLeftOfVoucher(db, order.id),
    online,
    byHand: await findLeftByHand(db, order),
    given: await sumGivenFor(db, order.id),
  }
}
