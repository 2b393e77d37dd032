import { shopContext } from '#server/contexts.ts'
import type { Route } from './+types/seller-new.save'
import { saveAdded } from './product-save.ts'
import { answerSave } from './save-endpoint.ts'

export function action(args: Route.ActionArgs) {
  return answerSave(args, 'seller', (seller, upload) => saveAdded(args.context.get(shopContext), seller, upload))
}
