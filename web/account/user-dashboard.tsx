import { useEffect } from 'react'
import { data, Link } from 'react-router'
import { messages } from '#domain/messages.ts'
import type { Order } from '#domain/orders/order.ts'
import { parseId } from '#domain/text.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readOrFallback, statusFor } from '#server/http/degraded-reads.ts'
import { readForm } from '#server/http/forms.ts'
import { listReadyParcels, type ReadyParcel } from '#server/order-page/ready-parcels.ts'
import { listOrdersOf } from '#server/orders/queries.ts'
import { useLive } from '#web/client/live.ts'
import { toast, useFailureToasts } from '#web/client/toast.ts'
import { setVisitor } from '#web/client/visitor.ts'
import { CONNECTION_LOST, orIfLost, retryAfter } from '#web/form-actions.ts'
import { CancelOrder } from '#web/orders/cancel-order.tsx'
import { runOrderAction } from '#web/orders/order-action.ts'
import { ReadyToPickUp } from '#web/orders/ready-to-pick-up.tsx'
import { privateMeta } from '#web/page-meta.ts'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { SeeAllLink } from '#web/ui/layout/see-all-link.tsx'
import { Facts } from '#web/ui/product/facts.tsx'
import { OrderCard } from '#web/ui/product/order-card.tsx'
import type { Route } from './+types/user-dashboard'
import { LogoutEverywhereButton } from './logout-everywhere-button.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const user = getUser(context)
  const shop = context.get(shopContext)
  const failures: string[] = []
  const before = parseId(new URL(request.url).searchParams.get('before'))
  const list = await readOrFallback(shop, {
    // Other roles see nothing here, so nothing is read for them.
    read: async () =>
      user.role === 'user' ? listOrdersOf(shop.db, user.userId, { before }) : { orders: [], next: undefined },
    fallback: { orders: [], next: undefined },
    failures,
    message: messages.ordersFailed,
  })
  const ready = await listReadyParcels(shop, list.orders).catch(() => [])
  return data({ ...list, ready, before, user, failures }, statusFor(failures))
}

export async function action({ context, request }: Route.ActionArgs) {
  const fields = await readForm(request)
  const intent = fields.get('intent') === 'keep' ? 'keep' : 'cancel'
  // No order has the number 0.
  return runOrderAction(context, parseId(fields.get('orderId')) ?? 0, intent, { fields, files: [] })
}

/** A network error is shown on the order; an error page would hide the list. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const result = await orIfLost(serverAction(), { ok: false as const, message: CONNECTION_LOST })
  if (result.ok) toast.success(result.message)
  return result
}

export const headers: Route.HeadersFunction = retryAfter

export const meta = privateMeta({ title: 'Your orders', description: 'Track your orders or cancel one.' })

export default function UserDashboard({ loaderData }: Route.ComponentProps) {
  const { orders, next, before, user, failures } = loaderData
  useLive('order', 'user')
  useFailureToasts(failures)
  useEffect(() => setVisitor(user), [user])
  if (user.role !== 'user') return null

  const active = orders.filter(({ cancel }) => cancel !== 'cancelled')
  const cancelled = orders.filter(({ cancel }) => cancel === 'cancelled')
  return (
    <div className="page stack dashboard">
      <h1>Your orders</h1>
      <Facts className="quiet" facts={[user.name, user.email]} />
      <div className="cluster">
        <LinkButton to="/account" variant="quiet" small>
          Account
        </LinkButton>
        <LogoutEverywhereButton />
      </div>
      {orders.length === 0 && failures.length === 0 && (
        <EmptyState
          heading={before === undefined ? 'No orders yet' : 'No older orders'}
          text="Your orders appear here as soon as you place them."
          action={<SeeAllLink />}
        />
      )}
      {active.length > 0 && (
        <section aria-labelledby="orders">
          <h2 id="orders" className="visually-hidden">
            Orders
          </h2>
          <OrderList orders={active} ready={loaderData.ready} />
        </section>
      )}
      {cancelled.length > 0 && (
        <section className="stack gap-5 apart" aria-labelledby="cancelled-orders">
          <h2 id="cancelled-orders">Cancelled Orders</h2>
          <OrderList orders={cancelled} />
        </section>
      )}
      {next !== undefined && <Link to={`?before=${next}`}>Older orders</Link>}
    </div>
  )
}

function OrderList({ orders, ready = [] }: { orders: Order[]; ready?: readonly ReadyParcel[] }) {
  return (
    <ul className="stack gap-5">
      {orders.map((order) => (
        <li key={order.id}>
          <OrderCard
            order={order}
            notice={<ReadyToPickUp ready={ready.filter(({ orderId }) => orderId === order.id)} pickUp={order.pickUp} />}
            actions={
              order.status !== 'delivered' &&
              order.cancel !== 'cancelled' && <CancelOrder order={order} action="/userDashboard" />
            }
          />
        </li>
      ))}
    </ul>
  )
}
