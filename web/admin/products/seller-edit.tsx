import '#web/styles/admin.css'
import { data, redirect } from 'react-router'
import { requireSeller, shopContext } from '#server/contexts.ts'
import { readUpload } from '#server/http/forms.ts'
import { NotLoaded } from '#web/admin/table/not-loaded.tsx'
import { useLive } from '#web/client/live.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx'
import type { Route } from './+types/seller-edit'
import { approvalNotice } from './approval-messages.ts'
import { EditProductForm } from './edit-form.tsx'
import { loadEditableProduct } from './load-product.ts'
import { saveEditedProduct } from './product-save.ts'

/** Another seller's product is missing here, as one that never was. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const seller = requireSeller(context, request)
  return { product: await loadEditableProduct(context.get(shopContext), seller, params.id) }
}

/** For a browser without scripts; scripts send the form to `/sellerDashboard/updateproduct/{id}/save`. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const seller = requireSeller(context, request)
  const saved = await saveEditedProduct(context.get(shopContext), seller, params.id, await readUpload(context, request))
  if (saved.ok) throw redirect(saved.waits ? '/sellerDashboard?saved=waits' : '/sellerDashboard')
  return data(saved, { status: saved.status })
}

export const meta: Route.MetaFunction = () => [
  ...pageMeta({ title: 'Update product', description: 'Change one of your pots.' }),
  { name: 'robots', content: 'noindex' },
]

export default function SellerUpdateProduct({ loaderData: { product }, actionData, params }: Route.ComponentProps) {
  useLive('product')
  return (
    <div className="page back-office product-page">
      <Breadcrumbs trail={[{ label: 'Your shop', to: '/sellerDashboard' }, { label: 'Update product' }]} />
      <h1>Update product</h1>
      <EditProductForm
        key={params.id}
        product={product}
        saveTo={`/sellerDashboard/updateproduct/${product.id}/save`}
        leaveTo="/sellerDashboard"
        refused={actionData}
        notice={product.approved ? approvalNotice : undefined}
      />
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NotLoaded error={error} leaveTo="/sellerDashboard" />
}
