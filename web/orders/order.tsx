import '#web/styles/orders.css'
import { useEffect } from 'react'
import { data, Link } from 'react-router'
import { messages } from '#domain/messages.ts'
import { payableNow } from '#domain/orders/cash.ts'
import { mayChangeAddress } from '#domain/orders/order-state.ts'
import { orderStepsToCome } from '#domain/orders/progress.ts'
import { expectedDay } from '#domain/orders/promise.ts'
import { mayAskForReturn } from '#domain/returns/ask.ts'
import { parseId } from '#domain/text.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readOrFail } from '#server/http/degraded-reads.ts'
import { readUpload } from '#server/http/forms.ts'
import { readOwnOrder } from '#server/order-page/page.ts'
import { listReadyParcels } from '#server/order-page/ready-parcels.ts'
import { useLive } from '#web/client/live.ts'
import { toast } from '#web/client/toast.ts'
import { setVisitor } from '#web/client/visitor.ts'
import { CONNECTION_LOST, orIfLost, retryAfter, textField } from '#web/form-actions.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import { DateTime } from '#web/ui/date-time.tsx'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import { Logo } from '#web/ui/layout/logo.tsx'
import { SellerDetails } from '#web/ui/layout/seller.tsx'
import { DeliversBy } from '#web/ui/product/delivers-by.tsx'
import { OrderState } from '#web/ui/product/order-badges.tsx'
import { BusinessBuyer, DeliveryPlace, OrderLines, OrderTotal, PickUpPlace } from '#web/ui/product/order-card.tsx'
import { useShopInfo } from '#web/ui/shop-info.ts'
import type { Route } from './+types/order'
import { CancelSection } from './cancel-order.tsx'
import { type AddressResult, ChangeAddress } from './change-address.tsx'
import { HelpLink } from './help-link.tsx'
import { Invoices } from './invoices.tsx'
import { runOrderAction } from './order-action.ts'
import { OrderChanges } from './order-changes.tsx'
import { OwnReturns } from './own-returns.tsx'
import { Parcels } from './parcels.tsx'
import { PayNowInstead } from './pay-now-instead.tsx'
import { PrintButton } from './print-button.tsx'
import { ReadyToPickUp } from './ready-to-pick-up.tsx'
import { ReviewOfLine } from './review-of-line.tsx'
import { Steps } from './steps.tsx'
import { ThankYou } from './thank-you.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const user = getUser(context)
  const id = parseId(params.id)
  const page = await readOrFail(shop, messages.ordersFailed, async () => id && readOwnOrder(shop, user, id))
  if (!page) throw data(null, { status: 404 })
  return { ...page, ready: await listReadyParcels(shop, [page.order]), user, mayPayOnline: shop.payments.isAvailable }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const upload = await readUpload(context, request)
  const id = parseId(params.id)
  if (!id) throw data(null, { status: 404 })
  // Only a review has files.
  if (!upload.ok) return data<AddressResult>({ ok: false, intent: 'review', message: upload.problem }, upload.status)
  return runOrderAction(context, id, textField(upload.fields, 'intent'), upload)
}

/** A network error is shown at the form; an error page would hide the order. */
export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<AddressResult> {
  const result = await orIfLost(serverAction(), { ok: false as const, message: CONNECTION_LOST })
  if (result.ok) toast.success(result.message)
  return result
}

export const headers: Route.HeadersFunction = retryAfter

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, { title: `Order ${args.params.id ?? ''}`, description: 'Your order, and where it is.' })

export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const result = useLastResult(actionData)
  const { order, dispatched, progress, parcels, invoices, changes, reviewed, returns, user, mayPayOnline } = loaderData
  const expected = expectedDay(order)
  const payable = mayPayOnline ? payableNow({ ...order, dispatched }) : 0
  useLive('order', 'user')
  useEffect(() => setVisitor(user), [user])
  return (
    <div className="page stack minor order-page">
      <PrintedSeller />
      <p className="no-print">
        <Link to={user.role === 'user' ? '/userDashboard' : '/account'}>
          {user.role === 'user' ? 'All your orders' : 'Your account'}
        </Link>
      </p>
      <header className="cluster">
        <h1>Order {order.id}</h1>
        <p className="quiet">
          Placed <DateTime of={order.time} />
        </p>
        <div className="cluster">
          <OrderState order={order} />
          {order.promise?.isLate && <DeliversBy promise={order.promise} />}
        </div>
      </header>
      <ReadyToPickUp ready={loaderData.ready} pickUp={order.pickUp} />
      <ThankYou order={order} dispatched={dispatched} expected={expected} />
      {result && (
        <FormMessage tone={result.ok ? 'good' : 'problem'} alert>
          {result.message}
        </FormMessage>
      )}
      <div className="columns">
        <div className="stack gap-6">
          <section className="stack gap-3" aria-labelledby="progress">
            <h2 id="progress">Order status</h2>
            <Steps steps={[...progress, ...orderStepsToCome(order, expected)]} label="Steps of the order" />
            {parcels.length > 0 && <Parcels parcels={parcels} lines={order.cartItems} toCome={{ by: expected }} />}
          </section>
          <OrderChanges changes={changes} isPaid={order.paymentId !== undefined} level={2} />
          <section className="stack gap-3" aria-labelledby="items">
            <h2 id="items">Items</h2>
            <OrderLines
              lines={order.cartItems}
              below={({ title }, index) => {
                const place = reviewed[index]
                return (
                  place?.isReceived && (
                    <ReviewOfLine {...place} title={title} buyer={order.addressInfo} answer={result} />
                  )
                )
              }}
            />
            <OrderTotal order={order} />
            {mayAskForReturn({ ...order, dispatched }) && (
              <div className="no-print">
                <LinkButton to={`/orders/${order.id}/return`} variant="quiet" small>
                  Something is wrong
                </LinkButton>
              </div>
            )}
            {payable > 0 && <PayNowInstead orderId={order.id} amount={payable} isRest={order.due !== undefined} />}
          </section>
          <OwnReturns
            returns={returns}
            orderId={order.id}
            isPaidByHand={order.paymentId === undefined || order.restInCash !== undefined}
          />
        </div>
        <aside className="stack gap-6">
          {order.pickUp && loaderData.ready.length === 0 && (
            <section className="stack gap-3" aria-labelledby="pick-up-at">
              <h2 id="pick-up-at">Pick up at</h2>
              <PickUpPlace pickUp={order.pickUp} />
            </section>
          )}
          <section className="stack gap-3" aria-labelledby="deliver-to">
            <h2 id="deliver-to">{order.pickUp ? 'Billing address' : 'Deliver to'}</h2>
            <DeliveryPlace address={order.addressInfo} />
            <BusinessBuyer address={order.addressInfo} />
            {mayChangeAddress({ ...order, dispatched }) && (
              <ChangeAddress
                address={order.addressInfo}
                answer={result?.intent === 'change-address' ? result : undefined}
              />
            )}
          </section>
          <Invoices invoices={invoices} />
          <div className="cluster no-print">
            <HelpLink orderId={order.id} />
            <PrintButton className="only-scripts" />
          </div>
        </aside>
      </div>
      <div id="cancel" className="no-print">
        <CancelSection order={order} />
      </div>
    </div>
  )
}

/** The seller on paper, where the page's header and footer are left out. */
function PrintedSeller() {
  const shop = useShopInfo()
  return (
    <div className="only-print stack gap-2">
      <Logo />
      {/* The drawn one says it. */}
      {shop.logo && <strong>{shop.shopName}</strong>}
      <SellerDetails shop={shop} />
    </div>
  )
}
