import { toPaise, toRupees } from '#domain/money.ts'
import { type CheckoutFacts, decideSettlement, type ProviderPayment, type Settlement } from '#domain/orders/payment.ts'
import { lockForSale } from '#server/catalog/storefront-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import {
  cancelUndelivered,
  insertOrder,
  isCheckoutKeyUsed,
  lockOrderByKey,
  updatePaid,
} from '#server/orders/queries.ts'
import type { Shop } from '#server/shop.ts'
import { type Checkout, closeCheckouts, lockCheckoutOf, replaceCheckout } from './checkout-queries.ts'
import { findPayment, findRefund, updateAllocation, upsertPayment } from './queries.ts'
import { recordExternalRefund, requestRefund } from './refunds.ts'

/**
 * Whoever hears of a payment first, the browser, the webhook or the reconciler: its money becomes one order, or goes back.
 *
 * @param payment in the provider's own words, just asked for
 */
export async function settle(shop: Pick<Shop, 'db' | 'log'>, payment: ProviderPayment): Promise<Settlement> {
  const settlement = await shop.db.transaction((tx) => settleIn(tx, payment))
  if (settlement.kind === 'refund') {
    shop.log.error(`Payment ${payment.id} of ${payment.amount} ${payment.currency} goes back: ${settlement.reason}`)
  }
  return settlement
}

async function settleIn(tx: Transaction, payment: ProviderPayment): Promise<Settlement> {
  const checkout = await lockCheckoutOf(tx, payment.orderId)
  // The account at the provider may serve other shops too.
  if (!checkout) return { kind: 'nothing' }
  const settlement = decideSettlement(await gatherFacts(tx, checkout, payment), payment)
  if (await carryOut(tx, settlement, checkout, payment)) return settlement
  // Somebody has ordered under this key at this very moment, on delivery: decide again, knowing that.
  return settleIn(tx, payment)
}

async function gatherFacts(tx: Transaction, checkout: Checkout, payment: ProviderPayment): Promise<CheckoutFacts> {
  // The order before its products, as whoever delivers it locks them.
  const order = await lockOrderByKey(tx, checkout.userId, checkout.checkoutKey)
  const { products } = await lockForSale(tx, [...new Set(checkout.lines.map(({ id }) => id))])
  return {
    amount: checkout.amount,
    isOver: checkout.state === 'over' || (await isCheckoutKeyUsed(tx, checkout.userId, checkout.checkoutKey)),
    isAvailable: checkout.lines.every(({ id }) => products.get(id)?.sold === false),
    known: await findPayment(tx, payment.id),
    order: order && { ...order, amount: toPaise(order.totalAmount) },
    isRefunded: (await findRefund(tx, payment.id)) !== undefined,
  }
}

/** @returns false when there is an order under this key after all */
async function carryOut(
  tx: Transaction,
  settlement: Settlement,
  checkout: Checkout,
  payment: ProviderPayment,
): Promise<boolean> {
  const { id: checkoutId, userId } = checkout
  const paymentId = payment.id
  switch (settlement.kind) {
    case 'nothing':
      return true
    case 'remember':
      await upsertPayment(tx, payment, { checkoutId, stage: 'authorized', use: null })
      return true
    case 'hold-order':
      if ((await insertPaid(tx, checkout, paymentId, 'pending')) === undefined) return false
      await upsertPayment(tx, payment, { checkoutId, stage: 'authorized', use: 'order' })
      return true
    case 'place-order': {
      const orderId = await insertPaid(tx, checkout, paymentId, 'confirmed')
      if (orderId === undefined) return false
      await upsertPayment(tx, payment, { checkoutId, stage: 'captured', use: 'order' })
      await finish(tx, checkout, orderId)
      return true
    }
    case 'take-over-order':
    case 'confirm-order':
      if (settlement.kind === 'take-over-order') await updateAllocation(tx, settlement.from, null)
      await upsertPayment(tx, payment, { checkoutId, stage: 'captured', use: 'order' })
      await updatePaid(tx, settlement.orderId, paymentId)
      await finish(tx, checkout, settlement.orderId)
      return true
    case 'refund':
    case 'refunded-elsewhere': {
      const { orderId } = settlement
      await upsertPayment(tx, payment, { checkoutId, stage: 'captured', use: 'refund' })
      if (settlement.kind === 'refund')
        await requestRefund(tx, { paymentId, orderId, userId, reason: settlement.reason })
      else await recordExternalRefund(tx, { paymentId, orderId, userId })
      if (orderId !== undefined) await cancelUndelivered(tx, orderId)
      // The provider takes no second payment for its order, so another try needs another one.
      if (checkout.state === 'open') await replaceCheckout(tx, checkoutId)
      return true
    }
    case 'lapse': {
      const { orderId } = settlement
      await upsertPayment(tx, payment, { checkoutId, stage: 'lapsed', use: null })
      if (orderId === undefined) return true
      await cancelUndelivered(tx, orderId)
      await enqueueJob(tx, { job: 'refund-letter', paymentId, what: 'lapsed', key: `lapsed-letter:${paymentId}` })
      return true
    }
  }
}

async function insertPaid(tx: Transaction, checkout: Checkout, paymentId: string, status: 'pending' | 'confirmed') {
  const { userId, email, checkoutKey, lines, amount, name, address, city, pincode, mobileNumber } = checkout
  const order = await insertOrder(tx, {
    userId,
    email,
    checkoutKey,
    lines,
    address: { name, address, city, pincode, mobileNumber },
    totalAmount: toRupees(amount),
    payment: { id: paymentId, status },
  })
  return order?.id
}

async function finish(tx: Transaction, { userId, checkoutKey }: Checkout, orderId: number): Promise<void> {
  await closeCheckouts(tx, userId, checkoutKey)
  await enqueueJob(tx, { job: 'order-letter', orderId, key: `order-letter:${orderId}` })
}
