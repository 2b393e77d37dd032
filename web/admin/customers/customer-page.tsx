import '#web/styles/orders.css'
import type { ReactNode } from 'react'
import { data, Link, type ShouldRevalidateFunctionArgs } from 'react-router'
import { parseCustomerNote } from '#domain/accounts/customer-note.ts'
import { parseUserId } from '#domain/accounts/user.ts'
import { SOURCE_NAMES } from '#domain/catalog/import/row.ts'
import { formatAmount, formatRupees } from '#domain/money.ts'
import { formatDateTime, formatDay } from '#domain/time.ts'
import { readCustomerPage, saveCustomerNote } from '#server/admin/customer-page.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readOrFail } from '#server/http/degraded-reads.ts'
import { fixFields, sendDesk } from '#web/admin/action-result.ts'
import { LastDeskResult } from '#web/admin/desk-form.tsx'
import { MessageState } from '#web/admin/messages/message-state.tsx'
import { OrderLinks } from '#web/admin/order-links.tsx'
import { readPress, runDesk } from '#web/admin/run-action.ts'
import { ActionResultMessage } from '#web/admin/table/action-result-message.tsx'
import { textFields } from '#web/form-actions.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import { DateTime } from '#web/ui/date-time.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import { BusinessBuyer, DeliveryPlace } from '#web/ui/product/order-card.tsx'
import type { Route } from './+types/customer-page'
import { CustomerNoteForm } from './customer-note-form.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const staff = getUser(context)
  const id = parseUserId(params.id)
  const read = async () => id && readCustomerPage(shop.db, staff, id)
  const page = await readOrFail(shop, 'Failed to load users', read)
  if (!page) throw data(null, { status: 404 })
  return page
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { shop, user: staff, form } = await readPress({ context, request })
  const id = parseUserId(params.id)
  if (!id) throw data(null, { status: 404 })
  return runDesk(shop, form, `user ${id}`, async () => {
    const note = parseCustomerNote(form)
    if (!note.ok) return fixFields(note.problems)
    const saved = await saveCustomerNote(shop, staff, id, note.value)
    if (saved.ok) return { ok: true, message: 'Saved' }
    if (saved.reason === 'not-found') return { ok: false, message: 'This customer no longer exists.' }
    const { present } = saved
    const message = `Changed since you opened it, to “${present.note}” with the tags “${present.tags.join(', ')}”. Save again to replace that.`
    return { ok: false, message, values: { ...textFields(form), version: String(present.version) } }
  })
}

export const clientAction = sendDesk

