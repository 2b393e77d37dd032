import { shopContext } from '#server/contexts.ts'
import type { Route } from './+types/save-updated'
import { answerSave } from './answer-save.ts'
import { saveUpdated } from './save-product.ts'

export function action(args: Route.ActionArgs) {
  const { context, params } = args
  return answerSave(args, 'admin', (admin, upload) => saveUpdated(context.get(shopContext), admin, params.id, upload))
}
