import { data } from 'react-router'
import { shopContext } from '#server/contexts.ts'
import { openPayInstead } from '#server/payments/pay-instead.ts'
import { OPEN_STATUS } from '#web/checkout/payment-report.ts'
import type { Route } from './+types/pay-link-open'
import { readLinkedOrder } from './order-link.ts'

/** Creates the payment of a payment link, for whoever has it. */
export async function action(args: Route.ActionArgs) {
  const { order } = await readLinkedOrder(args)
  const shop = args.context.get(shopContext)
  const opened = await openPayInstead(shop, order, order.id)
  if (opened.kind !== 'pay') return data(opened, { status: OPEN_STATUS[opened.kind] })
  // The link may be forwarded, so the widget asks for what the page does not show.
  const { contact: _, ...pay } = opened
  const { checkoutUrl, keyId } = shop.payments
  const prefill = { name: '', email: '', contact: '' }
  return data({ ...pay, currency: 'INR' as const, checkoutUrl, keyId, prefill })
}
