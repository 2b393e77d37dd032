import type { User } from '#domain/accounts/user.ts'
import type { Coverage } from '#domain/delivery/delivery-area.ts'
import type { Rupees } from '#domain/money.ts'
import { awaitsConfirmation, type CashRefusal, findCashRefusal, restOf, usesCashHistory } from '#domain/orders/cash.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { giveBack } from '#server/catalog/stock/stock.ts'
import { insertAudit, SCHEDULE } from '#server/db/audit-queries.ts'
import { type Db, NOW, type Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { findSettings } from '#server/settings/queries.ts'
import type { Shop } from '#server/shop.ts'
import {
  findCashHistory,
  findOrderRow,
  listUnconfirmed,
  lockOrder,
  lockWaitingCash,
  type OrderRow,
  updateOrder,
} from './queries.ts'

/**
 * Why an order cannot be paid in cash, or its rest. Call it after products, stock and voucher are locked.
 *
 * @param total to be paid @param isUnconfirmed the account's waiting cash orders count
 */
export async function findRefusalOf(
  tx: Transaction,
  settings: Settings,
  { coverage, userId, mobileNumber, total, isUnconfirmed }: CashRequest,
): Promise<CashRefusal | undefined> {
  // Read only if a rule of the shop depends on it.
  const history = usesCashHistory(settings) ? await findCashHistory(tx, userId, mobileNumber) : {}
  const waiting = isUnconfirmed ? await lockWaitingCash(tx, userId) : undefined
  return findCashRefusal(settings, total, { coverage, waiting, ...history })
}

type CashRequest = {
  coverage: Coverage
  userId: string
  /** As it was typed. */
  mobileNumber: string
  total: Rupees
  isUnconfirmed: boolean
}

/** The data of the confirmation page. */
export type CashState = {
  id: OrderId
  /** Rupees to be paid in cash. */
  cash: number
  state: 'waiting' | 'confirmed' | 'paid' | 'cancelling' | 'cancelled' | 'sent'
}

export async function findCashState(db: Db, id: OrderId): Promise<CashState | undefined> {
  const order = await findOrderRow(db, id)
  return order && { id, cash: restOf(order), state: stateOf(order) }
}

function stateOf(order: OrderRow): CashState['state'] {
  if (order.cancel === 'cancelled') return 'cancelled'
  if (order.cancel === 'requested') return 'cancelling'
  if (order.paymentId !== null) return 'paid'
  if (order.cashConfirmedAt !== null) return 'confirmed'
  return awaitsConfirmation(order) ? 'waiting' : 'sent'
}

/**
 * Confirms a cash order. Does nothing for an order that is confirmed already or needs no confirmation.
 *
 * @param by whom the shopper told it; absent: they confirmed it themselves
 */
export async function confirmCashOrder(
  shop: Pick<Shop, 'db'>,
  id: OrderId,
  by?: Pick<User, 'userId' | 'email'>,
): Promise<CashState | undefined> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (order && awaitsConfirmation(order)) {
      await updateOrder(tx, id, { cashConfirmedAt: NOW })
      const actor = by ?? { userId: order.userId, email: order.email }
      await insertAudit(tx, actor, { action: 'confirm cash order', subject: `order ${id}` })
    }
    return findCashState(tx, id)
  })
}

/**
 * A job: cancels cash orders whose shoppers were asked to confirm them and did not in time.
 *
 * @param signal ends this run; the next one does the rest
 */
export async function cancelUnconfirmed(shop: Pick<Shop, 'db' | 'log'>, signal?: AbortSignal): Promise<void> {
  const { confirmCashOrders, cancelUnconfirmedHours } = await findSettings(shop.db)
  if (!confirmCashOrders || cancelUnconfirmedHours === 0) return
  for (const id of await listUnconfirmed(shop.db, cancelUnconfirmedHours)) {
    if (signal?.aborted) return
    await cancelOne(shop, id).catch((error) => shop.log.error(`Order ${id} could not be cancelled`, error))
  }
}

/** The shopper answers that they do not want it. @returns false: it does not wait for their confirmation */
export async function declineCashOrder(shop: Pick<Shop, 'db'>, id: OrderId): Promise<boolean> {
  return cancelOne(shop, id, 'decline cash order')
}

/** Checks again under the order's lock, because it may have been confirmed, paid or sent meanwhile. */
async function cancelOne(
  { db }: Pick<Shop, 'db'>,
  id: OrderId,
  action: 'cancel unconfirmed order' | 'decline cash order' = 'cancel unconfirmed order',
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order || !awaitsConfirmation(order)) return false
    await updateOrder(tx, id, { cancel: 'cancelled' })
    await giveBack(tx, id, { reason: 'cancelled', actorId: null })
    await insertAudit(tx, action === 'decline cash order' ? order : SCHEDULE, {
      action,
      subject: `order ${id}`,
      before: { status: order.status, cancel: 'none' },
      after: { status: order.status, cancel: 'cancelled' },
    })
    await enqueueJob(tx, { job: 'send-status-email', orderId: id, template: 'cancelled' })
    return true
  })
}
