import type { Paise } from '#domain/money.ts'
import { isCredited, type OrderRefundReason, type RefundLine } from '#domain/orders/order-refund.ts'
import { decideWays, NO_PART, sumLeft } from '#domain/orders/refund.ts'
import { creditReductions } from '#server/billing/issue.ts'
import type { Transaction } from '#server/db/connection.ts'
import type { OrderRow } from '#server/orders/queries.ts'
import { findOrderRefund, insertOrderRefund } from './order-refund-queries.ts'
import { lockLeft, payBackBy } from './refunds.ts'

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
  await payBackBy(tx, order, ways, { ...NO_PART, orderRefundId, reason })
  const creditNotes = isCredited(reason) ? await creditReductions(tx, order.id, now) : []
  return { ok: true, orderRefundId, isNew: true, creditNotes }
}
