import { Form, Link, useNavigation } from 'react-router'
import { formatRupees } from '#domain/money.ts'
import { shopContext } from '#server/contexts.ts'
import { type CashState, confirmCashOrder, findCashState } from '#server/orders/cash.ts'
import { privateMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import type { Route } from './+types/confirm'
import { noOrder, openOrderLink } from './order-link.ts'

export async function loader(args: Route.LoaderArgs) {
  const id = await openOrderLink(args, 'confirm')
  const order = await findCashState(args.context.get(shopContext).db, id)
  if (!order) throw noOrder()
  return order
}

export async function action(args: Route.ActionArgs) {
  const id = await openOrderLink(args, 'confirm')
  const order = await confirmCashOrder(args.context.get(shopContext), id)
  if (!order) throw noOrder()
  return order
}

export const meta = privateMeta({ title: 'Confirm your order', description: 'Tell us that you want this order.' })

export default function ConfirmOrder({ loaderData: order }: Route.ComponentProps) {
  const busy = useNavigation().state === 'submitting'
  return (
    <section className="page narrow" aria-labelledby="confirm-heading">
      <h1 id="confirm-heading">Confirm your order</h1>
      {order.state === 'waiting' ? (
        <Form method="post" className="form">
          <p>
            Order {order.id}: {formatRupees(order.cash)}, to pay in cash. Do you still want it?
          </p>
          <Button type="submit" wide busy={busy}>
            Confirm your order
          </Button>
        </Form>
      ) : (
        <div className="form" role="status">
          <FormMessage tone={order.state === 'cancelled' || order.state === 'cancelling' ? 'plain' : 'good'}>
            {MESSAGES[order.state](order.id)}
          </FormMessage>
        </div>
      )}
      <p>
        <Link to={`/orders/${order.id}`}>See the order</Link>
      </p>
    </section>
  )
}

const MESSAGES: Record<Exclude<CashState['state'], 'waiting'>, (id: number) => string> = {
  confirmed: (id) => `Thank you. Order ${id} is confirmed; we will send it.`,
  paid: (id) => `Order ${id} is paid already. There is nothing to confirm.`,
  cancelled: (id) => `Order ${id} is cancelled. Please order again if you want it.`,
  cancelling: (id) => `You have asked us to cancel order ${id}. There is nothing to confirm.`,
  sent: (id) => `Order ${id} has been sent. There is nothing to confirm.`,
}
