import '#web/styles/admin.css'
import { data, redirect } from 'react-router'
import { requireSeller, shopContext } from '#server/contexts.ts'
import { readUpload } from '#server/http/forms.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx'
import type { Route } from './+types/seller-new'
import { NewProductForm } from './new-form.tsx'
import { saveNewProduct } from './product-save.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  requireSeller(context, request)
  return null
}

/** For a browser without scripts; scripts send the form to `/sellerDashboard/addproduct/save`. */
export async function action({ context, request }: Route.ActionArgs) {
  const saved = await saveNewProduct(
    context.get(shopContext),
    requireSeller(context, request),
    await readUpload(context, request),
  )
  if (saved.ok) throw redirect('/sellerDashboard')
  return data(saved, { status: saved.status })
}

export const meta: Route.MetaFunction = () => [
  ...pageMeta({ title: 'Add product', description: 'Offer a pot in the shop.' }),
  { name: 'robots', content: 'noindex' },
]

export default function SellerAddProduct({ actionData }: Route.ComponentProps) {
  return (
    <div className="page back-office product-page">
      <Breadcrumbs trail={[{ label: 'Your shop', to: '/sellerDashboard' }, { label: 'Add product' }]} />
      <h1>Add product</h1>
      <p className="quiet">It appears in the shop as soon as it is approved.</p>
      <NewProductForm saveTo="/sellerDashboard/addproduct/save" leaveTo="/sellerDashboard" refused={actionData} />
    </div>
  )
}
