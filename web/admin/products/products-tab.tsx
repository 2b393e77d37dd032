import { data } from 'react-router'
import { parseCursor, parseProductFilter } from '#domain/admin-lists.ts'
import { messages } from '#domain/messages.ts'
import { listAllProducts, listCategories } from '#server/catalog/admin-queries.ts'
import { readOrFallback, statusFor } from '#server/catalog/degraded-reads.ts'
import {
  approveProduct,
  deleteProduct,
  featureProduct,
  restockProduct,
  restoreProduct,
} from '#server/catalog/products.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { messagesFor, productActionMessages } from '#web/admin/action-messages.ts'
import { type ActionResult, confirmAndToast, orProblem } from '#web/admin/action-result.ts'
import { confirmFirst, idOf, runAction } from '#web/admin/run-action.ts'
import { type Choice, Filter } from '#web/admin/table/list-controls.tsx'
import { emptyPage, LiveTable } from '#web/admin/table/live-table.tsx'
import { offerToRestore } from '#web/admin/undo-toast.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { Button, LinkButton } from '#web/ui/forms/button.tsx'
import type { Route } from './+types/products-tab'
import { productColumns } from './product-columns.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { searchParams } = new URL(request.url)
  const filter = parseProductFilter(searchParams)
  const failures: string[] = []
  const [page, categories] = await readOrFallback(shop, {
    read: () => Promise.all([listAllProducts(shop.db, filter, parseCursor(searchParams)), listCategories(shop.db)]),
    fallback: [emptyPage, []],
    failures,
    message: messages.productsFailed,
  })
  return data({ page, categories, sort: filter.sort, failures }, statusFor(failures))
}

const actions = {
  approve: approveProduct,
  feature: featureProduct,
  restock: restockProduct,
  delete: deleteProduct,
  restore: restoreProduct,
}

export async function action({ context, request }: Route.ActionArgs) {
  const admin = getUser(context)
  const shop = context.get(shopContext)
  const form = await readForm(request)
  const [intent, words] = messagesFor(productActionMessages, form.get('intent')) ?? []
  if (!intent) return data<ActionResult>({ ok: false, message: 'The shop does not know this button.' }, { status: 400 })
  const confirmation = intent === 'delete' && confirmFirst(request, form, `Delete “${form.get('called')}”?`)
  if (confirmation) return confirmation
  const id = idOf(form)
  const seen = Number(form.get('version')) || undefined
  return runAction(shop, words, async () => id !== undefined && (await actions[intent](shop, admin, id, seen)).ok)
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const intent = form.get('intent')
  const [, words] = messagesFor(productActionMessages, intent) ?? []
  const answer = await confirmAndToast(serverAction, words?.failed ?? '')
  if (answer.ok && intent === 'delete') offerToRestore(Number(form.get('id')), String(form.get('called')))
  return answer
}

export const shouldRevalidate = orProblem

export const meta: Route.MetaFunction = () => [
  ...pageMeta({ title: 'Products', description: 'The products of the shop.' }),
  { name: 'robots', content: 'noindex' },
]

export default function ProductsTab({ loaderData, actionData }: Route.ComponentProps) {
  const { page, categories, sort, failures } = loaderData
  return (
    <>
      <div className="tab-tools">
        <Filter search="Search titles" choices={[...CHOICES, categoryChoice(categories)]} />
        <Spreadsheets />
      </div>
      <LiveTable
        thing="product"
        things="products"
        page={page}
        failures={failures}
        keyOf={({ id }) => id}
        columns={productColumns}
        sort={sort}
        answer={actionData}
        empty={{
          heading: 'No products yet',
          text: 'What you add stands in the shop at once.',
          action: <LinkButton to="/addproduct">Add product</LinkButton>,
        }}
      />
    </>
  )
}

const CHOICES: readonly Choice[] = [
  {
    label: 'Approved',
    name: 'approved',
    options: [
      { value: 'false', label: 'Waiting' },
      { value: 'true', label: 'Approved' },
    ],
  },
  {
    label: 'Featured',
    name: 'featured',
    options: [
      { value: 'true', label: 'Featured' },
      { value: 'false', label: 'Not featured' },
    ],
  },
]

function categoryChoice(categories: readonly string[]): Choice {
  return { label: 'Category', name: 'category', options: categories.map((name) => ({ value: name, label: name })) }
}

/** Plain forms: a download is no page of ours. */
function Spreadsheets() {
  return (
    <div className="spreadsheets">
      <form action="/adminDashboard/export/products">
        <Button type="submit" variant="quiet">
          Export CSV
        </Button>
      </form>
      <form action="/adminDashboard/import">
        <Button type="submit" variant="quiet">
          Import CSV
        </Button>
      </form>
    </div>
  )
}
