import '#web/styles/orders.css'
import { data, Link } from 'react-router'
import { chosenImageOf } from '#domain/catalog/catalogue-images.ts'
import { messages } from '#domain/messages.ts'
import { choiceOf } from '#domain/orders/order.ts'
import { pickUpPlace } from '#domain/orders/pick-up.ts'
import { orderStepsToCome } from '#domain/orders/progress.ts'
import { expectedDay } from '#domain/orders/promise.ts'
import { mayAskForReturn } from '#domain/returns/ask.ts'
import { RETURN_STATE_LABELS, returnNumberOf } from '#domain/returns/return-request.ts'
import { parseId } from '#domain/text.ts'
import { shopContext, userContext } from '#server/contexts.ts'
import { readOrFail } from '#server/http/degraded-reads.ts'
import { limitRequest } from '#server/http/limit-request.ts'
import { readTrackedOrder } from '#server/order-page/page.ts'
import { findOrderRow } from '#server/orders/queries.ts'
import { privateMeta } from '#web/page-meta.ts'
import { DeliversBy } from '#web/ui/product/delivers-by.tsx'
import { Facts } from '#web/ui/product/facts.tsx'
import { OrderState } from '#web/ui/product/order-badges.tsx'
import { ProductImage } from '#web/ui/product/product-image.tsx'
import type { Route } from './+types/track'
import { HelpLink } from './help-link.tsx'
import { Parcels } from './parcels.tsx'
import { Steps } from './steps.tsx'

/** A wrong token, an unknown order and a deleted one get the same 404, so that nobody can find out which orders exist. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  await limitRequest(context, 'track')
  const id = parseId(params.id)
  if (!id || !shop.trackingLinks.isToken('tracking', id, params.token)) throw data(null, { status: 404 })
  const order = await readOrFail(shop, messages.ordersFailed, () => readTrackedOrder(shop, id))
  if (!order) throw data(null, { status: 404 })
  const user = context.get(userContext)
  const isOwn = user !== undefined && (await findOrderRow(shop.db, id))?.userId === user.userId
  const isUndelivered = order.parcels.some(({ word }) => word === 'Not delivered')
  const redeliver = isUndelivered ? shop.trackingLinks.redeliverPath(id) : undefined
  return data({ ...order, isOwn, redeliver }, { headers: { 'x-robots-tag': 'noindex, nofollow' } })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders, errorHeaders }) => errorHeaders ?? loaderHeaders

export const meta = privateMeta({ title: 'Track your order', description: 'Where your order is.' })

export default function TrackPage({ loaderData }: Route.ComponentProps) {
  const { id, state, city, area, lines, progress, parcels, returns, dispatched, isOwn, redeliver } = loaderData
  const expected = expectedDay(state)
  return (
    <div className="page stack minor order-page">
      <header className="cluster">
        <h1>Order {id}</h1>
        <p className="quiet">{state.pickUp ? `Pick up at ${pickUpPlace(state.pickUp)}` : `To ${city} ${area}…`}</p>
        <div className="cluster">
          <OrderState order={state} />
          {state.promise?.isLate && <DeliversBy promise={state.promise} />}
        </div>
      </header>
      <section className="stack gap-3" aria-labelledby="progress">
        <h2 id="progress">Order status</h2>
        <Steps steps={[...progress, ...orderStepsToCome(state, expected)]} label="Steps of the order" />
        {state.pickUp && <address>{`Open: ${state.pickUp.hours}`}</address>}
        {redeliver && (
          <p>
            <Link to={redeliver}>Choose what happens to the parcel that was not delivered</Link>
          </p>
        )}
        {parcels.length > 0 && <Parcels parcels={parcels} lines={lines} toCome={{ by: expected }} />}
      </section>
      <section className="stack gap-3" aria-labelledby="items">
        <h2 id="items">Items</h2>
        <ul className="lines">
          {lines.map((line, index) => (
            // The lines of an order never change.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={index} className="order-line">
              <ProductImage src={chosenImageOf(line)} alt="" sizes="5rem" />
              <div>
                <strong>{line.title}</strong>
                <Facts className="order-line-choice quiet" facts={[...choiceOf(line), `Quantity ${line.quantity}`]} />
              </div>
            </li>
          ))}
        </ul>
      </section>
      {returns.length > 0 && (
        <section className="stack gap-3" aria-labelledby="returns">
          <h2 id="returns">Returns</h2>
          <ul className="stack gap-2">
            {returns.map(({ id, title, state }) => (
              <li key={id} className="cluster gap-2">
                <strong>{returnNumberOf(id)}</strong> {title}{' '}
                <span className="badge">{RETURN_STATE_LABELS[state]}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {mayAskForReturn({ ...state, dispatched }) && (
        <p>
          <Link to={isOwn ? `/orders/${id}/return` : `/login?next=/orders/${id}/return`}>Something is wrong</Link>
        </p>
      )}
      {isOwn ? (
        <p>
          <Link to={`/orders/${id}`}>See the whole order</Link>
        </p>
      ) : (
        <p className="quiet">
          <Link to={`/login?next=/orders/${id}`}>Log in</Link> to see the address and what you paid, to change it or to
          cancel.
        </p>
      )}
      <HelpLink orderId={id} />
    </div>
  )
}
