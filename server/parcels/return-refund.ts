import type { User } from '#domain/accounts/user.ts'
import { type Paise, type Rupees, toRupees } from '#domain/money.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { LineQuantity, ReturnReason, ShipmentId } from '#domain/orders/shipment.ts'
import { decideReturnAmount, type ReturnRefund } from '#domain/orders/take-back.ts'
import { issueCreditNote } from '#server/billing/credit.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { type LockedOrder, lockOrder } from '#server/orders/queries.ts'
import { requestReturnRefund } from '#server/payments/refunds.ts'
import type { Shop } from '#server/shop.ts'
import { findReturn, updateReturnAmount } from './return-queries.ts'
import { totalOfLines } from './shipment-queries.ts'

/** Reasons as credit notes print them. */
export const CREDIT_REASONS: Record<ReturnReason, string> = {
  returned: 'Goods returned',
  'not-delivered': 'Not delivered',
  deleted: 'Order cancelled before delivery',
}

type DecidedReturn = {
  id: number
  shipmentId: ShipmentId
  reason: ReturnReason
  lines: readonly LineQuantity[]
  amount: Paise
  now: Date
}

/**
 * Refunds and credits a return whose amount is decided. Call it last, and once for each return: it locks the counter of the
 * numbers.
 */
export async function settleReturn(
  tx: Transaction,
  order: LockedOrder,
  { id: returnId, shipmentId, reason, lines, amount, now }: DecidedReturn,
): Promise<{ id: number; number: string } | undefined> {
  // A cancelled order's payment was refunded as a whole already.
  if (order.cancel !== 'cancelled') await requestReturnRefund(tx, { order, returnId, amount })
  // An online payment is refunded, and the refund has an email of its own.
  if (order.paymentId === null) await enqueueJob(tx, { job: 'send-return-email', returnId })
  return issueCreditNote(tx, { returnId, shipmentId, lines, amount, reason: CREDIT_REASONS[reason], now })
}

export type ReturnRefunded =
  | { ok: true }
  | { ok: false; reason: 'not-found' | 'decided' }
  | { ok: false; reason: 'too-much'; price: Rupees }

/** Decides the amount of a return that was taken back without one. The same press again changes nothing. */
export async function refundReturn(
  shop: Pick<Shop, 'db' | 'now'>,
  admin: User,
  { orderId, returnId, refund }: { orderId: OrderId; returnId: number; refund: ReturnRefund },
): Promise<ReturnRefunded> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const held = await findReturn(tx, returnId)
    if (!order || held?.orderId !== orderId) return { ok: false, reason: 'not-found' }
    const decided = decideReturnAmount(await totalOfLines(tx, orderId, held.lines), refund, order)
    if (!decided.ok) return decided
    const { amount } = decided
    if (held.amount !== null) return held.amount === amount ? { ok: true } : { ok: false, reason: 'decided' }
    if (amount === null) return { ok: true }
    await updateReturnAmount(tx, returnId, amount)
    await insertAudit(tx, admin, {
      action: 'refund return',
      subject: `order ${orderId}`,
      after: { return: returnId, amount: toRupees(amount) },
    })
    await settleReturn(tx, order, { id: returnId, ...held, amount, now: shop.now() })
    return { ok: true }
  })
}
