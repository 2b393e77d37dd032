import { data } from 'react-router'
import { noDeliveryMessage } from '#domain/delivery/delivery-area.ts'
import { NO_PICK_UP } from '#domain/orders/pick-up.ts'
import { saveAddress } from '#server/accounts/profile/addresses.ts'
import { takeName } from '#server/accounts/profile/profile.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { openCheckout } from '#server/payments/checkout.ts'
import type { Route } from './+types/create-payment'
import { readCheckout } from './checkout-form.ts'

/** Creates the payment and returns what the provider's widget needs. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const user = getUser(context)
  const read = await readCheckout(context, request, user)
  if (read.refusal) return read.refusal
  const { checkout, voucher, offers } = read
  const opened = await openCheckout(shop, user, checkout, voucher, offers)
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
      return data({ ...opened, message: noDeliveryMessage(checkout.address.pincode) }, { status: 409 })
    case 'account-deleted':
      return data({ kind: 'logged-out' as const }, { status: 401 })
    case 'unavailable':
      return data(opened, { status: 503 })
    case 'pay': {
      const { checkoutUrl, keyId } = shop.payments
      await saveAddress(shop, user, checkout)
      const { name } = await takeName(shop, user, checkout.address.name)
      const prefill = { name, email: user.email, contact: checkout.address.mobileNumber }
      return data({ ...opened, currency: 'INR' as const, checkoutUrl, keyId, prefill })
    }
  }
}
