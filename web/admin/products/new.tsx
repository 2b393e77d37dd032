import { data, Link, redirect } from 'react-router'
import { screensOf } from '#domain/accounts/user.ts'
import { newProductToast, parseNewProduct } from '#domain/catalog/forms/product-form.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readUpload } from '#server/http/forms.ts'
import { privateMeta } from '#web/page-meta.ts'
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx'
import type { Route } from './+types/new'
import { loadFormChoices } from './load-product.ts'
import { ProductForm } from './product-form.tsx'
import { productPaths } from './product-paths.ts'
import { saveNewProduct, withPicked } from './product-save.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return { role: screensOf(getUser(context)), choices: await loadFormChoices(context.get(shopContext)) }
}

/** For browsers without scripts; scripts post to `…/save` and show the progress. */
export async function action({ context, request }: Route.ActionArgs) {
  const user = getUser(context)
  const saved = await saveNewProduct(context.get(shopContext), user, await readUpload(context, request))
  if (saved.ok) throw redirect(productPaths(screensOf(user)).list)
  return data(await withPicked(context.get(shopContext), saved), { status: saved.status })
}

export const meta = privateMeta((_, { aNoun }) => ({ title: 'Add product', description: `Add ${aNoun} to the shop.` }))

export default function AddProduct({ loaderData: { role, choices }, actionData }: Route.ComponentProps) {
  const { list, add } = productPaths(role)
  return (
    <div className="stack product-page">
      <Breadcrumbs trail={[{ label: 'Products', to: list }, { label: 'Add product' }]} />
      <h1>Add product</h1>
      {role === 'seller' && <p className="quiet">It appears in the shop once an admin approves it.</p>}
      {role === 'admin' && choices.sizes.length === 0 && (
        <p>
          Each product has a size. <Link to="/adminDashboard/sizes">Add the first size</Link>, then the product.
        </p>
      )}
      <ProductForm
        choices={choices}
        saveTo={`${add}/save`}
        leaveTo={list}
        check={(form, { count }) => parseNewProduct(form, count, choices)}
        toastFor={(form, { count }) => newProductToast(form, count)}
        refused={actionData}
      />
    </div>
  )
}
