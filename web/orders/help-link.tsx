import { Link } from 'react-router'
import type { OrderId } from '#domain/orders/order-state.ts'

/** Leads to the contact form, filled in from the order. */
export function HelpLink({ orderId }: { orderId: OrderId }) {
  return (
    <p className="no-print">
      <Link to={`/contactUs/${orderId}`}>Help with this order</Link>
    </p>
  )
}
