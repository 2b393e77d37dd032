import { Link } from 'react-router'
import type { OrderId } from '#domain/orders/order-state.ts'

/** Leads to the contact form with the order's number in the message. */
export function HelpLink({ orderId }: { orderId: OrderId }) {
  return (
    <p className="no-print">
      <Link to={`/contactUs/${orderId}`}>Help with this order</Link>
    </p>
  )
}
