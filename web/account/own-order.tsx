import type { Order } from '#domain/orders/order.ts'
import { mayRequestCancel } from '#domain/orders/order-state.ts'
import { formatDateTime } from '#domain/time.ts'
import { CancelOrder } from '#web/orders/cancel-order.tsx'
import { OrderCard } from '#web/ui/product/order-card.tsx'

/** One of the shopper's orders, with Cancel Order while it can still be requested. */
export function OwnOrder({ order }: { order: Order }) {
  return (
    <OrderCard
      order={order}
      to={`/orders/${order.id}`}
      placed={formatDateTime(order.time)}
      actions={
        mayRequestCancel(order) && <CancelOrder order={order} action="/userDashboard" fields={{ orderId: order.id }} />
      }
    />
  )
}
