import { shopContext } from '#server/contexts.ts'
import type { Route } from './+types/save-added'
import { answerSave } from './answer-save.ts'
import { saveAdded } from './save-product.ts'

export function action(args: Route.ActionArgs) {
  return answerSave(args, 'admin', (admin, upload) => saveAdded(args.context.get(shopContext), admin, upload))
}
