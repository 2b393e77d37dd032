import { shopContext } from '#server/contexts.ts'
import type { Route } from './+types/seller-save-added'
import { answerSave } from './answer-save.ts'
import { saveAdded } from './save-product.ts'

export function action(args: Route.ActionArgs) {
  return answerSave(args, 'seller', (seller, upload) => saveAdded(args.context.get(shopContext), seller, upload))
}
