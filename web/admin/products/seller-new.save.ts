import { shopContext } from '#server/contexts.ts'
import type { Route } from './+types/seller-new.save'
import { saveNewProduct } from './product-save.ts'
import { respondToSave } from './save-endpoint.ts'

export function action(args: Route.ActionArgs) {
  return respondToSave(args, 'seller', (seller, upload) =>
    saveNewProduct(args.context.get(shopContext), seller, upload),
  )
}
