import '#web/styles/orders.css'
import { data, Link, type ShouldRevalidateFunctionArgs, useNavigate } from 'react-router'
import { type InvoiceKind, isBill } from '#domain/billing/invoice.ts'
import { billToQuestion, dispatchWarnings, invoiceProblem } from '#domain/billing/invoice-needs.ts'
import { messages } from '#domain/messages.ts'
import { cancelParcelQuestion, deleteConsequences, type LeftBehind } from '#domain/orders/action-questions.ts'
import { outstandingCash } from '#domain/orders/cash-received.ts'
import { mayChangeLines } from '#domain/orders/change-lines.ts'
import { mayApproveCancel, mayDeliver } from '#domain/orders/order-state.ts'
import { unsentOf } from '#domain/orders/progress.ts'
import type { LineQuantity, Shipment } from '#domain/orders/shipment.ts'
import { listNextSteps, mayCancelParcel, mayCorrectAddress } from '#domain/orders/shipment-steps.ts'
import { restOf } from '#domain/orders/take-back.ts'
import { hasRight } from '#domain/permissions.ts'
import { parseId } from '#domain/text.ts'
import { calendarDay } from '#domain/time.ts'
import { originOf } from '#server/config.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readOrFail } from '#server/http/degraded-reads.ts'
import {
  type DeletedOrder,
  type DeskOrder,
  deletedOrderFor,
  deskOrderFor,
  readDeletedOrder,
  readDeskOrder,
} from '#server/order-page/page.ts'
import { proposeBoxes } from '#server/parcels/boxes.ts'
import { sendDesk } from '#web/admin/action-result.ts'
import { LastDeskResult } from '#web/admin/desk-form.tsx'
import { useMaySend } from '#web/admin/frame-data.ts'
import { CustomerLink } from '#web/admin/may-link.tsx'
import { readPress } from '#web/admin/run-action.ts'
import { ActionResultMessage } from '#web/admin/table/action-result-message.tsx'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { ChangeAddress } from '#web/orders/change-address.tsx'
import { Invoices } from '#web/orders/invoices.tsx'
import { Parcels } from '#web/orders/parcels.tsx'
import { PrintButton } from '#web/orders/print-button.tsx'
import { Steps } from '#web/orders/steps.tsx'
import { privatePageMeta } from '#web/page-meta.ts'
import { DateTime } from '#web/ui/date-time.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import { DeliversBy } from '#web/ui/product/delivers-by.tsx'
import { OrderState } from '#web/ui/product/order-badges.tsx'
import { BusinessBuyer, DeliveryPlace, OrderLines, OrderTotal, PickUpPlace } from '#web/ui/product/order-card.tsx'
import type { Route } from './+types/order-page'
import { ChangeOrderLink, PaymentLink } from './change-order-link.tsx'
import { DeliverButton, UndoDelivery } from './deliver-button.tsx'
import { runDeskAction } from './desk-actions.ts'
import { DispatchForm } from './dispatch-form.tsx'
import { Disputes, toShownDispute } from './disputes.tsx'
import { LineActions } from './line-actions.tsx'
import { NoteForm } from './note-form.tsx'
import { ParcelActions } from './parcel-actions.tsx'
import { RefundForm } from './refund-form.tsx'
import { HeldRefund } from './take-back.tsx'
import { Timeline } from './timeline.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const user = getUser(context)
  const id = parseId(params.id)
  const page = await readOrFail(shop, messages.ordersFailed, async () => id && readDeskOrder(shop, id))
  if (!page) {
    const deleted = id === undefined ? undefined : await readDeletedOrder(shop, id)
    if (id === undefined || !deleted) throw data(null, { status: 404 })
    return { id, deleted: deletedOrderFor(user, deleted) }
  }
  const { totalAmount, pickUp } = page.order
  const address = { ...page.order.addressInfo, pickUp, isBillToConfirmed: page.isBillToConfirmed }
  const settings = await shop.settings.read()
  return {
    ...deskOrderFor(user, page),
    disputes: page.disputes.map((dispute) => toShownDispute(user, dispute, shop.now())),
    mayCloseCash: hasRight(user, 'close cash'),
    today: calendarDay(shop.now()),
    payLink:
      page.order.due && hasRight(user, 'see money')
        ? originOf(shop.config) + shop.trackingLinks.payPath(page.order.id)
        : undefined,
    formKey: crypto.randomUUID(),
    lineKeys: page.order.cartItems.map(() => crypto.randomUUID()),
    dispatch: {
      problem: invoiceProblem(settings, address),
      billTo: billToQuestion(settings, address),
      warnings: dispatchWarnings(settings, address, totalAmount),
      boxes: pickUp ? [] : settings.boxes.map(({ name }) => name),
      packed: settings.boxes.length > 0 && !pickUp ? await proposeBoxes(shop.db, page.order.id, unsentLines(page)) : [],
    },
    // Staff who hand a parcel over have to know the amount to collect, even without the right to see money.
    dueAtCounter: Object.fromEntries(
      pickUp ? page.cash.parcels.map((parcel) => [parcel.id, outstandingCash(parcel)]) : [],
    ),
    bookWith: shop.courier.isAvailable && !pickUp ? shop.courier.name : undefined,
  }
}

