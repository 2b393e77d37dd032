import { shopContext } from '#server/contexts.ts'
import type { Route } from './+types/edit.save'
import { saveEditedProduct } from './product-save.ts'
import { respondToSave } from './save-endpoint.ts'

export function action(args: Route.ActionArgs) {
  const { context, params } = args
  return respondToSave(args, 'admin', (admin, upload) =>
    saveEditedProduct(context.get(shopContext), admin, params.id, upload),
  )
}
