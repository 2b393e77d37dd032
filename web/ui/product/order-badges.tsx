import { formatRupees } from '#domain/money.ts'
import type { Order } from '#domain/orders/order.ts'
import type { Cancellation, OrderStatus } from '#domain/orders/order-state.ts'
import { Icon } from '#web/ui/icons.tsx'

/** Pending is red, everything else green. */
export function StatusText({ status }: { status: OrderStatus }) {
  const pending = status === 'pending'
  return (
    <span className={pending ? 'status pending' : 'status'}>
      <Icon name={pending ? 'warning' : 'check'} />
      <span className="first-capital">{status}</span>
    </span>
  )
}

const CANCELLATION_LABELS = { requested: 'Cancellation requested', cancelled: 'Cancelled' } as const

export function CancellationText({ cancel }: { cancel: Cancellation }) {
  if (cancel === 'none') return null
  return <span className={`badge cancel-${cancel}`}>{CANCELLATION_LABELS[cancel]}</span>
}

const REFUND_LABELS = {
  requested: 'Refund requested',
  pending: 'Refund processing',
  processed: 'Refunded',
  failed: 'Refund failed',
} as const

/** The refund's status, which is separate from the order's; with the amount if only a part of the order is refunded. */
export function RefundText({ order }: { order: Pick<Order, 'refund' | 'refundedPart' | 'cancel'> }) {
  const { refund, refundedPart, cancel } = order
  if (!refund) return null
  const isPart = refundedPart !== undefined && cancel !== 'cancelled'
  const label = REFUND_LABELS[refund]
  const text = isPart ? `${formatRupees(refundedPart)} ${label.toLowerCase()}` : label
  return <span className={`badge refund-${refund}`}>{text}</span>
}

const DISPATCH_LABELS = { part: 'Partly dispatched', whole: 'Dispatched' } as const

/** What has become of a confirmed order, beside the status, which is the same until it is delivered. */
export function FulfilmentText({
  order,
}: {
  order: Pick<Order, 'status' | 'dispatched' | 'awaitsConfirmation' | 'due'>
}) {
  const { status, dispatched, awaitsConfirmation, due } = order
  if (awaitsConfirmation) return <span className="badge awaits-confirmation">Awaiting confirmation</span>
  if (due !== undefined)
    return (
      <span className="badge awaits-confirmation">{due > 0 ? `${formatRupees(due)} to pay` : 'Not paid in full'}</span>
    )
  if (!dispatched || status === 'delivered') return null
  return <span className={`badge dispatched-${dispatched}`}>{DISPATCH_LABELS[dispatched]}</span>
}

type ShownState = Pick<
  Order,
  'status' | 'dispatched' | 'awaitsConfirmation' | 'due' | 'refund' | 'refundedPart' | 'cancel'
>

/** Status, dispatch, cancellation and refund of an order, beside each other. */
export function OrderState({ order }: { order: ShownState }) {
  return (
    <>
      <StatusText status={order.status} />
      <FulfilmentText order={order} />
      <CancellationText cancel={order.cancel} />
      <RefundText order={order} />
    </>
  )
}