function unsentLines({ order, shipments }: Pick<DeskOrder, 'order' | 'shipments'>): LineQuantity[] {
  return unsentOf(order.cartItems, shipments).map((quantity, position) => ({ position, quantity }))
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const id = parseId(params.id)
  if (!id) throw data(null, { status: 404 })
  const { user: admin, ...press } = await readPress({ context, request })
  return runDeskAction({ ...press, admin, id, request })
}

export const clientAction = sendDesk

/** A refusal changed nothing but what the desk chose for a dispatch, and a deleted order has no page to load again. */
export function shouldRevalidate({ actionResult, formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const intent = formData?.get('intent')
  if ((actionResult?.ok === false && intent !== 'dispatch') || intent === 'delete') return false
  return defaultShouldRevalidate
}

export const handle = { needsHeading: true }

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, { title: `Order ${args.params.id ?? ''}`, description: 'One order of the shop.' })

export default function DeskOrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastResult(actionData)
  if ('order' in loaderData) return <OpenOrder loaderData={loaderData} answer={answer} />
  return <DeletedOrderPage id={loaderData.id} {...loaderData.deleted} />
}

type OrderData = Extract<Route.ComponentProps['loaderData'], { order: unknown }>

function OpenOrder({ loaderData, answer }: { loaderData: OrderData; answer: Route.ComponentProps['actionData'] }) {
  const may = useMaySend()
  const here = `/adminDashboard/orders/${loaderData.order.id}`
  const { order, progress, parcels, shipments, invoices, note, cancelReason, timeline } = loaderData
  const unsent = unsentOf(order.cartItems, shipments)
  const maySend = mayDeliver(order) && unsent.some((quantity) => quantity > 0)
  const last = shipments.findLast(({ kind, step }) => kind === 'sale' && step !== 'cancelled')
  const stepFacts = ({ returned, pickUp }: Shipment) => ({ order, cameBack: returned.length > 0, pickUp })
  const lineActions = (index: number) =>
    loaderData.change && (
      <LineActions
        order={order}
        position={index}
        change={loaderData.change}
        formKey={loaderData.lineKeys[index] ?? ''}
      />
    )
  return (
    <LastDeskResult value={answer}>
      <div className="stack order-page">
        <Head
          order={order}
          undoSeconds={loaderData.undoSeconds}
          left={leftBehind(invoices, shipments)}
          undispatch={last && mayCancelParcel(last, stepFacts(last)) ? last : undefined}
        />
        {answer && <ActionResultMessage answer={answer} />}
        {order.cancel !== 'none' && cancelReason && (
          <p className="tint">
            <strong>Why the buyer cancels:</strong> {cancelReason}
          </p>
        )}
        <div className="columns">
          <div className="stack gap-6">
            <Disputes disputes={loaderData.disputes} />
            {maySend && may(here, 'dispatch') && (
              <DispatchForm
                key={unsent.join()}
                order={order}
                unsent={unsent}
                formKey={loaderData.formKey}
                bookWith={loaderData.bookWith}
                {...loaderData.dispatch}
              />
            )}
            {loaderData.held
              .filter(({ requestId }) => requestId === undefined)
              .map((held) => (
                <HeldRefund key={held.id} {...held} order={order} />
              ))}
            {parcels.length > 0 && (
              <Parcels
                parcels={parcels}
                lines={order.cartItems}
                actions={({ id }) => {
                  const shipment = shipments.find((one) => one.id === id)
                  return (
                    shipment && (
                      <ParcelActions
                        shipment={shipment}
                        order={order}
                        steps={listNextSteps(shipment.step, stepFacts(shipment))}
                        mayCancel={mayCancelParcel(shipment, stepFacts(shipment))}
                        bookWith={loaderData.bookWith}
                        answer={loaderData.answers.findLast(({ shipmentId }) => shipmentId === id)}
                        out={restOf(shipment)}
                        due={loaderData.dueAtCounter[id] ?? 0}
                        formKey={loaderData.formKey}
                        cash={loaderData.cash && { ...loaderData, ...loaderData.cash }}
                      />
                    )
                  )
                }}
              />
            )}
            <section aria-labelledby="items" className="box stack gap-3">
              <div className="cluster spread">
                <h3 id="items">Items</h3>
                {mayChangeLines({ ...order, dispatched: loaderData.dispatched }) && <ChangeOrderLink id={order.id} />}
              </div>
              <OrderLines
                lines={order.cartItems}
                hidesMoney={order.hidesMoney}
                below={(line, index) => !line.set && lineActions(index)}
                belowSet={lineActions}
              />
              {!order.hidesMoney && <OrderTotal order={order} />}
              {!order.hidesMoney && loaderData.payLink && <PaymentLink to={loaderData.payLink} />}
            </section>
            {loaderData.leftToPayBack > 0 && may(here, 'refund') && (
              <RefundForm
                key={loaderData.leftToPayBack}
                order={order}
                left={loaderData.leftToPayBack}
                formKey={loaderData.formKey}
              />
            )}
          </div>
          <aside className="stack gap-6">
            {order.pickUp && (
              <section aria-labelledby="pick-up-at" className="box stack gap-3">
                <h3 id="pick-up-at">Pick up at</h3>
                <PickUpPlace pickUp={order.pickUp} />
              </section>
            )}
            <section aria-labelledby="deliver-to" className="box stack gap-3">
              <h3 id="deliver-to">{order.pickUp ? 'Billing address' : 'Deliver to'}</h3>
              <DeliveryPlace address={order.addressInfo} />
              <p>
                <CustomerLink userId={order.userId}>{order.email}</CustomerLink>
              </p>
              <BusinessBuyer address={order.addressInfo} />
              {mayCorrectAddress(order, shipments) && may(here, 'change-address') && (
                <ChangeAddress
                  address={order.addressInfo}
                  answer={answer?.intent === 'change-address' ? answer : undefined}
                />
              )}
            </section>
            <NoteForm note={note} isReadOnly={!may(here, 'note')} />
            <Invoices invoices={invoices} level={3} className="box stack gap-3" />
            <section aria-labelledby="progress" className="box stack gap-3">
              <h3 id="progress">Steps</h3>
              <Steps steps={progress} label="Steps of the order" />
            </section>
            <Timeline entries={timeline} />
          </aside>
        </div>
      </div>
    </LastDeskResult>
  )
}

