import { data, redirect } from 'react-router'
import { parseProductRequest } from '#domain/catalog/product-request.ts'
import type { Problems } from '#domain/form-fields.ts'
import { wordsOf } from '#domain/shop/wording.ts'
import { parseId } from '#domain/text.ts'
import { requestProduct } from '#server/contact/contact.ts'
import { rateLimitKeyOf, shopContext, userContext } from '#server/contexts.ts'
import { readForm, wantsDocument } from '#server/http/forms.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import type { Route } from './+types/request-product'

/** A visit to this URL goes to the product page. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/productinfo/${encodeURIComponent(params.id)}`)
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = parseProductRequest(await readForm(request))
  if (!form.ok) return data(form, { status: 400 })
  const shop = context.get(shopContext)
  const tooMany = await shop.limits.consume('contact', rateLimitKeyOf(context))
  if (tooMany)
    return data({ ok: false as const, problems: { form: tooMany.message } as Problems }, tooManyRequests(tooMany))
  const result = await requestProduct(shop, context.get(userContext), parseId(params.id), form.value)
  if (!result) {
    const { noun } = wordsOf(await shop.settings.readOrLast())
    const form = `This ${noun} is available. Reload the page to order it.`
    return data({ ok: false as const, problems: { form } as Problems }, { status: 409 })
  }
  if (wantsDocument(request)) throw redirect(`/productinfo/${encodeURIComponent(params.id)}`)
  return { ok: true as const }
}
