import { shopContext } from '#server/contexts.ts'
import type { Route } from './+types/edit.save'
import { saveUpdated } from './product-save.ts'
import { answerSave } from './save-endpoint.ts'

export function action(args: Route.ActionArgs) {
  const { context, params } = args
  return answerSave(args, 'admin', (admin, upload) => saveUpdated(context.get(shopContext), admin, params.id, upload))
}
