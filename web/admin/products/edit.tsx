import { useEffect } from 'react'
import { data, isRouteErrorResponse, redirect, useLocation } from 'react-router'
import { screensOf } from '#domain/accounts/user.ts'
import { messages } from '#domain/messages.ts'
import { hasRight } from '#domain/permissions.ts'
import { creatorName } from '#domain/privacy/deleted-user.ts'
import { parseId } from '#domain/text.ts'
import { formatDateTime } from '#domain/time.ts'
import { findEditableProduct } from '#server/catalog/products.ts'
import { findStored } from '#server/catalog/queries.ts'
import { listStockChanges } from '#server/catalog/stock/grid-queries.ts'
import { listHolds } from '#server/catalog/stock/queries.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readOrFail } from '#server/http/degraded-reads.ts'
import { readUpload } from '#server/http/forms.ts'
import { useShownError } from '#web/client/open-router.ts'
import { toast } from '#web/client/toast.ts'
import { privateMeta } from '#web/page-meta.ts'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { useWords } from '#web/ui/shop-info.ts'
import type { Route } from './+types/edit'
import { approvalNotice, offSale } from './approval-messages.ts'
import { EditProductForm } from './edit-form.tsx'
import { loadFormChoices } from './load-product.ts'
import { SaleButton } from './product-columns.tsx'
import { productPaths } from './product-paths.ts'
import { saveEditedProduct, withPicked } from './product-save.ts'
import { StockHistory, StockHolds } from './stock-history.tsx'

/** Another seller's product is not found. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const user = getUser(context)
  const shop = context.get(shopContext)
  const id = parseId(params.id)
  const read = async () => id && findEditableProduct(shop, user, id)
  const product = await readOrFail(shop, messages.productLoadFailed, read)
  if (!product) throw data(messages.productLoadFailed, { status: 404 })
  const isStaff = hasRight(user, 'see products')
  const [choices, creator, history, holds] = await Promise.all([
    loadFormChoices(shop, product),
    isStaff ? findStored(shop.db, product.id) : undefined,
    listStockChanges(shop.db, product.id),
    // Sellers learn nothing about buyers, nor do staff who see no orders.
    hasRight(user, 'see orders') ? listHolds(shop.db, product.id) : [],
  ])
  const added = creator && {
    userId: creator.userId,
    username: creatorName(creator, await shop.settings.read()),
    email: creator.email,
    time: creator.time,
  }
  return { product, choices, added, history, holds, role: screensOf(user), seesOrders: hasRight(user, 'see orders') }
}

/** For browsers without scripts; scripts post to `…/save`. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const user = getUser(context)
  const saved = await saveEditedProduct(context.get(shopContext), user, params.id, await readUpload(context, request))
  const { list } = productPaths(screensOf(user))
  if (saved.ok) throw redirect(saved.waits ? `${list}?saved=waits` : list)
  return data(await withPicked(context.get(shopContext), saved), { status: saved.status })
}

export const meta = privateMeta((_, { aNoun }) => ({ title: 'Update product', description: `Edit ${aNoun}.` }))

export default function UpdateProduct({
  loaderData: { product, choices, added, history, holds, role, seesOrders },
  actionData,
  params,
}: Route.ComponentProps) {
  const { list, edit } = productPaths(role)
  const words = useWords()
  return (
    <div className="stack product-page">
      <Breadcrumbs trail={[{ label: 'Products', to: list }, { label: 'Update product' }]} />
      <h1>Update product</h1>
      {!product.onSale && <FormMessage tone="plain">{offSale(words)}</FormMessage>}
      {role === 'admin' && product.approved && (
        <div className="cluster gap-2" id={`product-${product.id}`}>
          <SaleButton product={product} />
        </div>
      )}
      <EditProductForm
        key={params.id}
        product={product}
        choices={choices}
        saveTo={`${edit(product.id)}/save`}
        leaveTo={list}
        refused={actionData}
        notice={role === 'seller' && product.approved ? approvalNotice(words) : undefined}
      />
      {added && <AddedBy {...added} />}
      <StockHolds productId={product.id} holds={holds} />
      <StockHistory changes={history} linksOrders={seesOrders} />
    </div>
  )
}

type AddedByProps = { userId: string | null; username: string; email: string; time: Date }

/** The specification's columns about whoever added the product. */
function AddedBy({ userId, username, email, time }: AddedByProps) {
  return (
    <section className="stack gap-3 apart" aria-labelledby="added-by">
      <h2 id="added-by">Added by</h2>
      <dl className="terms">
        <dt>UserName</dt>
        <dd>{username}</dd>
        <dt>Email</dt>
        <dd>{email}</dd>
        <dt>UserId</dt>
        <dd>{userId ?? 'Deleted account'}</dd>
        <dt>Date and time</dt>
        <dd>{formatDateTime(time)}</dd>
      </dl>
    </section>
  )
}

/** When loading failed the role is unknown, so the URL decides. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  useShownError(error)
  const isSellers = /^\/sellerDashboard/i.test(useLocation().pathname)
  return <NotLoaded error={error} leaveTo={productPaths(isSellers ? 'seller' : 'admin').list} />
}

/** Replaces an update form whose product is missing or could not be loaded. */
function NotLoaded({ error, leaveTo }: { error: unknown; leaveTo: string }) {
  const words = useWords()
  const missing = isRouteErrorResponse(error) && error.status === 404
  useEffect(() => {
    toast.error(messages.productLoadFailed, { id: messages.productLoadFailed })
  }, [])
  return (
    <>
      <title>{`${messages.productLoadFailed} · ${words.shop}`}</title>
      <EmptyState
        level={1}
        heading={messages.productLoadFailed}
        text={missing ? 'It may have been deleted, or the link is mistyped.' : 'Please try again in a moment.'}
        action={<LinkButton to={leaveTo}>Back to the products</LinkButton>}
      />
    </>
  )
}
