import { arrivalAnswer, deliveryAnswer } from '#domain/delivery/delivery-area.ts'
import { STATES } from '#domain/states.ts'
import { addressContext, shopContext } from '#server/contexts.ts'
import { lookUpPincode } from '#server/delivery/pincode-lookup.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import type { Route } from './+types/pincode'

/** City, State, delivery and cash on delivery of a pincode as JSON, for address forms and product pages. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const tooMany = await shop.limits.consume('search', { address: context.get(addressContext) })
  if (tooMany) return Response.json({ problem: tooMany.message }, tooManyRequests(tooMany))
  const found = await lookUpPincode(shop, params.pincode, new URL(request.url).searchParams)
  if (!found) return Response.json({ problem: 'A pincode has six digits.' }, { status: 404 })
  const { coverage, stateCode, isKnown, ...facts } = found
  const { calendar: _, ...ofCoverage } = coverage
  const body = {
    ...facts,
    known: isKnown,
    stateCode,
    state: stateCode ? STATES[stateCode] : '',
    ...ofCoverage,
    arrival: arrivalAnswer(coverage, shop.now()),
    answer: deliveryAnswer(found, shop.now()),
  }
  return Response.json(body, { headers: { 'cache-control': 'no-store' } })
}
