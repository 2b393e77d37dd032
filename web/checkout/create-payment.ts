import { data } from 'react-router'
import { noDeliveryMessage } from '#domain/delivery/delivery-area.ts'
import { NO_PICK_UP } from '#domain/orders/pick-up.ts'
import { wordsOf } from '#domain/shop/wording.ts'
import { saveAddress } from '#server/accounts/profile/addresses.ts'
import { takeName } from '#server/accounts/profile/profile.ts'
import { addressContext, getUser, rateLimitKeyOf, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { resolveOffers } from '#server/offers/decide.ts'
import { limitOrders } from '#server/orders/place.ts'
import { openCheckout } from '#server/payments/checkout.ts'
import { resolveVoucher } from '#server/vouchers/own.ts'
import { noteUpdates } from '#server/whatsapp/updates.ts'
import type { Route } from './+types/create-payment'
import { parseCheckout } from './checkout-form.ts'

/** Creates the payment and returns what the provider's widget needs. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = parseCheckout(await readForm(request), wordsOf(await shop.settings.readOrLast()))
  const user = getUser(context)
  if (!form.ok) return data({ kind: 'problems' as const, problems: form.problems }, { status: 400 })

  const tooMany = await limitOrders(shop, user, form.value.key, context.get(addressContext))
  if (tooMany) return data({ kind: 'limited' as const, message: tooMany.message }, tooManyRequests(tooMany))
  const found = await resolveVoucher(shop, user, { address: context.get(addressContext), voucher: form.value.voucher })
  if (!found.ok) return data({ kind: 'voucher' as const, message: found.message, pays: 0 }, { status: 409 })
  const offers = await resolveOffers(shop, form.value.offers, rateLimitKeyOf(context))
  if (!offers.ok) return data({ kind: 'limited' as const, message: offers.message }, tooManyRequests(offers))
  await noteUpdates(shop, user, { key: form.value.key, number: form.value.updatesTo })
  const opened = await openCheckout(shop, user, form.value, found.voucher, offers.wanted)
  switch (opened.kind) {
    case 'placed':
      return data({ kind: opened.kind, orderId: opened.order.id, isPaid: opened.order.paymentId !== undefined })
    case 'other-order':
    case 'deleted':
    case 'paused':
    case 'changed':
    case 'offers':
    case 'delivery-fee':
    case 'no-cash':
    case 'part':
    case 'voucher':
    case 'free':
      return data(opened, { status: 409 })
    case 'no-pick-up':
      return data({ ...opened, message: NO_PICK_UP }, { status: 409 })
    case 'no-delivery':
      return data({ ...opened, message: noDeliveryMessage(form.value.address.pincode) }, { status: 409 })
    case 'account-deleted':
      return data({ kind: 'logged-out' as const }, { status: 401 })
    case 'unavailable':
      return data(opened, { status: 503 })
    case 'pay': {
      const { checkoutUrl, keyId } = shop.payments
      await saveAddress(shop, user, form.value)
      const { name } = await takeName(shop, user, form.value.address.name)
      const prefill = { name, email: user.email, contact: form.value.address.mobileNumber }
      return data({ ...opened, currency: 'INR' as const, checkoutUrl, keyId, prefill })
    }
  }
}
