import '#web/styles/admin.css'
import { data, redirect } from 'react-router'
import { requireAdmin, shopContext } from '#server/contexts.ts'
import { readUpload } from '#server/http/forms.ts'
import { NotLoaded } from '#web/admin/table/not-loaded.tsx'
import { useLive } from '#web/client/live.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx'
import type { Route } from './+types/edit'
import { EditProductForm } from './edit-form.tsx'
import { loadEditableProduct } from './load-product.ts'
import { saveEditedProduct } from './product-save.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const admin = requireAdmin(context, request)
  return { product: await loadEditableProduct(context.get(shopContext), admin, params.id) }
}

/** For a browser without scripts; scripts send the form to `/updateproduct/{id}/save`. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const admin = requireAdmin(context, request)
  const saved = await saveEditedProduct(context.get(shopContext), admin, params.id, await readUpload(context, request))
  if (saved.ok) throw redirect('/adminDashboard')
  return data(saved, { status: saved.status })
}

export const meta: Route.MetaFunction = () => [
  ...pageMeta({ title: 'Update product', description: 'Change a pot of the shop.' }),
  { name: 'robots', content: 'noindex' },
]

export default function UpdateProduct({ loaderData: { product }, actionData, params }: Route.ComponentProps) {
  useLive('product')
  return (
    <div className="page back-office product-page">
      <Breadcrumbs trail={[{ label: 'Back office', to: '/adminDashboard' }, { label: 'Update product' }]} />
      <h1>Update product</h1>
      <EditProductForm
        key={params.id}
        product={product}
        saveTo={`/updateproduct/${product.id}/save`}
        leaveTo="/adminDashboard"
        refused={actionData}
      />
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NotLoaded error={error} leaveTo="/adminDashboard" />
}
