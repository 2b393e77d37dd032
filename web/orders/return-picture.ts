import { getUser, shopContext } from '#server/contexts.ts'
import { sendReturnPicture } from '#server/returns/page.ts'
import type { Route } from './+types/return-picture'

/** A picture of a return request; for everybody else it does not exist. */
export function loader({ context, params }: Route.LoaderArgs) {
  return sendReturnPicture(context.get(shopContext), getUser(context), params)
}
