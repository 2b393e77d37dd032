import { useSearchParams } from 'react-router'
import { formatRupees } from '#domain/money.ts'
import { isPaid, paymentWord, restOf } from '#domain/orders/cash.ts'
import type { Order } from '#domain/orders/order.ts'
import { type Dispatched, mayChangeAddress } from '#domain/orders/order-state.ts'
import { useRoot } from '#web/ui/shop-info.ts'

type ThankYouProps = {
  order: Order
  dispatched: Dispatched
  /** The day, such as `Thu 26 Nov`; absent: none is promised. */
  expected: string | undefined
}

/** The confirmation for a buyer who has just come from checkout, until something has left the shop. */
export function ThankYou({ order, dispatched, expected }: ThankYouProps) {
  const [search] = useSearchParams()
  const { canEmail } = useRoot()
  if (!search.has('placed') || order.cancel !== 'none' || !mayChangeAddress({ ...order, dispatched })) return null
  return (
    <section className="box stack gap-3" aria-labelledby="thank-you">
      <h2 id="thank-you">Thank you, {order.addressInfo.name}</h2>
      <ul className="stack gap-2">
        <li>
          <strong>{payment(order)}</strong>
        </li>
        {expected && <li>Arrives by {expected}</li>}
        {order.pickUp && <li>Pick it up at {order.pickUp.at} as soon as we write that it is ready</li>}
        {canEmail && (
          <li>
            {order.awaitsConfirmation
              ? `Confirm your order with the link that we email to ${order.email}.`
              : `We email everything about it to ${order.email}.`}
          </li>
        )}
        <li>
          You can <a href="#deliver-to">change the address</a> or <a href="#cancel">cancel</a>
          {` below, until your parcel ${order.pickUp ? 'is ready' : 'leaves'}.`}
        </li>
      </ul>
    </section>
  )
}

function payment(order: Order): string {
  const isCash = !isPaid(order) && order.due === undefined
  if (order.restInCash)
    return `Paid ${formatRupees(restOf(order))} online, pay ${formatRupees(order.restInCash)} in cash`
  if (!isCash) return paymentWord(order)
  const rest = restOf(order)
  return rest > 0 ? `Pay ${formatRupees(rest)} in cash` : 'Nothing to pay'
}
