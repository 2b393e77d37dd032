import { data, useSearchParams } from 'react-router'
import { screensOf, type User } from '#domain/accounts/user.ts'
import { parseCursor, parseIds, parseProductFilter } from '#domain/admin-lists.ts'
import { messages } from '#domain/messages.ts'
import { formatRupees } from '#domain/money.ts'
import { isUuid } from '#domain/text.ts'
import { listAllProducts, listProductsOfSeller } from '#server/catalog/admin-queries.ts'
import { listCategories } from '#server/catalog/listing-queries.ts'
import {
  approveProduct,
  deleteProduct,
  featureProduct,
  restockProduct,
  restoreProduct,
  setOnSale,
} from '#server/catalog/product-actions.ts'
import { releaseHold } from '#server/catalog/stock/stock.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readOrFallback, statusFor } from '#server/http/degraded-reads.ts'
import type { Shop } from '#server/shop.ts'
import { messagesFor } from '#web/admin/action-messages.ts'
import { type ActionResult, runWithToast, skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { useMaySend } from '#web/admin/frame-data.ts'
import { DashboardFigures } from '#web/admin/products/dashboard-figures.tsx'
import { confirmFirst, idOf, readPress, runAction } from '#web/admin/run-action.ts'
import type { Choice } from '#web/admin/table/filter.tsx'
import { DocumentButton } from '#web/admin/table/list-controls.tsx'
import { LiveTable } from '#web/admin/table/live-table.tsx'
import { emptyPage } from '#web/admin/table/load-table.ts'
import { Views } from '#web/admin/table/views.tsx'
import { offerUndo } from '#web/admin/undo-toast.tsx'
import { textField, textFields } from '#web/form-actions.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import { useShopInfo, useWords } from '#web/ui/shop-info.ts'
import type { Route } from './+types/products-tab'
import { waitsForApproval } from './approval-messages.ts'
import { BulkSale, OPPOSITE, type SaleIntent, saleDone, saleQuestion } from './bulk-sale.tsx'
import { LastRowResult, type RowResult, stockText } from './edit-in-place.tsx'
import { adminColumns, sellerColumns } from './product-columns.tsx'
import { productPaths } from './product-paths.ts'
import { saveEditedProduct } from './product-save.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const user = getUser(context)
  const { userId } = user
  const role = screensOf(user)
  const { searchParams } = new URL(request.url)
  const filter = parseProductFilter(searchParams)
  const cursor = parseCursor(searchParams)
  const failures: string[] = []
  const [page, categories] = await readOrFallback(shop, {
    read: () =>
      role === 'admin'
        ? Promise.all([listAllProducts(shop.db, filter, cursor), listCategories(shop.db)])
        : Promise.all([listProductsOfSeller(shop.db, userId, filter, cursor), []]),
    fallback: [emptyPage, []],
    failures,
    message: messages.productsFailed,
  })
  const isWaiting = searchParams.get('saved') === 'waits'
  return data(
    { page, categories, role, sort: filter.sort, view: filter.view ?? 'all', failures, isWaiting },
    statusFor(failures),
  )
}

const buttons = {
  approve: { done: messages.productApproved, failed: messages.approveFailed },
  feature: { done: messages.productFeatured, failed: messages.approveFailed },
  restock: { done: 'Product restocked successfully', failed: 'Failed to restock product' },
  'take-off-sale': { done: 'Product taken off sale successfully', failed: 'Failed to take product off sale' },
  'put-on-sale': { done: 'Product put on sale successfully', failed: 'Failed to put product on sale' },
  'save-row': { done: messages.productUpdated, failed: messages.updateFailed },
  'release-hold': { done: 'Hold released successfully', failed: 'Failed to release the hold' },
  delete: { done: messages.productDeleted, failed: messages.deleteFailed },
  restore: { done: 'Product restored successfully', failed: 'Failed to restore product' },
}

const actions = {
  approve: approveProduct,
  feature: featureProduct,
  restock: restockProduct,
  delete: deleteProduct,
  restore: restoreProduct,
}

export async function action({ context, request }: Route.ActionArgs) {
  const { shop, user: admin, form } = await readPress({ context, request })
  const [intent, toasts] = messagesFor(buttons, form.get('intent'))
  const confirmation = intent === 'delete' && confirmFirst(request, form, `Delete “${form.get('called')}”?`)
  if (confirmation) return confirmation
  if (intent === 'take-off-sale' || intent === 'put-on-sale') return changeSale(shop, admin, request, form, intent)
  const id = idOf(form)
  if (intent === 'save-row') return saveRow(shop, admin, id, form)
  const seen = Number(form.get('version')) || undefined
  return runAction(shop, toasts, async () => {
    if (id === undefined) return false
    if (intent === 'release-hold') return releaseHoldOf(shop, admin, form)
    return (await actions[intent](shop, admin, id, seen)).ok
  })
}

