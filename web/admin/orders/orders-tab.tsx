import { data, Link } from 'react-router'
import {
  type Cursor,
  DESK_ORDERS_A_PAGE,
  type OrderView,
  parseOrderFilter,
  parseOrderView,
  wordParam,
} from '#domain/admin-lists.ts'
import { type InvoiceProblem, isInvoiceProblem } from '#domain/billing/invoice-needs.ts'
import { messages } from '#domain/messages.ts'
import { deleteConsequences } from '#domain/orders/action-questions.ts'
import { UNDO_SECONDS } from '#domain/orders/order-state.ts'
import { PARCEL_WORDS } from '#domain/orders/parcel-word.ts'
import { orderFor } from '#domain/orders/without-money.ts'
import { hasRight } from '#domain/permissions.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readOrFallback } from '#server/http/degraded-reads.ts'
import { approveCancellation, deleteOrder } from '#server/order-page/cancel.ts'
import { listUndelivered } from '#server/order-page/not-delivered.ts'
import { listLeftBehind, listOrders, listWrongStates } from '#server/orders/admin-queries.ts'
import { findOrder } from '#server/orders/queries.ts'
import { deliverOrder, undoDelivery } from '#server/parcels/deliver.ts'
import { listDisputes } from '#server/payments/dispute-queries.ts'
import type { Shop } from '#server/shop.ts'
import { messagesFor, ORDER_REFUSALS, orderActionMessages } from '#web/admin/action-messages.ts'
import { type ActionResult, runWithToast, skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { confirmFirst, idOf, readPress, runAction } from '#web/admin/run-action.ts'
import type { Choice } from '#web/admin/table/filter.tsx'
import { DocumentButton } from '#web/admin/table/list-controls.tsx'
import { LiveTable } from '#web/admin/table/live-table.tsx'
import { loadTable } from '#web/admin/table/load-table.ts'
import { Views } from '#web/admin/table/views.tsx'
import { offerUndo } from '#web/admin/undo-toast.tsx'
import { privateMeta } from '#web/page-meta.ts'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { useWords } from '#web/ui/shop-info.ts'
import type { Route } from './+types/orders-tab'
import { NewOrderLink } from './change-order-link.tsx'
import { readDeliverQuestion } from './desk-actions.ts'
import { BulkBar, DESK_ORDER_COLUMNS, UNDELIVERED_COLUMNS } from './desk-order-columns.tsx'
import { DISPUTE_COLUMNS, toShownDispute } from './disputes.tsx'
import { orderColumns, rowsOf } from './order-columns.tsx'

export async function loader(args: Route.LoaderArgs) {
  const params = new URL(args.request.url).searchParams
  const filter = parseOrderFilter(params)
  const shop = args.context.get(shopContext)
  const view = parseOrderView(params)
  const user = getUser(args.context)
  if (view === 'disputes') {
    const list = async (db: Shop['db'], cursor: Cursor) => {
      const page = await listDisputes(db, cursor)
      return { ...page, rows: page.rows.map((dispute) => toShownDispute(user, dispute, shop.now())) }
    }
    return loadTable(args, messages.ordersFailed, list, { view })
  }
  // They cannot be dispatched before their address is corrected.
  const wrongStates =
    view === 'problems'
      ? await readOrFallback(shop, { read: () => listWrongStates(shop.db), fallback: [], failures: [] })
      : []
  const rowsAPage = view === 'lines' ? undefined : DESK_ORDERS_A_PAGE
  const list = async (db: Shop['db'], cursor: Cursor) => {
    const page = await listOrders(db, filter, cursor, { rowsAPage })
    const ids = page.rows.map(({ id }) => id)
    const undelivered = view === 'not-delivered' ? await listUndelivered(db, ids) : []
    const rows = page.rows.map((order) => ({
      ...orderFor(user, order),
      undelivered: undelivered.filter(({ orderId }) => orderId === order.id),
    }))
    return { ...page, rows }
  }
  return loadTable(args, messages.ordersFailed, list, {
    sort: filter.sort,
    seesMoney: hasRight(user, 'see money'),
    wrongStates,
    view,
  })
}

const actions = {
  deliver: deliverOrder,
  'undo-delivery': undoDelivery,
  'approve-cancellation': approveCancellation,
  delete: deleteOrder,
}

const STATE_PROBLEMS: Record<InvoiceProblem, string> = {
  'state-needed':
    'We can’t tell the State from the pincode. Open the order, and choose its State when you dispatch it.',
  'state-contradicts':
    'The State of this address is not the one of its pincode. Open the order, and correct the address first.',
  'bill-to-needed':
    'The GSTIN of this order is of another State. Open the order, and confirm where it is billed when you dispatch it.',
}

export async function action({ context, request }: Route.ActionArgs) {
  const { shop, user: admin, form } = await readPress({ context, request })
  const [intent, toasts] = messagesFor(orderActionMessages, form.get('intent'))
  const id = idOf(form)
  const question = intent === 'delete' ? await readDeleteQuestion(shop, id) : await readDeliverQuestion(shop, form, id)
  const confirmation = question && confirmFirst(request, form, question)
  if (confirmation) return confirmation
  const answer = await runAction(shop, toasts, async () => {
    if (id === undefined) return false
    const change = await actions[intent](shop, admin, id)
    if (change.ok) return true
    return isInvoiceProblem(change.reason) ? STATE_PROBLEMS[change.reason] : (ORDER_REFUSALS[change.reason] ?? false)
  })
  if (intent !== 'deliver' || !answer.data.ok) return answer
  return data<ActionResult>({ ...answer.data, undo: { intent: 'undo-delivery', id: String(id) } })
}

/** The question of the dialog, for browsers without scripts. */
async function readDeleteQuestion({ db }: Pick<Shop, 'db'>, id: number | undefined): Promise<string> {
  const order = id === undefined ? undefined : await findOrder(db, id)
  const left = order && (await listLeftBehind(db, [order.id]))(order.id)
  return [`Delete order ${id}?`, ...(left ? deleteConsequences(order, left) : [])].join(' ')
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const [, toasts] = messagesFor(orderActionMessages, form.get('intent'))
  const answer = await runWithToast(serverAction, toasts.failed)
  if ('undo' in answer && answer.undo)
    offerUndo({
      text: `Order ${answer.undo.id} was delivered.`,
      fields: answer.undo,
      action: '/adminDashboard/orders',
      seconds: UNDO_SECONDS,
    })
  return answer
}

export const shouldRevalidate = skipRevalidationOnFailure

export const meta = privateMeta({ title: 'Orders', description: 'All orders of the shop.' })

export default function OrdersTab({ loaderData, actionData }: Route.ComponentProps) {
  const words = useWords()
  const { view, failures } = loaderData
  const list = {
    title: 'Orders',
    failures,
    empty: EMPTY[view] ?? NO_ORDERS,
    noFilter: ['orders'],
    views: <Views of="/adminDashboard/orders" current={view} />,
  }
  if (loaderData.view === 'disputes')
    return (
      <LiveTable
        {...list}
        page={loaderData.page}
        noun="dispute"
        keyOf={({ id }) => id}
        columns={() => DISPUTE_COLUMNS}
      />
    )
  const { page, sort, wrongStates, seesMoney } = loaderData
  const common = {
    ...list,
    noun: 'order',
    sort,
    filter: { search: SEARCH, choices: CHOICES },
    main: <NewOrderLink />,
    actions: <DocumentButton to="/adminDashboard/export/orders">Export CSV</DocumentButton>,
  }
  if (view === 'lines')
    return (
      <LiveTable
        {...common}
        page={{ ...page, rows: page.rows.flatMap(rowsOf) }}
        keyOf={({ key }) => key}
        recordKeyOf={({ order }) => order.id}
        columns={(controls) => orderColumns(controls, words).filter(({ heading }) => seesMoney || !isOfMoney(heading))}
        answer={actionData}
      />
    )
  return (
    <>
      <LiveTable
        {...common}
        page={page}
        keyOf={({ id }) => id}
        columns={() => (view === 'not-delivered' ? UNDELIVERED_COLUMNS : DESK_ORDER_COLUMNS)}
        answer={actionData}
        bulk={<BulkBar />}
      />
      <WrongStates orders={wrongStates} />
    </>
  )
}

const SEARCH = 'Search number, buyer, phone, email, AWB, invoice, pincode, firm, GSTIN, SKU or payment'

/** There are no amounts for those who may not see money. */
function isOfMoney(heading: string): boolean {
  return heading === 'Price' || heading === 'Total'
}

const NO_ORDERS = { heading: 'No orders yet', text: 'New orders appear here.' }
const EMPTY: Partial<Record<OrderView, typeof NO_ORDERS>> = {
  'to-pack': { heading: 'Nothing to pack', text: 'Orders that can be sent appear here.' },
  'not-confirmed': { heading: 'Nothing to confirm', text: 'Cash orders whose buyers have not answered appear here.' },
  packed: { heading: 'Nothing packed', text: 'Orders whose parcels wait for their courier appear here.' },
  'on-the-way': { heading: 'Nothing on the way', text: 'Orders with a parcel at a courier appear here.' },
  problems: {
    heading: 'No problems',
    text: 'Orders with a parcel that was not delivered or is coming back appear here.',
  },
  'not-delivered': {
    heading: 'Everything was delivered',
    text: 'Orders with a parcel that the courier could not deliver appear here, with what the buyer wants.',
  },
  cancellations: { heading: 'No cancellations', text: 'Orders whose buyers ask to cancel appear here.' },
  disputes: {
    heading: 'No disputes',
    text: 'When a buyer disputes a payment at the bank, it appears here with the day until which you can answer.',
  },
}

const CHOICES: readonly Choice[] = [
  {
    label: 'Parcels',
    name: 'parcels',
    options: Object.fromEntries(PARCEL_WORDS.map((word) => [wordParam(word), word])),
  },
  {
    label: 'With a parcel',
    name: 'show',
    options: { 'not-delivered': 'Not delivered', 'coming-back': 'Coming back' },
    former: { 'to-dispatch': 'To pack', 'came-back': 'Coming back' },
  },
  { label: 'Status', name: 'status', options: { pending: 'Pending', confirmed: 'Confirmed', delivered: 'Delivered' } },
  {
    label: 'Cancellation',
    name: 'cancel',
    options: { none: 'Not requested', requested: 'Requested', cancelled: 'Cancelled' },
  },
]

/** Orders that cannot be dispatched before somebody corrects their pincode or State. */
function WrongStates({ orders }: { orders: readonly { id: number; problem: string }[] }) {
  if (orders.length === 0) return null
  return (
    <section className="stack gap-2" aria-label="Orders to correct">
      <FormMessage>Correct the address before you dispatch:</FormMessage>
      <ul>
        {orders.map(({ id, problem }) => (
          <li key={id}>
            <Link to={`/adminDashboard/orders/${id}`}>Order {id}</Link>: {problem}
          </li>
        ))}
      </ul>
    </section>
  )
}
