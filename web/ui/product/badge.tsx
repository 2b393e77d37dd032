import type { Cancellation, OrderStatus } from '#domain/orders/order.ts'
import type { RefundState } from '#domain/orders/payment.ts'
import { Icon } from '#web/ui/icons.tsx'

/** A number on the corner of an icon; what it counts is said by the icon's link. */
export function CountBadge({ count }: { count: number }) {
  return (
    <span className="count-badge" aria-hidden="true">
      {count}
    </span>
  )
}

export function DiscountBadge({ discount }: { discount: number }) {
  return <span className="badge discount">{discount}% OFF</span>
}

export function SoldBadge() {
  return <span className="badge sold">Sold</span>
}

/** Pending is red, everything else green; the word itself always says it too. */
export function StatusText({ status }: { status: OrderStatus }) {
  const pending = status === 'pending'
  return (
    <span className={pending ? 'status pending' : 'status'}>
      <Icon name={pending ? 'warning' : 'check'} />
      <span className="status-word">{status}</span>
    </span>
  )
}

const CANCELLATION_WORDS = { requested: 'Cancellation requested', cancelled: 'Cancelled' } as const

export function CancellationText({ cancel }: { cancel: Cancellation }) {
  if (cancel === 'none') return null
  return <span className={`badge cancel-${cancel}`}>{CANCELLATION_WORDS[cancel]}</span>
}

const REFUND_WORDS = {
  promised: 'Refund on its way',
  pending: 'Refund at the bank',
  processed: 'Refunded',
  failed: 'Refund failed',
} as const

/** Where the money of an order stands that goes back; the order's own state is another matter. */
export function RefundText({ refund }: { refund: RefundState | undefined }) {
  if (!refund) return null
  return <span className={`badge refund-${refund}`}>{REFUND_WORDS[refund]}</span>
}
