import { toPaise, toRupees } from '#domain/money.ts'
import { toAddress } from '#domain/orders/address.ts'
import { isPaid, restOf } from '#domain/orders/cash.ts'
import { hasUnits, toTerms } from '#domain/orders/order.ts'
import { type CheckoutFacts, decideSettlement, type ProviderPayment, type Settlement } from '#domain/orders/payment.ts'
import { amountReported, isFullyOurs } from '#domain/orders/refund.ts'
import { updateAddressUse } from '#server/accounts/profile/address-queries.ts'
import { issueReceiptVoucher } from '#server/billing/issue.ts'
import { takeUnits } from '#server/catalog/stock/queries.ts'
import { giveBack, type LockedStock, lockStock, releaseHolds } from '#server/catalog/stock/stock.ts'
import { lockForSale } from '#server/catalog/storefront-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { areUsesLeft } from '#server/offers/decide.ts'
import { insertOfferUses } from '#server/offers/use-queries.ts'
import {
  cancelUndelivered,
  findOrderPaidBy,
  insertOrder,
  isCheckoutKeyUsed,
  lockOrderByKey,
  updateOrder,
  updatePaidInstead,
} from '#server/orders/queries.ts'
import type { Shop } from '#server/shop.ts'
import { giveBackToVoucher, isStillLeft } from '#server/vouchers/pay.ts'
import { insertUse } from '#server/vouchers/queries.ts'
import {
  closeCheckouts,
  findPayment,
  holdVoucher,
  listRefundsOf,
  lockCheckoutOf,
  replaceCheckout,
  type StoredCheckout,
  updateAllocation,
  upsertPayment,
} from './queries.ts'
import { recordExternalRefund, requestRefund } from './refunds.ts'

/**
 * Turns a payment into one order or one refund, whether the browser, a webhook or the reconciler reports it first.
 *
 * @param payment as just fetched from the provider
 */
export async function settle(shop: Pick<Shop, 'db' | 'log' | 'now'>, payment: ProviderPayment): Promise<Settlement> {
  const settlement = await shop.db.transaction(async (tx) => {
    const settled = await settleInTransaction(tx, payment)
    const order = PAID.has(settled.kind) ? await findOrderPaidBy(tx, payment.id) : undefined
    if (order) await issueReceiptVoucher(tx, order, { payment, now: shop.now() })
    return settled
  })
  if (settlement.kind === 'refund') {
    shop.log.error(`Refunding payment ${payment.id} of ${payment.amount} ${payment.currency}: ${settlement.reason}`)
  }
  return settlement
}

/** Settlements by which a captured payment pays an order. */
const PAID: ReadonlySet<Settlement['kind']> = new Set([
  'place-order',
  'pay-order',
  'pay-rest',
  'take-over-order',
  'confirm-order',
])

async function settleInTransaction(tx: Transaction, payment: ProviderPayment): Promise<Settlement> {
  const checkout = await lockCheckoutOf(tx, payment.orderId)
  // Another shop may share the account at the provider.
  if (!checkout) return { kind: 'nothing' }
  const { facts, stock } = await gatherFacts(tx, checkout, payment)
  const settlement = decideSettlement(facts, payment)
  if (await applySettlement(tx, settlement, { checkout, stock }, payment)) {
    await findUnrecordedRefunds(tx, payment)
    return settlement
  }
  // A cash-on-delivery order took this checkout key meanwhile: decide again with it.
  return settleInTransaction(tx, payment)
}

type Facts = { facts: CheckoutFacts; stock: LockedStock }

async function gatherFacts(tx: Transaction, checkout: StoredCheckout, payment: ProviderPayment): Promise<Facts> {
  // Lock the order before its products, in the same sequence as a delivery, to avoid a deadlock.
  const order = await lockOrderByKey(tx, checkout.userId, checkout.checkoutKey)
  const paysOrder = checkout.orderId !== null
  const ids = [...new Set(checkout.lines.map(({ id }) => id))]
  const { products, variants } = await lockForSale(tx, ids, checkout.userId)
  const stock = await lockStock(tx, checkout.lines, { variants }, checkout.userId)
  const isOnSale = checkout.lines.every(({ id }) => products.get(id)?.sold === false)
  const known = await findPayment(tx, payment.id)
  // Offers and the voucher come after the stock. An order that is there has spent them already.
  const isVoucherLeft =
    order !== undefined || ((await areUsesLeft(tx, checkout.offers, checkout)) && (await isStillLeft(tx, checkout)))
  const facts = {
    isVoucherLeft,
    amount: checkout.amount,
    isClosed: checkout.state === 'closed' || (await isCheckoutKeyUsed(tx, checkout.userId, checkout.checkoutKey)),
    // If there is an order already, it has taken its units.
    isAvailable: isOnSale && (order !== undefined || hasUnits(checkout.lines, products, stock.variants)),
    known,
    paysOrder,
    order: order && {
      ...order,
      amount: toPaise(paysOrder && isPaid(order) ? order.due : restOf(order)),
    },
    isRefunded: known !== undefined && isFullyOurs(known, await listRefundsOf(tx, payment.id)),
  }
  return { facts, stock }
}

/**
 * Part of the payment may have been refunded in the provider's dashboard. The order stands, but later refunds must be
 * smaller, so a job looks for those refunds.
 */
