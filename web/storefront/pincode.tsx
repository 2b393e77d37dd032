import { data } from 'react-router'
import { deliveryAnswer } from '#domain/delivery/delivery-area.ts'
import { startOf } from '#domain/short-text.ts'
import { cleanLine } from '#domain/text.ts'
import { addressContext, shopContext } from '#server/contexts.ts'
import { lookUpPincode } from '#server/delivery/pincode-lookup.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { privateMeta } from '#web/page-meta.ts'
import { SeeAllLink } from '#web/ui/layout/see-all-link.tsx'
import type { Route } from './+types/pincode'
import { PincodeCheck } from './pincode-check.tsx'

/** For browsers without scripts, which the form on a product's page brings here. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const asked = new URL(request.url).searchParams
  const pincode = startOf(cleanLine(asked.get('pincode') ?? ''), 20)
  if (!pincode) return { asked: undefined }
  const tooMany = await shop.limits.consume('search', { address: context.get(addressContext) })
  if (tooMany)
    return data({ asked: { pincode, answer: { lines: [tooMany.message], isProblem: true } } }, tooManyRequests(tooMany))
  const found = await lookUpPincode(shop, pincode, asked)
  if (!found) return data({ asked: { pincode, answer: { lines: ['A pincode has six digits.'], isProblem: true } } })
  const lines = deliveryAnswer(found, shop.now())
  return { asked: { pincode, answer: { lines, isProblem: !found.coverage.delivers } } }
}

export const meta = privateMeta({ title: 'Delivery', description: 'When a parcel arrives at your pincode.' })

export default function Pincode({ loaderData: { asked } }: Route.ComponentProps) {
  return (
    <section className="page narrow" aria-labelledby="pincode-heading">
      <h1 id="pincode-heading">Delivery to your pincode</h1>
      <PincodeCheck {...(asked && { asked })} />
      <SeeAllLink />
    </section>
  )
}