/** A refusal changed nothing, and names what somebody else has saved. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionResult?.ok === false ? false : defaultShouldRevalidate
}

export const handle = { needsHeading: true }

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, {
    title: args.loaderData?.account.name ?? 'Customer',
    description: 'Orders, addresses and messages of a customer.',
  })

export default function CustomerPage({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastResult(actionData)
  const { account, since, bought, addresses, messages, consents, note, pastOrders } = loaderData
  return (
    <LastDeskResult value={answer}>
      <div className="stack order-page">
        <header className="cluster">
          <p className="no-print">
            <Link to="/adminDashboard/users">All users</Link>
          </p>
          <h2>{account.name}</h2>
          <span className="badge">{account.role}</span>
        </header>
        {answer && <ActionResultMessage answer={answer} />}
        <div className="columns">
          <div className="stack gap-5">
            {bought && <Bought bought={bought} email={account.email || account.name} />}
            {pastOrders.length > 0 && <PastOrders orders={pastOrders} />}
            {messages && <Messages messages={messages} isConfirmed={account.isEmailConfirmed} />}
          </div>
          <aside className="stack gap-5">
            <Box title="Account">
              {account.email === '' ? (
                <p>No email.</p>
              ) : (
                <p>
                  <a href={`mailto:${account.email}`}>{account.email}</a>
                  <br />
                  {account.isEmailConfirmed ? 'Email confirmed' : 'Email not confirmed'}
                </p>
              )}
              {since && <p className="fine quiet">Since {formatDateTime(since)}</p>}
            </Box>
            <CustomerNoteForm note={note} />
            <Box title="Addresses">
              {addresses.length === 0 && <p>No saved addresses.</p>}
              {addresses.map((address) => (
                <div key={address.id}>
                  <DeliveryPlace address={address} />
                  <BusinessBuyer address={address} />
                </div>
              ))}
            </Box>
            <Box title="Consents">
              {consents.length === 0 && <p>None recorded.</p>}
              <ul className="stack gap-2">
                {consents.map(({ purpose, textVersion, time }) => (
                  <li key={purpose + time}>
                    {sentenceOf(purpose, textVersion)} <span className="fine quiet">{formatDateTime(time)}</span>
                  </li>
                ))}
              </ul>
            </Box>
          </aside>
        </div>
      </div>
    </LastDeskResult>
  )
}

function sentenceOf(purpose: PageData['consents'][number]['purpose'], version: string): string {
  if (purpose === 'whatsapp') return 'Asked for updates by WhatsApp'
  if (purpose === 'whatsapp-stop') return 'Ended updates by WhatsApp'
  return `Was shown the notice of ${version} at ${purpose === 'signup' ? 'sign-up' : 'checkout'}`
}

type PageData = Route.ComponentProps['loaderData']

function Box({ title, children }: { title: string; children: ReactNode }) {
  const id = `customer-${title.toLowerCase()}`
  return (
    <section aria-labelledby={id} className="box stack gap-3">
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}

function Bought({ bought, email }: { bought: NonNullable<PageData['bought']>; email: string }) {
  const { orders, next, returns, count, money, vouchers } = bought
  return (
    <>
      <dl className="terms">
        <dt>Orders</dt>
        <dd>{count}</dd>
        {money && (
          <>
            <dt>Spent</dt>
            <dd>{formatRupees(money.spent)}</dd>
            <dt>Returned</dt>
            <dd>{formatRupees(money.returned)}</dd>
          </>
        )}
      </dl>
      <Box title="Orders">
        <OrderLinks orders={orders} next={next} email={email} />
      </Box>
      {vouchers.length > 0 && (
        <Box title="Vouchers">
          <ul className="stack gap-2">
            {vouchers.map(({ id, amount, balance, expiresOn }) => (
              <li key={id}>
                {formatAmount(balance)} left of {formatAmount(amount)}, until {formatDay(expiresOn)}
              </li>
            ))}
          </ul>
        </Box>
      )}
      {returns.length > 0 && (
        <Box title="Returns">
          <ul className="stack gap-2">
            {returns.map(({ id, orderId, reason, amount, time }) => (
              <li key={id} className="cluster gap-2">
                <Link to={`/adminDashboard/orders/${orderId}`}>Order {orderId}</Link>
                <span>{REASONS[reason]}</span>
                {money && (
                  <span className="numbers">{amount === undefined ? 'Not decided' : formatRupees(amount)}</span>
                )}
                <DateTime className="fine quiet" of={time} />
              </li>
            ))}
          </ul>
        </Box>
      )}
    </>
  )
}

const inPaise = (rupees: number) => formatAmount(Math.round(rupees * 100))

/** Of an earlier shop: they have no page here. */
function PastOrders({ orders }: { orders: PageData['pastOrders'] }) {
  return (
    <Box title="Past orders">
      <p className="fine quiet">
        From an earlier shop. They are not part of the figures, bills and reports of this one.
      </p>
      <ul className="stack gap-2">
        {orders.map(({ id, source, number, placedAt, total, state, lines }) => (
          <li key={id}>
            <details>
              <summary>
                {number} · {state} {total !== undefined && `· ${inPaise(total)} `}
                <time className="fine quiet" dateTime={placedAt}>
                  {formatDay(placedAt.slice(0, 10))}, {SOURCE_NAMES[source]}
                </time>
              </summary>
              <ul>
                {lines.map(({ title, quantity, price }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an order may have two equal lines, and never changes
                  <li key={index}>
                    {quantity} × {title}
                    {price !== null && `, ${inPaise(price)} each`}
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </Box>
  )
}

const REASONS = { returned: 'Sent back', 'not-delivered': 'Not delivered', deleted: 'Order deleted' } as const

function Messages({ messages, isConfirmed }: { messages: NonNullable<PageData['messages']>; isConfirmed: boolean }) {
  return (
    <Box title="Messages">
      {messages.length === 0 && <p>No messages.</p>}
      {messages.length > 0 && !isConfirmed && (
        <p className="fine">This email address is not confirmed: they may come from someone else.</p>
      )}
      <ul className="stack gap-3">
        {messages.map(({ id, message, state, time }) => (
          <li key={id} className="stack gap-1">
            <span className="cluster gap-2">
              <Link to={`/adminDashboard/messages/${id}`}>{formatDateTime(time)}</Link>
              <MessageState state={state} />
            </span>
            <span className="note">{message}</span>
          </li>
        ))}
      </ul>
    </Box>
  )
}
