import '#web/styles/orders.css'
import { data, Link, redirect, useFetcher } from 'react-router'
import { DESK_ORDERS_A_PAGE, parseIds } from '#domain/admin-lists.ts'
import { messages } from '#domain/messages.ts'
import { countsOf } from '#domain/orders/dispatch.ts'
import { isFinished } from '#domain/orders/shipment-steps.ts'
import { plural } from '#domain/text.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readOrFail } from '#server/http/degraded-reads.ts'
import { type PanelParcel, panelFor, readDispatchPanel } from '#server/parcels/dispatch-panel.ts'
import { readPress } from '#web/admin/run-action.ts'
import { ActionResultMessage } from '#web/admin/table/action-result-message.tsx'
import { CONNECTION_LOST, orIfLost } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import { OrderState } from '#web/ui/product/order-badges.tsx'
import type { Route } from './+types/dispatch-page'
import { dispatchChosen, type LeftOrder, type ManyResult, moveChosen } from './dispatch-many-actions.ts'
import { DispatchManyForm } from './dispatch-many-form.tsx'
import { MoveParcelsForm } from './move-parcels-form.tsx'

/** The orders that were chosen in the list, which the address keeps: to dispatch them, and to move their parcels on. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const params = new URL(request.url).searchParams
  const ids = parseIds(params, 'orders').slice(0, DESK_ORDERS_A_PAGE)
  const key = params.get('key')
  // The key in the address makes a repeated press find what the first one has dispatched, and a reload show it again.
  if (!key) throw redirect(addressOf(ids))
  const panel = await readOrFail(shop, messages.ordersFailed, () => readDispatchPanel(shop, { ids, key }))
  if (panel.isKeySpent) throw redirect(addressOf(ids))
  return {
    ...panelFor(getUser(context), panel),
    ids,
    bookWith: shop.courier.isAvailable ? shop.courier.name : undefined,
  }
}

function addressOf(ids: readonly number[]): string {
  return `/adminDashboard/dispatch?orders=${ids.join()}&key=${crypto.randomUUID()}`
}

export async function action({ context, request }: Route.ActionArgs) {
  const { shop, user: admin, form } = await readPress({ context, request })
  const press = { shop, admin, form, request }
  const intent = form.get('intent')
  if (intent === 'dispatch' || intent === 'book') return dispatchChosen(press, intent)
  if (intent === 'step') return moveChosen(press)
  throw data('Unknown action.', { status: 400 })
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const answer = await orIfLost(serverAction(), { ok: false as const, message: CONNECTION_LOST })
  return 'intent' in answer ? answer : { ...answer, intent: String(form.get('intent')) as ManyResult['intent'] }
}

export const handle = { needsHeading: true }

export const meta = privateMeta({
  title: 'Dispatch',
  description: 'Dispatch the chosen orders and move their parcels on.',
})

export default function DispatchPage({ loaderData, actionData }: Route.ComponentProps) {
  const { ids, orders, parcels, bookWith } = loaderData
  const dispatching = useFetcher<ManyResult>()
  const moving = useFetcher<ManyResult>()
  // Without scripts the answer is that of the page's action.
  const last = useLastResult<ManyResult>(actionData)
  const answer = dispatching.data ?? (last?.intent === 'step' ? undefined : last)
  const moved = moving.data ?? (last?.intent === 'step' ? last : undefined)
  const back = `/adminDashboard/orders?view=orders&orders=${ids.join()}`
  const open = orders.filter(({ isOpen }) => isOpen)
  const idle = orders.filter(({ id, isOpen }) => !isOpen && parcels.every(({ orderId }) => orderId !== id))
  const underWay = parcels.filter(({ step, pickUp }) => !isFinished(step) && !pickUp)
  return (
    <div className="stack gap-6 order-page">
      <header className="cluster baseline">
        <p className="no-print">
          <Link to={back}>All orders</Link>
        </p>
        <h2>Dispatch</h2>
        <span className="quiet">{plural(ids.length, 'order')} chosen</span>
      </header>
      {answer?.message && <ActionResultMessage answer={answer} />}
      {moved && <ActionResultMessage answer={moved} />}
      {moved?.refused && <Reasons list={moved.refused} />}
      {ids.length === 0 && (
        <p>
          Choose orders <Link to="/adminDashboard/orders?view=to-pack">in the list</Link> first.
        </p>
      )}
      {(parcels.length > 0 || answer?.refused || answer?.leftOut) && (
        <DispatchReport parcels={parcels} answer={answer} />
      )}
      {open.length > 0 && (
        <DispatchManyForm fetcher={dispatching} chosen={ids} orders={open} answer={answer} bookWith={bookWith} />
      )}
      {idle.length > 0 && (
        <section aria-labelledby="idle" className="stack gap-3">
          <h3 id="idle">Nothing to do</h3>
          <ul className="stack gap-2">
            {idle.map((order) => (
              <li key={order.id} className="cluster gap-2">
                <Link to={`/adminDashboard/orders/${order.id}`}>Order {order.id}</Link>
                {order.buyer}
                <OrderState order={order} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {underWay.length > 0 && <MoveParcelsForm fetcher={moving} parcels={underWay} />}
    </div>
  )
}

type DispatchReportProps = { parcels: readonly PanelParcel[]; answer: ManyResult | undefined }

/** The results for the chosen orders, and the documents to print for them. It follows the courier's answers. */
function DispatchReport({ parcels, answer }: DispatchReportProps) {
  const fresh = parcels.filter(({ isNew }) => isNew)
  const count = (booking: PanelParcel['booking']) => fresh.filter((parcel) => parcel.booking === booking).length
  const { refused: left = [], leftOut = [] } = answer ?? {}
  const rejected = fresh
    .filter(({ booking }) => booking === 'failed')
    .map(({ orderId, bookingProblem }) => ({ id: orderId, message: `The courier rejected it: ${bookingProblem}` }))
  const refused: LeftOrder[] = [...left, ...rejected]
  const counts = { booked: count('booked'), byHand: count(undefined), pending: count('requested') }
  const sentence = countsOf({ ...counts, refused: refused.length, leftOut: leftOut.length })
  const printed = (fresh.length > 0 ? fresh : parcels).filter(({ booking }) => booking !== 'failed')
  return (
    <section aria-labelledby="report" className="box stack gap-3">
      <h3 id="report" aria-live="polite">
        {fresh.length > 0 || answer?.refused
          ? `${sentence}${refused.length > 0 ? ':' : ''}`
          : 'Parcels of these orders'}
      </h3>
      <Reasons list={refused} />
      {leftOut.length > 0 && <Reasons list={leftOut} />}
      {printed.length > 0 && <PrintLinks parcels={printed} />}
    </section>
  )
}

