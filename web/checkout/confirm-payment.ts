import { data } from 'react-router'
import { getUser, rateLimitKeyOf, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { confirmPayment } from '#server/payments/confirm.ts'
import type { Route } from './+types/confirm-payment'
import { PAID_STATUS, parsePaymentReport } from './payment-report.ts'

/** The payment widget's result as reported by the browser; the signature is verified before anything is believed. */
export async function action({ context, request }: Route.ActionArgs) {
  const report = parsePaymentReport(await readForm(request))
  const user = getUser(context)
  if (!report) return data({ kind: 'refused' as const }, { status: PAID_STATUS.refused })

  const shop = context.get(shopContext)
  // `waiting` is always true: the webhook places the order even if this report is dropped.
  const tooMany = await shop.limits.consume('paid', rateLimitKeyOf(context))
  if (tooMany) return data({ kind: 'waiting' as const }, tooManyRequests(tooMany))
  const confirmed = await confirmPayment(shop, user, report)
  const status = PAID_STATUS[confirmed.kind]
  if (confirmed.kind === 'placed')
    return data({ kind: confirmed.kind, orderId: confirmed.order.id, isPaid: true }, { status })
  return data(confirmed, { status })
}
