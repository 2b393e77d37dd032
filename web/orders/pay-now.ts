import { data } from 'react-router'
import { parseId } from '#domain/text.ts'
import { addressContext, getUser, shopContext } from '#server/contexts.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { openPayInstead } from '#server/payments/pay-instead.ts'
import { OPEN_STATUS } from '#web/checkout/payment-report.ts'
import type { Route } from './+types/pay-now'

/** Creates the payment of a cash order and returns what the provider's widget needs. */
export async function action({ context, params }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const user = getUser(context)
  const tooMany = await shop.limits.consume('paid', { address: context.get(addressContext), account: user.userId })
  if (tooMany) return data({ kind: 'limited' as const, message: tooMany.message }, tooManyRequests(tooMany))
  const id = parseId(params.id)
  const opened = id === undefined ? { kind: 'not-found' as const } : await openPayInstead(shop, user, id)
  if (opened.kind !== 'pay') return data(opened, { status: OPEN_STATUS[opened.kind] })
  const { contact, ...pay } = opened
  const { checkoutUrl, keyId } = shop.payments
  const prefill = { name: user.name, email: user.email, contact }
  return data({ ...pay, currency: 'INR' as const, checkoutUrl, keyId, prefill })
}
