import { shopContext } from '#server/contexts.ts'
import type { Route } from './+types/new.save'
import { saveAdded } from './product-save.ts'
import { answerSave } from './save-endpoint.ts'

export function action(args: Route.ActionArgs) {
  return answerSave(args, 'admin', (admin, upload) => saveAdded(args.context.get(shopContext), admin, upload))
}
