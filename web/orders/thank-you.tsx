import { useSearchParams } from 'react-router'
import { formatRupees } from '#domain/money.ts'
import type { Order } from '#domain/orders/order.ts'
import { useCanEmail } from '#web/client/can-email.ts'

type ThankYouProps = {
  order: Order
  /** The day, such as “Delivers by Mon 30 Nov”; empty: no day is promised. */
  arrival: string
}

/** What somebody wants to know who has just ordered. Checkout leads to the order's page with it. */
export function ThankYou({ order, arrival }: ThankYouProps) {
  const [search] = useSearchParams()
  const canEmail = useCanEmail()
  if (!search.has('placed') || order.cancel !== 'none') return null
  return (
    <section className="box stack gap-3 thank-you" aria-labelledby="thank-you">
      <h2 id="thank-you">Thank you, {order.addressInfo.name}</h2>
      <p className="thank-you-number">Order {order.id}</p>
      <ul className="stack gap-2">
        <li>
          <strong>{payment(order)}</strong>
        </li>
        {arrival && <li>{arrival}</li>}
        {canEmail && (
          <li>
            {order.awaitsConfirmation
              ? `Confirm your order with the link that we email to ${order.email}.`
              : `We email everything about it to ${order.email}.`}
          </li>
        )}
        <li>
          You can <a href="#deliver-to">change the address</a> or <a href="#cancel">cancel</a> below, until your parcel
          leaves.
        </li>
      </ul>
    </section>
  )
}

function payment({ paymentId, totalAmount }: Order): string {
  if (paymentId) return 'Paid online'
  return totalAmount > 0 ? `Pay ${formatRupees(totalAmount)} in cash` : 'Nothing to pay'
}
