import { data } from 'react-router'
import { coverageOf, coverageOfCounter, noDeliveryMessage, plainPincode } from '#domain/delivery/delivery-area.ts'
import { cashMessage, findCashRefusal } from '#domain/orders/cash.ts'
import { PICK_UP } from '#domain/orders/pick-up.ts'
import { getUser, rateLimitKeyOf, shopContext } from '#server/contexts.ts'
import { findArea } from '#server/delivery/queries.ts'
import { readOrFail } from '#server/http/degraded-reads.ts'
import { readForm } from '#server/http/forms.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { findCashHistory, findWaitingCash } from '#server/orders/queries.ts'
import { textField } from '#web/form-actions.ts'
import type { Route } from './+types/terms'

/** The reasons why this order, or cash for it, would be refused; undefined: none. */
export type Terms = { delivery?: string; cash?: string }

const FAILED = 'The delivery terms could not be read'

/** Reads only. Placing the order decides again. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const user = getUser(context)
  const form = await readForm(request)
  const tooMany = await shop.limits.consume('quote', rateLimitKeyOf(context))
  if (tooMany) return data<Terms>({}, tooManyRequests(tooMany))
  const pincode = plainPincode(textField(form, 'pincode'))
  const total = Number(textField(form, 'total')) || 0
  const [settings, history, waiting, { listed, area }] = await readOrFail(shop, FAILED, () =>
    Promise.all([
      shop.settings.read(),
      findCashHistory(shop.db, user.userId, textField(form, 'mobileNumber')),
      findWaitingCash(shop.db, user.userId),
      findArea(shop.db, pincode),
    ]),
  )
  const isPickedUp = textField(form, PICK_UP) === 'yes'
  const coverage = isPickedUp ? coverageOfCounter(settings) : coverageOf(settings, listed, area)
  const refusal = findCashRefusal(settings, total, { coverage, waiting, ...history })
  return Response.json({
    ...(!coverage.delivers && pincode && { delivery: noDeliveryMessage(pincode) }),
    ...(refusal && { cash: cashMessage(refusal, shop.payments.isAvailable, isPickedUp) }),
  } satisfies Terms)
}
