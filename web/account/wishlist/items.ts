import { data, redirect } from 'react-router'
import { parseIds } from '#domain/storage/stored-wishlist.ts'
import { getSession, shopContext, userContext } from '#server/contexts.ts'
import { readForm, wantsDocument } from '#server/http/forms.ts'
import { limitRequest } from '#server/http/limit-request.ts'
import { listSaved } from '#server/wishlist/queries.ts'
import { changeWishlist, type WishlistChange } from '#server/wishlist/wishlist.ts'
import { textField } from '#web/form-actions.ts'
import type { Route } from './+types/items'

/**
 * The products that the account has saved, for the hearts in this browser; null without a session. Somebody who opens this
 * address goes to the page.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  if (wantsDocument(request)) throw redirect('/wishlist')
  const user = context.get(userContext)
  return Response.json(user ? await listSaved(context.get(shopContext).db, user.userId) : null)
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  await limitRequest(context, 'wishlist')
  const change = parseChange(await readForm(request))
  if (!change) throw data('Unknown product.', { status: 400 })
  const ids = await changeWishlist(shop, getSession(context).user.userId, change)
  if (wantsDocument(request)) throw redirect('/wishlist')
  return Response.json(ids)
}

function parseChange(form: FormData): WishlistChange | undefined {
  const [save, [remove], [toggle]] = [
    parseIds(textField(form, 'save')),
    parseIds(textField(form, 'remove')),
    parseIds(textField(form, 'toggle')),
  ]
  if (remove) return { remove }
  if (toggle) return { toggle }
  return save.length > 0 ? { save } : undefined
}
