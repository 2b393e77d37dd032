import { getUser, shopContext } from '#server/contexts.ts'
import { readUpload } from '#server/http/forms.ts'
import type { Route } from './+types/save'
import { saveProduct } from './product-save.ts'

/** Handles product forms that scripts post to show upload progress. Without scripts the page's action does. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const upload = await readUpload(context, request)
  const saved = await saveProduct(context.get(shopContext), getUser(context), params, upload)
  return Response.json(saved, { status: saved.ok ? 200 : saved.status })
}