function leftBehind(
  invoices: readonly { number: string; kind: InvoiceKind }[],
  shipments: readonly Pick<Shipment, 'step' | 'lines' | 'returned'>[],
): LeftBehind {
  return {
    invoices: invoices.filter(({ kind }) => isBill(kind)).map(({ number }) => number),
    onTheWay: shipments.filter((one) => one.step !== 'delivered' && one.step !== 'cancelled' && restOf(one).length > 0)
      .length,
  }
}

type HeadProps = Pick<OrderData, 'order' | 'undoSeconds'> & {
  left: LeftBehind
  /** The parcel that was dispatched last, if that can be undone. */
  undispatch: Shipment | undefined
}

function Head({ order, undoSeconds, left, undispatch }: HeadProps) {
  const navigate = useNavigate()
  const here = `/adminDashboard/orders/${order.id}`
  return (
    <header className="cluster">
      <p className="no-print">
        <Link to="/adminDashboard/orders">All orders</Link>
      </p>
      <h2 id="order-heading">Order {order.id}</h2>
      <p className="quiet">
        Placed <DateTime of={order.time} />
      </p>
      <div className="cluster">
        <OrderState order={order} />
        <DeliversBy promise={order.promise} />
      </div>
      <div className="cluster gap-2 no-print">
        {mayDeliver(order) && !order.pickUp && (
          <DeliverButton action={here} fields={{ intent: 'deliver' }} describedBy="order-heading" order={order} />
        )}
        <UndoDelivery action={here} describedBy="order-heading" seconds={undoSeconds} />
        {undispatch && (
          <RowAction
            action={here}
            fields={{ intent: 'cancel-parcel', shipment: undispatch.id, ask: 'yes' }}
            describedBy="order-heading"
            confirm={{ ...cancelParcelQuestion(order, undispatch), action: 'Undo dispatch' }}
          >
            Undo dispatch
          </RowAction>
        )}
        {order.awaitsConfirmation && (
          <RowAction action={here} fields={{ intent: 'confirm-cash' }} describedBy="order-heading">
            Mark confirmed
          </RowAction>
        )}
        {mayApproveCancel(order) && (
          <RowAction action={here} fields={{ intent: 'approve-cancellation' }} describedBy="order-heading">
            Approve cancellation
          </RowAction>
        )}
        <PrintButton className="only-scripts" />
        <RowAction
          action="/adminDashboard/orders"
          fields={{ intent: 'delete', id: order.id }}
          describedBy="order-heading"
          confirm={{
            question: `Delete order ${order.id}?`,
            text: [
              'This deletes the order for everyone. It cannot be undone, but the audit keeps a record.',
              ...deleteConsequences(order, left),
            ].join(' '),
            action: 'Delete',
          }}
          onDone={() => navigate('/adminDashboard/orders')}
        >
          Delete
        </RowAction>
      </div>
    </header>
  )
}

/** The records of an order that was deleted: its invoices, its audit entries and others. */
function DeletedOrderPage({ id, invoices, timeline }: DeletedOrder & { id: number }) {
  return (
    <div className="stack order-page">
      <header className="cluster">
        <p className="no-print">
          <Link to="/adminDashboard/orders">All orders</Link>
        </p>
        <h2 id="order-heading">Order {id}</h2>
        <p>This order was deleted. This is what is left of it.</p>
      </header>
      <Invoices invoices={invoices} level={3} className="box stack gap-3" />
      <Timeline entries={timeline} />
    </div>
  )
}
