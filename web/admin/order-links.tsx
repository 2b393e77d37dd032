import { Link } from 'react-router'
import { formatRupees } from '#domain/money.ts'
import type { CustomerOrder } from '#server/admin/customer-orders.ts'
import { DateTime } from '#web/ui/date-time.tsx'
import { OrderState } from '#web/ui/product/order-badges.tsx'

type OrderLinksProps = { orders: readonly CustomerOrder[]; email: string; next: number | undefined }

/** A customer's orders, newest first, each leading to its page. */
export function OrderLinks({ orders, email, next }: OrderLinksProps) {
  if (orders.length === 0) return <p>No orders yet.</p>
  return (
    <>
      <ul className="stack gap-3">
        {orders.map((order) => (
          <li key={order.id} className="stack gap-1">
            <span className="cluster spread gap-2">
              <Link to={`/adminDashboard/orders/${order.id}`}>Order {order.id}</Link>
              {order.totalAmount !== undefined && <span className="numbers">{formatRupees(order.totalAmount)}</span>}
            </span>
            <span className="cluster gap-2">
              <OrderState order={order} />
              <DateTime className="fine quiet" of={order.time} />
            </span>
          </li>
        ))}
      </ul>
      {next !== undefined && (
        <Link to={`/adminDashboard/orders?${new URLSearchParams({ q: email })}`}>All orders of {email}</Link>
      )}
    </>
  )
}
