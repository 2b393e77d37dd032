import { data } from 'react-router'
import * as v from 'valibot'
import { getUser, rateLimitKeyOf, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { confirmPayment } from '#server/payments/confirm.ts'
import type { Route } from './+types/confirm-payment'

const name = v.pipe(v.string(), v.regex(/^\w{1,80}$/))
const reportSchema = v.object({ checkoutId: v.pipe(v.string(), v.uuid()), paymentId: name, signature: name })

const STATUS = { placed: 200, waiting: 202, refunded: 409, refused: 400 } as const

/** The payment widget's result as reported by the browser; the signature is verified before anything is believed. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = v.safeParse(reportSchema, Object.fromEntries(await readForm(request)))
  const user = getUser(context)
  if (!form.success) return data({ kind: 'refused' as const }, { status: STATUS.refused })

  const shop = context.get(shopContext)
  // `waiting` is always true: the webhook places the order even if this report is dropped.
  const tooMany = await shop.limits.consume('paid', rateLimitKeyOf(context))
  if (tooMany) return data({ kind: 'waiting' as const }, tooManyRequests(tooMany))
  const confirmed = await confirmPayment(shop, user, form.output)
  const status = STATUS[confirmed.kind]
  if (confirmed.kind === 'placed') return data({ kind: confirmed.kind, isPaid: true }, { status })
  return data(confirmed, { status })
}
