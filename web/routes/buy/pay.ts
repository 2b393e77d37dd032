import { data } from 'react-router'
import { openCheckout } from '#server/checkout.ts'
import { shopContext, userContext } from '#server/contexts.ts'
import { readForm } from '#server/forms.ts'
import type { Route } from './+types/pay'
import { parseCheckout } from './checkout-form.ts'

const STATUS = { pay: 200, placed: 200, changed: 409, free: 409, refused: 502, unanswered: 503 } as const

/** Prepares an online payment: what the provider's widget needs to know. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = parseCheckout(await readForm(request))
  const user = context.get(userContext)
  if (!user) return data({ kind: 'logged-out' as const }, { status: 401 })
  if (!form.ok) return data({ kind: 'problems' as const, problems: form.problems }, { status: 400 })

  const shop = context.get(shopContext)
  const opened = await openCheckout(shop, user, form.value)
  const init = { status: STATUS[opened.kind] }
  if (opened.kind === 'placed') return data({ kind: opened.kind, orderId: opened.order.id }, init)
  if (opened.kind !== 'pay') return data(opened, init)
  const { checkoutUrl, keyId, isTest } = shop.payments
  const prefill = { name: user.name, email: user.email, contact: form.value.address.mobileNumber }
  return data({ ...opened, currency: 'INR' as const, checkoutUrl, keyId, isTest, prefill }, init)
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return serverAction().catch(() => ({ kind: 'unanswered' as const }))
}
