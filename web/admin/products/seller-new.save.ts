import { shopContext } from '#server/contexts.ts'
import type { Route } from './+types/seller-new.save'
import { answerSave } from './save-endpoint.ts'
import { saveAdded } from './product-save.ts'

export function action(args: Route.ActionArgs) {
  return answerSave(args, 'seller', (seller, upload) => saveAdded(args.context.get(shopContext), seller, upload))
}
