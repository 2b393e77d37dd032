import { formatPaise } from '#domain/money.ts'
import { deadlineOf } from '#domain/orders/dispute.ts'
import { hasRight, type Visitor } from '#domain/permissions.ts'
import type { DisputeRow } from '#server/payments/dispute-queries.ts'

export type ShownDispute = ReturnType<typeof toShownDispute>

/** A dispute as this person may see it, and whether its deadline presses. */
export function toShownDispute(visitor: Visitor, { currency, ...dispute }: DisputeRow, now: Date) {
  const seesMoney = hasRight(visitor, 'see money')
  const shown = (amount: number) =>
    currency === 'INR' ? formatPaise(amount) : `${currency} ${(amount / 100).toFixed(2)}`
  return {
    ...dispute,
    amount: seesMoney ? shown(dispute.amount) : '',
    deducted: seesMoney && dispute.deducted > 0 ? shown(dispute.deducted) : '',
    deadline: deadlineOf(dispute, now),
  }
}
