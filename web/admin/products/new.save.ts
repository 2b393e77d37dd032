import { shopContext } from '#server/contexts.ts'
import type { Route } from './+types/new.save'
import { saveNewProduct } from './product-save.ts'
import { respondToSave } from './save-endpoint.ts'

export function action(args: Route.ActionArgs) {
  return respondToSave(args, 'admin', (admin, upload) => saveNewProduct(args.context.get(shopContext), admin, upload))
}
