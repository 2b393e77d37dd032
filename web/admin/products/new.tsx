import '#web/styles/admin.css'
import { data, redirect } from 'react-router'
import { requireAdmin, shopContext } from '#server/contexts.ts'
import { readUpload } from '#server/http/forms.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx'
import type { Route } from './+types/new'
import { NewProductForm } from './new-form.tsx'
import { saveNewProduct } from './product-save.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  requireAdmin(context, request)
  return null
}

/** For a browser without scripts; scripts send the form to `/addproduct/save`, which tells how far it has come. */
export async function action({ context, request }: Route.ActionArgs) {
  const saved = await saveNewProduct(
    context.get(shopContext),
    requireAdmin(context, request),
    await readUpload(context, request),
  )
  if (saved.ok) throw redirect('/adminDashboard')
  return data(saved, { status: saved.status })
}

export const meta: Route.MetaFunction = () => [
  ...pageMeta({ title: 'Add product', description: 'Add a pot to the shop.' }),
  { name: 'robots', content: 'noindex' },
]

export default function AddProduct({ actionData }: Route.ComponentProps) {
  return (
    <div className="page back-office product-page">
      <Breadcrumbs trail={[{ label: 'Back office', to: '/adminDashboard' }, { label: 'Add product' }]} />
      <h1>Add product</h1>
      <NewProductForm saveTo="/addproduct/save" leaveTo="/adminDashboard" refused={actionData} />
    </div>
  )
}
