import { getUser, shopContext } from '#server/contexts.ts'
import { readUpload } from '#server/http/forms.ts'
import type { Route } from './+types/save'
import { saveEditedProduct, saveNewProduct } from './product-save.ts'

/** Handles product forms that scripts post to show upload progress. Without scripts the page's action does. */
export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const user = getUser(context)
  const upload = await readUpload(context, request)
  const saved = await (id ? saveEditedProduct(shop, user, id, upload) : saveNewProduct(shop, user, upload))
  return Response.json(saved, { status: saved.ok ? 200 : saved.status })
}