function Reasons({ list }: { list: readonly LeftOrder[] }) {
  if (list.length === 0) return null
  return (
    <ul>
      {list.map(({ id, message }) => (
        <li key={`${id} ${message}`}>
          <Link to={`/adminDashboard/orders/${id}`}>Order {id}</Link>: {message}
        </li>
      ))}
    </ul>
  )
}

/** Plain links to new tabs, because the router cannot open PDFs and this page stays open. */
function PrintLinks({ parcels }: { parcels: readonly PanelParcel[] }) {
  const ids = parcels.map(({ id }) => id)
  const orders = [...new Set(parcels.map(({ orderId }) => orderId))]
  const booked = parcels.filter(({ booking }) => booking === 'booked').map(({ id }) => id)
  const documents = [
    [`Print ${plural(ids.length, 'label')}`, `labels?shipments=${ids.join()}`],
    ['Slips', `packing-slips?orders=${orders.join()}`],
    ...(booked.length > 0 ? [['Courier’s labels', `courier-labels?shipments=${booked.join()}`]] : []),
  ]
  return (
    <p className="cluster">
      {documents.map(([label, path], index) => (
        <a
          key={path}
          className={index === 0 ? 'button primary small' : 'button quiet small'}
          href={`/adminDashboard/${path}`}
          target="_blank"
          rel="noopener"
        >
          {label}
        </a>
      ))}
    </p>
  )
}
