import { Link } from 'react-router'
import type { OrderId } from '#domain/orders/order-state.ts'
import { WhatsAppLink } from '#web/ui/whatsapp-link.tsx'

/** Leads to the contact form, filled in from the order, and to a chat about it. */
export function HelpLink({ orderId }: { orderId: OrderId }) {
  return (
    <>
      <p className="no-print">
        <Link to={`/contactUs/${orderId}`}>Help with this order</Link>
      </p>
      <WhatsAppLink text={`Order ${orderId}: `} />
    </>
  )
}
