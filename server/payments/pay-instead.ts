import type { User } from '#domain/accounts/user.ts'
import { type Paise, toPaise } from '#domain/money.ts'
import { isPaid, payableNow } from '#domain/orders/cash.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { ProviderRejectedError, ProviderUnavailableError } from '#server/errors.ts'
import { findOrder, lockOrder } from '#server/orders/queries.ts'
import type { Shop } from '#server/shop.ts'
import { openProviderOrder } from './checkout.ts'
import {
  insertCheckout,
  lockCheckoutsOfOrder,
  lockOpenCheckout,
  replaceCheckout,
  type StoredCheckout,
} from './queries.ts'
import { settle } from './settle.ts'

export type PayInstead =
  | { kind: 'pay'; checkoutId: string; providerOrderId: string; amount: Paise; contact: string }
  /** The order is unknown, or another user's. */
  | { kind: 'not-found' }
  | { kind: 'paid' }
  /** The order was sent, delivered or cancelled. */
  | { kind: 'not-payable' }
  /** The provider is down or rejects the request. */
  | { kind: 'unavailable' }

type PayShop = Pick<Shop, 'db' | 'payments' | 'log' | 'now'>

/**
 * Prepares an online payment for a cash order that was not sent yet, or for what a change has added to an order paid online.
 * A repeated request gets the same payment.
 */
export async function openPayInstead(shop: PayShop, user: Pick<User, 'userId'>, id: OrderId): Promise<PayInstead> {
  const written = await writeCheckout(shop, user, id)
  if (written.kind !== 'written') return written
  if (!shop.payments.isAvailable) return { kind: 'unavailable' }
  const { checkout, isNew, contact } = written
  try {
    if (checkout.providerOrderId) {
      // It may have been paid in a tab that was closed before it could report the payment.
      for (const payment of await shop.payments.listPayments(checkout.providerOrderId)) await settle(shop, payment)
      const again = await writeCheckout(shop, user, id)
      if (again.kind !== 'written') return again
      // A payment that was refunded has replaced the checkout.
      if (again.checkout.id !== checkout.id) return openPayInstead(shop, user, id)
    }
    const providerOrderId = checkout.providerOrderId ?? (await openProviderOrder(shop, checkout, isNew))
    return { kind: 'pay', checkoutId: checkout.id, providerOrderId, amount: checkout.amount, contact }
  } catch (error) {
    if (!(error instanceof ProviderRejectedError || error instanceof ProviderUnavailableError)) throw error
    shop.log.error(`Order ${id}: the payment provider could not create its order`, error)
    return { kind: 'unavailable' }
  }
}

type Written =
  | { kind: 'written'; checkout: StoredCheckout; isNew: boolean; contact: string }
  | Exclude<PayInstead, { kind: 'pay' | 'unavailable' }>

async function writeCheckout({ db }: PayShop, user: Pick<User, 'userId'>, id: OrderId): Promise<Written> {
  return db.transaction(async (tx) => {
    // Locks the key before the order, in the same sequence as settling a payment.
    await lockCheckoutsOfOrder(tx, id)
    const locked = await lockOrder(tx, id)
    const order = locked && (await findOrder(tx, id))
    if (!order || order.userId !== user.userId) return { kind: 'not-found' }
    if (isPaid(locked) && locked.due === 0) return { kind: 'paid' }
    const amount = toPaise(payableNow(locked))
    if (amount === 0) return { kind: 'not-payable' }
    const contact = order.addressInfo.mobileNumber
    const open = await lockOpenCheckout(tx, user.userId, locked.checkoutKey)
    if (open?.orderId === id && open.amount === amount)
      return { kind: 'written', checkout: open, isNew: false, contact }
    // It was opened for the cart before it was ordered in cash, or before the order was changed, so a payment for it is refunded.
    if (open) await replaceCheckout(tx, open.id)
    const checkout = await insertCheckout(tx, {
      userId: user.userId,
      email: order.email,
      checkoutKey: locked.checkoutKey,
      address: order.addressInfo,
      lines: order.cartItems.map((line) => ({ ...line, sellerId: null })),
      amount,
      orderId: id,
    })
    return { kind: 'written', checkout, isNew: true, contact }
  })
}
