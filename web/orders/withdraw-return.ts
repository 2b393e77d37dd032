import { data, type RouterContextProvider } from 'react-router'
import type { OrderId } from '#domain/orders/order-state.ts'
import { returnNumberOf } from '#domain/returns/return-request.ts'
import { parseId } from '#domain/text.ts'
import { getUser, rateLimitKeyOf, shopContext } from '#server/contexts.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { withdrawReturn } from '#server/returns/decide.ts'

/** Takes back a return request; another person's gets the same answer as one that does not exist. */
export async function withdrawOwnReturn(context: Readonly<RouterContextProvider>, orderId: OrderId, form: FormData) {
  const [shop, user, intent] = [context.get(shopContext), getUser(context), 'withdraw-return']
  const tooMany = await shop.limits.consume('returns', rateLimitKeyOf(context))
  if (tooMany) return data({ ok: false, intent, message: tooMany.message }, tooManyRequests(tooMany))
  const id = parseId(form.get('return'))
  const withdrawn = id && (await withdrawReturn(shop, user, orderId, id))
  if (!withdrawn || (!withdrawn.ok && withdrawn.reason === 'not-found')) throw data(null, { status: 404 })
  if (!withdrawn.ok)
    return data({ ok: false, intent, message: 'This is settled or declined already, so it stays.' }, { status: 409 })
  return data({ ok: true, intent, message: `${returnNumberOf(id)} is withdrawn.` })
}
