import '#web/styles/orders.css'
import { formatRupees } from '#domain/money.ts'
import { isPaid } from '#domain/orders/cash.ts'
import { privateMeta } from '#web/page-meta.ts'
import { FormMessage } from '#web/ui/forms/field.tsx'
import type { Route } from './+types/pay-link'
import { readLinkedOrder } from './order-link.ts'
import { PayNowInstead } from './pay-now-instead.tsx'

/** Loads the amount, and no name or address, because links are forwarded. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { order, payable } = await readLinkedOrder({ context, params })
  const { id, totalAmount, cancel } = order
  return {
    id,
    totalAmount,
    payable,
    isPaid: isPaid(order),
    isCancelled: cancel === 'cancelled',
    link: `/orders/${id}/pay/${params.token}`,
  }
}

export const meta = privateMeta({ title: 'Pay for your order', description: 'Pay for your order online.' })

export default function PayLink({ loaderData: order }: Route.ComponentProps) {
  return (
    <section className="page narrow" aria-labelledby="pay-heading">
      <h1 id="pay-heading">Pay for order {order.id}</h1>
      <p>Total {formatRupees(order.totalAmount)}</p>
      {order.payable > 0 ? (
        <>
          <PayNowInstead orderId={order.id} amount={order.payable} isRest link={order.link} />
          <noscript>Paying online needs scripts. Please call the shop, or switch them on.</noscript>
        </>
      ) : (
        <FormMessage tone={order.isPaid ? 'good' : 'plain'}>{sentenceFor(order)}</FormMessage>
      )}
    </section>
  )
}

function sentenceFor({ isPaid, isCancelled }: { isPaid: boolean; isCancelled: boolean }): string {
  if (isCancelled) return 'This order is cancelled. You have nothing to pay.'
  return isPaid ? 'This order is paid. Thank you!' : 'This order can’t be paid online at the moment.'
}
