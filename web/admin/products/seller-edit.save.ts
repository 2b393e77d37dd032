import { shopContext } from '#server/contexts.ts'
import type { Route } from './+types/seller-save-updated'
import { answerSave } from './answer-save.ts'
import { saveUpdated } from './save-product.ts'

export function action(args: Route.ActionArgs) {
  const { context, params } = args
  return answerSave(args, 'seller', (seller, upload) =>
    saveUpdated(context.get(shopContext), seller, params.id, upload),
  )
}