/** Of one row, or of those that were chosen; these are asked about first, and can be taken back. */
async function changeSale(shop: Shop, admin: User, request: Request, form: FormData, intent: SaleIntent) {
  const chosen = parseIds(form, 'products')
  // The question keeps one value of each field.
  if (chosen.length > 0) form.set('products', chosen.join(','))
  const confirmation = chosen.length > 0 && confirmFirst(request, form, saleQuestion(intent, chosen.length))
  if (confirmation) return confirmation
  let changed: number[] = []
  const answer = await runAction(shop, buttons[intent], async () => {
    const ids = chosen.length > 0 ? chosen : [idOf(form) ?? 0]
    const done = await setOnSale(shop, admin, ids, intent === 'put-on-sale')
    changed = done ?? []
    return done !== undefined
  })
  if (chosen.length === 0 || changed.length === 0) return answer
  const undo = { intent: OPPOSITE[intent], products: changed.join(','), confirmed: 'yes' }
  return data<ActionResult>({ ...answer.data, message: saleDone(intent, changed.length), undo })
}

/** Saves the fields of the list that were sent, as the form of the product does. */
async function saveRow(shop: Shop, admin: User, id: number | undefined, form: FormData) {
  const saved = await saveEditedProduct(shop, admin, String(id), { ok: true, fields: form, files: [] })
  if (saved.ok) return data<RowResult>({ ok: true, message: messages.productUpdated })
  const { conflict, status, toast } = saved
  const { form: problem, ...problems } = saved.problems
  return data<RowResult>(
    {
      ok: false,
      message: conflict
        ? `Someone else saved this product since you opened it: ${formatRupees(conflict.price)}, stock ${stockText(conflict)}. Save again to replace it.`
        : (problem ?? Object.values(problems)[0] ?? toast),
      about: textField(form, 'about'),
      values: textFields(form),
      problems,
      ...(conflict && { version: conflict.version }),
    },
    { status },
  )
}

async function releaseHoldOf(shop: Pick<Shop, 'db'>, admin: User, form: FormData) {
  const checkoutId = textField(form, 'checkoutId')
  if (!isUuid(checkoutId)) return false
  return releaseHold(shop, admin, { variantId: Number(textField(form, 'variantId')) || 0, checkoutId })
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const intent = form.get('intent')
  const [, toasts] = messagesFor(buttons, intent)
  const answer = await runWithToast(serverAction, toasts.failed)
  if ('undo' in answer && answer.undo)
    offerUndo({ text: answer.message, fields: answer.undo, action: '/adminDashboard' })
  if (answer.ok && intent === 'delete') {
    const fields = { intent: 'restore', id: String(form.get('id')) }
    offerUndo({ text: `“${form.get('called')}” was deleted.`, fields, action: '/adminDashboard' })
  }
  return answer
}

export const shouldRevalidate = skipRevalidationOnFailure

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, {
    title: args.loaderData?.role === 'seller' ? 'Your products' : 'Products',
    description: 'All products of the shop, or those of a seller.',
  })

export default function ProductsTab({ loaderData, actionData }: Route.ComponentProps) {
  const { categories, role, isWaiting } = loaderData
  const [params] = useSearchParams()
  const isComplete = params.get('columns') === 'all'
  const isAdmin = role === 'admin'
  const shop = useShopInfo()
  const words = useWords()
  const maySend = useMaySend()
  const last = useLastResult<RowResult>(actionData)
  return (
    <LastRowResult value={last}>
      {isWaiting && (
        <FormMessage tone="good" alert>
          {messages.productUpdated} {waitsForApproval(words)}
        </FormMessage>
      )}
      <LiveTable
        {...loaderData}
        title="Products"
        views={isAdmin && <Views of="/adminDashboard" current={loaderData.view} />}
        beside={<DashboardFigures />}
        filter={{
          search: 'Search titles',
          choices: isAdmin ? [...ADMIN_CHOICES, categoryChoice(categories)] : SELLER_CHOICES,
        }}
        actions={
          isAdmin && (
            <>
              <LinkButton to={isComplete ? '/adminDashboard' : '/adminDashboard?columns=all'} variant="link" small>
                {isComplete ? 'Fewer columns' : 'All columns'}
              </LinkButton>
              <DocumentButton to="/adminDashboard/export/products">Export CSV</DocumentButton>
              <DocumentButton to="/adminDashboard/import">Import CSV</DocumentButton>
            </>
          )
        }
        bulk={isAdmin && maySend('/adminDashboard', 'take-off-sale') && <BulkSale />}
        noun="product"
        keyOf={({ id }) => id}
        columns={(controls) => (isAdmin ? adminColumns(controls, shop, isComplete) : sellerColumns(controls))}
        answer={last}
        empty={{
          heading: 'No products yet',
          text: isAdmin ? 'New products go live immediately.' : 'New products go live once an admin approves them.',
          action: <LinkButton to={productPaths(role).add}>Add product</LinkButton>,
        }}
      />
    </LastRowResult>
  )
}

const STATES = { false: 'Waiting', true: 'Approved' }

const SELLER_CHOICES: readonly Choice[] = [{ label: 'State', name: 'approved', options: STATES }]

const ADMIN_CHOICES: readonly Choice[] = [
  { label: 'Approved', name: 'approved', options: STATES },
  { label: 'Featured', name: 'featured', options: { true: 'Featured', false: 'Not featured' } },
]

function categoryChoice(categories: readonly string[]): Choice {
  return { label: 'Category', name: 'category', options: Object.fromEntries(categories.map((name) => [name, name])) }
}
