import { shopContext } from '#server/contexts.ts'
import type { Route } from './+types/seller-edit.save'
import { saveEditedProduct } from './product-save.ts'
import { respondToSave } from './save-endpoint.ts'

export function action(args: Route.ActionArgs) {
  const { context, params } = args
  return respondToSave(args, 'seller', (seller, upload) =>
    saveEditedProduct(context.get(shopContext), seller, params.id, upload),
  )
}
