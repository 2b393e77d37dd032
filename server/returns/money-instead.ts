import { randomUUID } from 'node:crypto'
import type { User } from '#domain/accounts/user.ts'
import { formatAmount, type Paise } from '#domain/money.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { isFaultOfShop, type ReturnRequestId } from '#domain/returns/return-request.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import type { OrderRow } from '#server/orders/queries.ts'
import { addToVoucher, listReturnsFor } from '#server/parcels/queries.ts'
import { payReturnBack } from '#server/parcels/returns.ts'
import { findLeftToPayBack, payBack } from '#server/payments/pay-back.ts'
import { lockPaymentsOf } from '#server/payments/queries.ts'
import type { Shop } from '#server/shop.ts'
import { emptyVoucher, findVoucherOfReturn, lockVoucher, sumHeld } from '#server/vouchers/queries.ts'
import { type ReturnRequestRow, updateReturnRequest } from './queries.ts'
import { recordStep, withReturn } from './steps.ts'

/** The balance of the voucher that took the place of money for a fault of the shop; 0: it cannot become money. */
export async function findMoneyInstead(db: Db, request: ReturnRequestRow): Promise<Paise> {
  if (request.settledAs !== 'voucher' || !isFaultOfShop(request.reason)) return 0
  return (await findVoucherOfReturn(db, request.id))?.balance ?? 0
}

/** `held`: an open checkout of the buyer pays with it. `gone`: the order’s money went back in another way. */
export type MoneyInstead = { ok: true } | { ok: false; reason: 'not-found' | 'not-allowed' | 'held' | 'gone' }

/**
 * Ends the voucher that took the place of money for a fault of the shop, and pays back what is left of it, once: money may
 * not be refused there (Consumer Protection (E-Commerce) Rules 2020, rules 6(3) and 7(4)).
 */
export async function takeMoneyInstead(
  shop: Pick<Shop, 'db' | 'now'>,
  { userId }: Pick<User, 'userId'>,
  { orderId, id }: { orderId: OrderId; id: ReturnRequestId },
): Promise<MoneyInstead> {
  return withReturn(shop, id, async (tx, request, order): Promise<MoneyInstead> => {
    if (!order || request.userId !== userId || request.orderId !== orderId) return { ok: false, reason: 'not-found' }
    if (request.settledAs === 'money') return { ok: true }
    await lockPaymentsOf(tx, order)
    const known = await findVoucherOfReturn(tx, id)
    const voucher = known && (await lockVoucher(tx, { id: known.id, userId }))
    const amount = await findMoneyInstead(tx, request)
    if (!voucher || amount === 0) return { ok: false, reason: 'not-allowed' }
    if ((await sumHeld(tx, voucher.id)) > 0) return { ok: false, reason: 'held' }
    // Now the voucher takes the place of so much less.
    await updateReturnRequest(tx, id, { settledAs: 'money', amount })
    if (amount > (await findLeftToPayBack(tx, order))) {
      await updateReturnRequest(tx, id, { settledAs: 'voucher', amount: request.amount })
      return { ok: false, reason: 'gone' }
    }
    await emptyVoucher(tx, voucher.id)
    await refundInstead(tx, { request, order, amount, now: shop.now() })
    await recordStep(tx, { requestId: id, state: 'settled', note: `${formatAmount(amount)} instead of the voucher` })
    return { ok: true }
  })
}

type Instead = { request: ReturnRequestRow; order: OrderRow; amount: Paise; now: Date }

/** Goods that came back were credited when the voucher was given; kept goods are credited now. */
async function refundInstead(tx: Transaction, { request, order, amount, now }: Instead): Promise<void> {
  const { id: returnRequestId, position } = request
  const held = await listReturnsFor(tx, returnRequestId)
  // The part that the voucher has paid stays paid by it.
  let spent = held.reduce((sum, one) => sum + (one.amount ?? 0), 0) - amount
  for (const one of held) {
    const onVoucher = Math.min(spent, one.amount ?? 0)
    spent -= onVoucher
    await addToVoucher(tx, one.id, onVoucher)
    await payReturnBack(tx, order, { ...one, amount: (one.amount ?? 0) - onVoucher, toVoucher: 0 })
  }
  if (held.length > 0) return
  const lines = [{ position, quantity: 0, amount }]
  const by = { returnRequestId, actorId: null, now }
  const paid = await payBack(tx, { order, key: randomUUID(), amount, reason: 'returned', lines, ...by })
  if (!paid.ok)
    throw new Error(`Money instead of the voucher of return ${returnRequestId} was not paid: ${paid.reason}`)
}
