import { shopContext } from '#server/contexts.ts'
import type { Route } from './+types/seller-edit.save'
import { saveUpdated } from './product-save.ts'
import { answerSave } from './save-endpoint.ts'

export function action(args: Route.ActionArgs) {
  const { context, params } = args
  return answerSave(args, 'seller', (seller, upload) =>
    saveUpdated(context.get(shopContext), seller, params.id, upload),
  )
}
