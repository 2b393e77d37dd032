import { data, type RouterContextProvider } from 'react-router'
import { noDeliveryMessage } from '#domain/delivery/delivery-area.ts'
import { messages } from '#domain/messages.ts'
import { parseAddress } from '#domain/orders/address.ts'
import { cashReason } from '#domain/orders/cash.ts'
import { CANCEL_REASON_MAX, type OrderId } from '#domain/orders/order-state.ts'
import { getUser, rateLimitKeyOf, shopContext } from '#server/contexts.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { keepOrder, requestCancel } from '#server/order-page/cancel.ts'
import { changeOwnAddress } from '#server/orders/change.ts'
import { textField, textFields } from '#web/form-actions.ts'
import type { AddressResult } from './change-address.tsx'

type Context = Readonly<RouterContextProvider>

const NOT_FOUND = 'We couldn’t find this order in your account.'

/** Requests a cancellation. Another user's order gets the same response as one that does not exist. */
export async function cancelOrder(context: Context, id: OrderId | undefined, form: FormData) {
  const [shop, user] = [context.get(shopContext), getUser(context)]
  const tooMany = await shop.limits.consume('cancel', rateLimitKeyOf(context))
  if (tooMany) return answer({ ok: false, intent: 'cancel', message: tooMany.message }, tooManyRequests(tooMany))
  const result = id
    ? await requestCancel(shop, user, id, textField(form, 'reason'))
    : { ok: false as const, reason: 'not-found' as const }
  if (result.ok) return answer({ ok: true, intent: 'cancel', message: messages.cancelRequested })
  const [message, status] = CANCEL_REFUSALS[result.reason]
  return answer({ ok: false, intent: 'cancel', message }, { status })
}

const CANCEL_REFUSALS = {
  'not-found': [NOT_FOUND, 404],
  'too-late': ['This order has already been delivered and can’t be cancelled.', 409],
  'too-long': [`Please give your reason in at most ${CANCEL_REASON_MAX} characters.`, 400],
} as const

/** Takes the request to cancel back. */
export async function keepOwnOrder(context: Context, id: OrderId | undefined) {
  const [shop, user] = [context.get(shopContext), getUser(context)]
  const intent = 'keep'
  const tooMany = await shop.limits.consume('cancel', rateLimitKeyOf(context))
  if (tooMany) return answer({ ok: false, intent, message: tooMany.message }, tooManyRequests(tooMany))
  const result = id ? await keepOrder(shop, user, id) : { ok: false as const, reason: 'not-found' as const }
  if (result.ok) return answer({ ok: true, intent, message: 'We keep your order as it was.' })
  if (result.reason === 'not-found') return answer({ ok: false, intent, message: NOT_FOUND }, { status: 404 })
  const message = 'We had already cancelled this order when you pressed. Please order again if you want to keep it.'
  return answer({ ok: false, intent, message }, { status: 409 })
}

const TOO_LATE_FOR_ADDRESS = 'This order has been dispatched or cancelled, so you can’t change its address any more.'

export async function changeShopperAddress(context: Context, id: OrderId, form: FormData) {
  const [shop, user] = [context.get(shopContext), getUser(context)]
  const intent = 'change-address'
  const values = textFields(form)
  const tooMany = await shop.limits.consume('changeAddress', rateLimitKeyOf(context))
  if (tooMany) return answer({ ok: false, intent, message: tooMany.message, values }, tooManyRequests(tooMany))
  const parsed = parseAddress(form)
  if (!parsed.ok)
    return answer(
      { ok: false, intent, message: 'Please fix the highlighted fields.', problems: parsed.problems, values },
      { status: 400 },
    )
  const changed = await changeOwnAddress(shop, user, id, parsed.value)
  if (changed.ok) return answer({ ok: true, intent, message: ADDRESS_CHANGED })
  if (changed.reason === 'not-found') throw data(null, { status: 404 })
  if (changed.reason === 'too-late' || changed.reason === 'invoiced')
    return answer({ ok: false, intent, message: TOO_LATE_FOR_ADDRESS, values }, { status: 409 })
  const problem =
    changed.reason === 'no-cash'
      ? `${cashReason(changed.refusal)}. Pay for this order online first, or choose another address.`
      : noDeliveryMessage(parsed.value.pincode)
  return answer({ ok: false, intent, message: problem, problems: { pincode: problem }, values }, { status: 409 })
}

export const ADDRESS_CHANGED = 'Address changed'

function answer(result: AddressResult, init: ResponseInit = {}) {
  return data<AddressResult>(result, init)
}
