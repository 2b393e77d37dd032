import { parseOrderFilter } from '#domain/admin-lists.ts'
import { messages } from '#domain/messages.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { listAllOrders } from '#server/orders/admin-queries.ts'
import { approveCancellation, deleteOrder } from '#server/orders/cancel.ts'
import { deliverOrder } from '#server/orders/deliver.ts'
import { messagesFor, orderActionMessages } from '#web/admin/action-messages.ts'
import { confirmAndToast, orProblem } from '#web/admin/action-result.ts'
import { confirmFirst, idOf, runAction } from '#web/admin/run-action.ts'
import { type Choice, DocumentButton, Filter } from '#web/admin/table/list-controls.tsx'
import { LiveTable } from '#web/admin/table/live-table.tsx'
import { loadTable } from '#web/admin/table/load-table.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import { useWords } from '#web/ui/shop-info.ts'
import type { Route } from './+types/orders-tab'
import { orderColumns, rowsOf } from './order-columns.tsx'

export function loader(args: Route.LoaderArgs) {
  const filter = parseOrderFilter(new URL(args.request.url).searchParams)
  const { sort } = filter
  return loadTable(args, messages.ordersFailed, (db, cursor) => listAllOrders(db, filter, cursor), { sort })
}

const actions = { deliver: deliverOrder, 'approve-cancellation': approveCancellation, delete: deleteOrder }

export async function action({ context, request }: Route.ActionArgs) {
  const admin = getUser(context)
  const shop = context.get(shopContext)
  const form = await readForm(request)
  const [intent, words] = messagesFor(orderActionMessages, form.get('intent'))
  const confirmation = intent === 'delete' && confirmFirst(request, form, `Delete order ${form.get('id')}?`)
  if (confirmation) return confirmation
  const id = idOf(form)
  return runAction(shop, words, async () => id !== undefined && (await actions[intent](shop, admin, id)).ok)
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const [, words] = messagesFor(orderActionMessages, form.get('intent'))
  return confirmAndToast(serverAction, words.failed)
}

export const shouldRevalidate = orProblem

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, { title: 'Orders', description: 'All orders of the shop.' })

export default function OrdersTab({ loaderData: { page, sort, failures }, actionData }: Route.ComponentProps) {
  const words = useWords()
  return (
    <>
      <div className="tab-tools">
        <Filter search="Search number, buyer or payment" choices={CHOICES} />
        <DocumentButton to="/adminDashboard/export/orders">Export CSV</DocumentButton>
      </div>
      <LiveTable
        noun="order"
        page={{ ...page, rows: page.rows.flatMap(rowsOf) }}
        failures={failures}
        keyOf={({ key }) => key}
        recordKeyOf={({ order }) => order.id}
        columns={(controls) => orderColumns(controls, words)}
        sort={sort}
        answer={actionData}
        empty={{ heading: 'No orders yet', text: 'New orders appear here.' }}
      />
    </>
  )
}

const CHOICES: readonly Choice[] = [
  { label: 'Status', name: 'status', options: { pending: 'Pending', confirmed: 'Confirmed', delivered: 'Delivered' } },
  { label: 'Cancel', name: 'cancel', options: { none: 'None', requested: 'Requested', cancelled: 'Cancelled' } },
]
