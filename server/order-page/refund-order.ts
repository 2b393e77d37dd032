import type { User } from '#domain/accounts/user.ts'
import { type Paise, toRupees } from '#domain/money.ts'
import { DESK_REFUND_REASONS, decideRefundLines, type RefundForm } from '#domain/orders/order-refund.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import { findOrder, lockOrder } from '#server/orders/queries.ts'
import { payBack } from '#server/payments/pay-back.ts'
import type { Shop } from '#server/shop.ts'

/** `above-price`: the amount is more than the chosen lines cost. `too-much`: more than is left of the order's payments. */
export type OrderRefunded =
  | { ok: true; creditNotes: string[] }
  | { ok: false; reason: 'not-found' | 'no-such-line' | 'key-used' }
  | { ok: false; reason: 'above-price'; price: Paise }
  | { ok: false; reason: 'too-much'; left: Paise }

/** Refunds a part of an order that stands, as the desk has decided. The same key again changes nothing. */
export async function refundOrder(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  admin: User,
  { orderId, key, ...form }: RefundForm & { orderId: OrderId; key: string },
): Promise<OrderRefunded> {
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const lines = (await findOrder(tx, orderId))?.cartItems
    if (!order || !lines) return { ok: false, reason: 'not-found' }
    const decision = decideRefundLines(lines, form)
    if (!decision.ok) return decision
    const { amount, reason } = form
    const asked = { order, key, amount, reason, lines: decision.lines, actorId: admin.userId, now: now() }
    const paid = await payBack(tx, asked)
    if (!paid.ok) return paid
    if (paid.isNew) {
      const items = decision.lines.map(({ position }) => lines[position]?.title ?? '').join(', ')
      await insertAudit(tx, admin, {
        action: 'refund order',
        subject: `order ${orderId}`,
        after: {
          amount: toRupees(amount),
          reason: DESK_REFUND_REASONS[reason],
          ...(items && { items }),
          ...(paid.creditNotes.length > 0 && { creditNote: paid.creditNotes.join(', ') }),
        },
      })
    }
    return { ok: true, creditNotes: paid.creditNotes }
  })
}
