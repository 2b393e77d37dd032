import '#web/styles/orders.css'
import { data, Link } from 'react-router'
import { productPath } from '#domain/catalog/variant-address.ts'
import { formatPaise, formatRupees } from '#domain/money.ts'
import { hasRight } from '#domain/permissions.ts'
import { WHY_MAX } from '#domain/returns/forms.ts'
import {
  isFaultOfShop,
  mayMoveReturn,
  parseReturnNumber,
  RETURN_REASONS,
  RETURN_STATE_LABELS,
  returnNumberOf,
  WISHES,
} from '#domain/returns/return-request.ts'
import { calendarDay } from '#domain/time.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readOrFail } from '#server/http/degraded-reads.ts'
import { readDeskReturn, requestWithoutMoney } from '#server/returns/admin-queries.ts'
import { readReturnDesk, withoutMoney } from '#server/returns/desk-page.ts'
import { sendDesk } from '#web/admin/action-result.ts'
import { DeskForm, LastDeskResult } from '#web/admin/desk-form.tsx'
import { CustomerLink, MayLink } from '#web/admin/may-link.tsx'
import { TimelineStep } from '#web/admin/orders/timeline.tsx'
import { readPress, runDesk } from '#web/admin/run-action.ts'
import { ActionResultMessage } from '#web/admin/table/action-result-message.tsx'
import { useLive } from '#web/client/live.ts'
import { textField } from '#web/form-actions.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import { DateTime } from '#web/ui/date-time.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import { BuyerPictures } from '#web/ui/product/buyer-pictures.tsx'
import type { Route } from './+types/return-page'
import { Clocks } from './clocks.tsx'
import { runReturnAction } from './return-actions.ts'
import { ReturnDesk } from './return-desk.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const staff = getUser(context)
  const id = parseReturnNumber(params.number)
  const read = async () => id && readDeskReturn(shop.db, id, shop.now())
  const request = await readOrFail(shop, 'Failed to load returns', read)
  if (!request) throw data(null, { status: 404 })
  const desk = await readReturnDesk(shop, request.id)
  const formKey = crypto.randomUUID()
  const today = calendarDay(shop.now())
  if (hasRight(staff, 'see money')) return { request, desk, formKey, today }
  return { request: requestWithoutMoney(request), desk: desk && withoutMoney(desk), formKey, today }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { shop, user: staff, form } = await readPress({ context, request })
  const id = parseReturnNumber(params.number)
  if (!id) throw data(null, { status: 404 })
  return runDesk(shop, form, returnNumberOf(id), () =>
    runReturnAction(textField(form, 'intent'), { shop, staff, id, form }),
  )
}

export const clientAction = sendDesk

export const handle = { needsHeading: true }

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, { title: args.params.number ?? 'Return', description: 'What a buyer asks to return.' })

export default function ReturnPage({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastResult(actionData)
  const { request, desk, formKey, today } = loaderData
  useLive('return')
  return (
    <LastDeskResult value={answer}>
      <div className="stack order-page">
        <div className="cluster spread">
          <h2>{returnNumberOf(request.id)}</h2>
          <span className="badge">{RETURN_STATE_LABELS[request.state]}</span>
        </div>
        {answer && <ActionResultMessage answer={answer} />}
        <div className="columns">
          <div className="stack gap-5">
            <Asked request={request} />
            <section className="box stack start gap-3" aria-labelledby="decide">
              <h3 id="decide">Decide</h3>
              <Clocks clocks={request.clocks} />
              <DecideReturn request={request} />
              <Settled request={request} />
            </section>
            {desk && (
              <ReturnDesk id={request.id} quantity={request.quantity} desk={desk} formKey={formKey} today={today} />
            )}
          </div>
          <aside className="stack gap-5">
            <Buyer request={request} />
            <Steps request={request} />
          </aside>
        </div>
      </div>
    </LastDeskResult>
  )
}

type Shown = { request: Route.ComponentProps['loaderData']['request'] }

function Asked({ request }: Shown) {
  const { title, choice, quantity, price, productId, reason, wanted, words, pictures, time } = request
  return (
    <article className="box stack gap-3">
      <h3>
        {quantity} × <Link to={productPath(productId)}>{title}</Link>
      </h3>
      <p className="quiet">
        {[choice, price !== undefined && `${formatRupees(price)} each`].filter(Boolean).join(' · ')}
      </p>
      <p>
        <strong>{RETURN_REASONS[reason]}</strong>, would like: <strong>{WISHES[wanted]}</strong>
      </p>
      {words && <p className="note">{words}</p>}
      <BuyerPictures pictures={pictures} about={title} />
      <p className="fine quiet">
        Asked <DateTime of={time} />
      </p>
    </article>
  )
}

/** `Acknowledge` and `Decline`, which is not offered where the shop is at fault. */
function DecideReturn({ request }: Shown) {
  const fields = { return: request.id }
  return (
    <>
      {mayMoveReturn(request, 'acknowledged') && <DeskForm intent="acknowledge" fields={fields} submit="Acknowledge" />}
      {mayMoveReturn(request, 'declined') && (
        <details>
          <summary className="button quiet small">Decline</summary>
          <DeskForm intent="decline" fields={fields} submit="Decline" variant="danger">
            {({ field }) => (
              <Field
                as="textarea"
                label="Why"
                rows={3}
                maxLength={WHY_MAX}
                hint="The buyer reads it."
                {...field('why')}
              />
            )}
          </DeskForm>
        </details>
      )}
      {mayMoveReturn(request, 'settled') && isFaultOfShop(request.reason) && (
        <p className="fine quiet">
          This is the shop’s fault, so money may not be refused (E-Commerce Rules 2020, rules 6 and 7).
        </p>
      )}
    </>
  )
}

/** The outcome; nothing while it is open. */
function Settled({ request: { state, settledAs, amount, declineReason } }: Shown) {
  if (settledAs)
    return (
      <p>
        Settled with: <strong>{WISHES[settledAs]}</strong>
        {amount !== null && ` ${formatPaise(amount)}`}
      </p>
    )
  if (state === 'declined') return <p className="note">Declined: {declineReason}</p>
  return null
}

function Buyer({ request: { userId, buyer, email, orderId } }: Shown) {
  return (
    <section className="box stack gap-2" aria-labelledby="buyer">
      <h3 id="buyer">Buyer</h3>
      {buyer === undefined ? (
        <p>Order {orderId} was deleted.</p>
      ) : (
        <>
          <p>
            <CustomerLink userId={userId}>{buyer}</CustomerLink>
          </p>
          <p className="quiet">{email}</p>
          <p>
            <MayLink to={`/adminDashboard/orders/${orderId}`}>Order {orderId}</MayLink>
          </p>
        </>
      )}
    </section>
  )
}

function Steps({ request: { steps } }: Shown) {
  return (
    <section className="box stack gap-3" aria-labelledby="timeline">
      <h3 id="timeline">Timeline</h3>
      <ol className="stack gap-3 timeline">
        {steps.map(({ state, note, time, who }) => (
          <li key={time + state}>
            <TimelineStep time={time} text={RETURN_STATE_LABELS[state]} who={who} detail={note} />
          </li>
        ))}
      </ol>
    </section>
  )
}