async function findUnrecordedRefunds(tx: Transaction, payment: ProviderPayment): Promise<void> {
  const { id: paymentId, captured, amountRefunded } = payment
  if (!captured || amountRefunded === 0) return
  if (amountRefunded <= amountReported(payment, await listRefundsOf(tx, paymentId))) return
  await enqueueJob(tx, { job: 'find-external-refund', paymentId })
}

/** @returns false when an order with this checkout key appeared meanwhile */
async function applySettlement(
  tx: Transaction,
  settlement: Settlement,
  { checkout, stock }: { checkout: StoredCheckout; stock: LockedStock },
  payment: ProviderPayment,
): Promise<boolean> {
  const { id: checkoutId, userId } = checkout
  const paymentId = payment.id
  switch (settlement.kind) {
    case 'nothing':
      // The shopper may spend the voucher on another cart at once.
      if (payment.status === 'failed' && checkout.voucherId !== null) await holdVoucher(tx, checkoutId, { ends: true })
      return true
    case 'record-only':
      await upsertPayment(tx, payment, { checkoutId, status: 'authorized', allocation: null })
      return true
    case 'hold-order': {
      const orderId = await insertPaidOrder(tx, checkout, paymentId, 'pending')
      if (orderId === undefined) return false
      await takeUnits(tx, { orderId, userId }, stock.wanted)
      await upsertPayment(tx, payment, { checkoutId, status: 'authorized', allocation: 'order' })
      return true
    }
    case 'place-order': {
      const orderId = await insertPaidOrder(tx, checkout, paymentId, 'confirmed')
      if (orderId === undefined) return false
      await takeUnits(tx, { orderId, userId }, stock.wanted)
      await upsertPayment(tx, payment, { checkoutId, status: 'captured', allocation: 'order' })
      await finishCheckout(tx, checkout, orderId)
      return true
    }
    case 'pay-order':
      await upsertPayment(tx, payment, { checkoutId, status: 'captured', allocation: 'order' })
      await updatePaidInstead(tx, settlement.orderId, paymentId)
      await closeCheckouts(tx, userId, checkout.checkoutKey)
      await enqueueJob(tx, { job: 'send-cash-email', orderId: settlement.orderId, template: 'paid-now' })
      return true
    case 'pay-rest':
      await upsertPayment(tx, payment, { checkoutId, status: 'captured', allocation: 'order' })
      await updateOrder(tx, settlement.orderId, { due: 0 })
      await closeCheckouts(tx, userId, checkout.checkoutKey)
      await enqueueJob(tx, { job: 'send-rest-paid-email', orderId: settlement.orderId, paymentId })
      return true
    case 'take-over-order':
    case 'confirm-order':
      if (settlement.kind === 'take-over-order') await updateAllocation(tx, settlement.from, null)
      await upsertPayment(tx, payment, { checkoutId, status: 'captured', allocation: 'order' })
      await updateOrder(tx, settlement.orderId, { status: 'confirmed', paymentId })
      await finishCheckout(tx, checkout, settlement.orderId)
      return true
    case 'refund':
    case 'refunded-externally': {
      const { orderId } = settlement
      await upsertPayment(tx, payment, { checkoutId, status: 'captured', allocation: 'refund' })
      if (settlement.kind === 'refund')
        await requestRefund(tx, { paymentId, orderId, userId, reason: settlement.reason })
      else await recordExternalRefund(tx, { paymentId, orderId, userId })
      if (orderId !== undefined) await cancelUnpaid(tx, orderId)
      // The provider accepts one payment per order, so another attempt needs a new provider order.
      if (checkout.state === 'open') {
        await replaceCheckout(tx, checkoutId)
        await releaseHolds(tx, [checkoutId])
      }
      return true
    }
    case 'authorization-expired': {
      const { orderId } = settlement
      await upsertPayment(tx, payment, { checkoutId, status: 'expired', allocation: null })
      if (orderId === undefined) return true
      await cancelUnpaid(tx, orderId)
      await enqueueJob(tx, { job: 'send-refund-email', paymentId, template: 'authorization-expired' })
      return true
    }
  }
}

async function cancelUnpaid(tx: Transaction, orderId: number): Promise<void> {
  if (!(await cancelUndelivered(tx, orderId))) return
  await giveBack(tx, orderId, { reason: 'cancelled', actorId: null })
  await giveBackToVoucher(tx, orderId)
}

async function insertPaidOrder(
  tx: Transaction,
  checkout: StoredCheckout,
  paymentId: string,
  status: 'pending' | 'confirmed',
) {
  const { userId, email, checkoutKey, lines, amount, voucherId, voucherAmount, deliversBy } = checkout
  const delivery = toAddress(checkout)
  const order = await insertOrder(tx, {
    userId,
    email,
    checkoutKey,
    lines,
    address: delivery,
    totalAmount: toRupees(amount + voucherAmount) + checkout.restInCash,
    terms: toTerms(checkout),
    deliversBy: deliversBy ?? undefined,
    payment: { id: paymentId, status },
  })
  if (order) await updateAddressUse(tx, userId, delivery)
  if (order) await insertOfferUses(tx, order.id, checkout.offers)
  if (order && voucherId !== null) await insertUse(tx, { voucherId, orderId: order.id, amount: voucherAmount })
  return order?.id
}

async function finishCheckout(tx: Transaction, { userId, checkoutKey }: StoredCheckout, orderId: number) {
  await releaseHolds(tx, await closeCheckouts(tx, userId, checkoutKey))
  await enqueueJob(tx, { job: 'send-order-email', orderId })
}
