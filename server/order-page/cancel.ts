import type { User } from '#domain/accounts/user.ts'
import type { Order } from '#domain/orders/order.ts'
import {
  CANCEL_REASON_MAX,
  decideKeep,
  mayApproveCancel,
  mayRequestCancel,
  type OrderId,
} from '#domain/orders/order-state.ts'
import { cleanText, lengthOf } from '#domain/text.ts'
import { issueRefundVouchers, listPaidAdvances } from '#server/billing/issue.ts'
import { giveBack, notifyWaiting, releaseHolds } from '#server/catalog/stock/stock.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import {
  findStoredOrder,
  listProductsOf,
  lockOrder,
  type OrderRow,
  removeOrder,
  updateOrder,
} from '#server/orders/queries.ts'
import { finishDelivery } from '#server/parcels/deliver.ts'
import { hasOpenDelivery, listHeldReturns } from '#server/parcels/queries.ts'
import { creditDeleted, listOnTheWay } from '#server/parcels/returns.ts'
import { requestOrderRefund } from '#server/payments/pay-back.ts'
import { closeCheckouts, hasOpenRefund, hasOpenVoucher, lockCheckoutsOfOrder } from '#server/payments/queries.ts'
import { listOpenReturnsOf } from '#server/returns/queries.ts'
import type { Shop } from '#server/shop.ts'

export type CancelRequestResult = { ok: true } | { ok: false; reason: 'not-found' | 'too-late' | 'too-long' }

/**
 * A shopper asks to cancel their own order; another user's order is answered as not found.
 *
 * @param why as it was typed
 */
export async function requestCancel(
  shop: Pick<Shop, 'db'>,
  user: Pick<User, 'userId'>,
  id: OrderId,
  why = '',
): Promise<CancelRequestResult> {
  const cancelReason = cleanText(why)
  if (lengthOf(cancelReason) > CANCEL_REASON_MAX) return { ok: false, reason: 'too-long' }
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (order?.userId !== user.userId) return { ok: false, reason: 'not-found' }
    if (order.status === 'delivered') return { ok: false, reason: 'too-late' }
    await requestLocked(tx, order, cancelReason)
    return { ok: true }
  })
}

/** Asks to cancel a locked order; asking twice changes nothing. */
export async function requestLocked(tx: Transaction, order: OrderRow, cancelReason: string): Promise<void> {
  if (!mayRequestCancel(order)) return
  await updateOrder(tx, order.id, { cancel: 'requested', cancelReason })
  await enqueueJob(tx, { job: 'send-status-email', orderId: order.id, template: 'cancellation-requested' })
}

export type KeepResult = { ok: true } | { ok: false; reason: 'not-found' | 'cancelled' }

/** The shopper takes the request back while it waits. Of this and the shop's approval, the first to lock the order wins. */
export async function keepOrder(shop: Pick<Shop, 'db'>, user: User, id: OrderId): Promise<KeepResult> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (order?.userId !== user.userId) return { ok: false, reason: 'not-found' }
    const decision = decideKeep(order)
    if (decision === 'cancelled') return { ok: false, reason: 'cancelled' }
    if (decision === 'kept-already') return { ok: true }
    await updateOrder(tx, id, { cancel: 'none', cancelReason: '' })
    await insertAudit(tx, user, {
      action: 'keep order',
      subject: `order ${id}`,
      before: stateOf(order),
      after: { ...stateOf(order), cancel: 'none' },
    })
    return { ok: true }
  })
}

/**
 * `not-allowed`: the order's state does not permit this change. `kept`: its shopper does not ask to cancel it, or has taken
 * the request back. `refund-open`: a return's refund is not decided yet.
 */
export type OrderChange =
  | { ok: true }
  | { ok: false; reason: 'not-found' | 'not-allowed' | 'kept' | 'refund-open' | DeleteBlocker }

/**
 * Cancels the order and refunds an online payment; approving twice changes nothing. Units that were sent are credited
 * and go back to stock when they come back.
 */
export async function approveCancellation(
  shop: Pick<Shop, 'db' | 'now'>,
  admin: User,
  id: OrderId,
): Promise<OrderChange> {
  return cancelOrder(shop, admin, { id, mayCancel: mayApproveCancel })
}

/** Cancels an order of which nothing was sent and whose last line the desk removes, although its shopper has not asked. */
export async function cancelEmptied(shop: Pick<Shop, 'db' | 'now'>, admin: User, id: OrderId): Promise<OrderChange> {
  const mayCancel = ({ status, dispatched }: OrderRow) => status === 'confirmed' && dispatched === 'none'
  return cancelOrder(shop, admin, { id, mayCancel })
}

async function cancelOrder(
  shop: Pick<Shop, 'db' | 'now'>,
  admin: User,
  { id, mayCancel }: { id: OrderId; mayCancel: (order: OrderRow) => boolean },
): Promise<OrderChange> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order) return { ok: false, reason: 'not-found' }
    if (order.cancel === 'cancelled') return { ok: true }
    if (!mayCancel(order)) return { ok: false, reason: order.status === 'delivered' ? 'not-allowed' : 'kept' }
    if ((await listHeldReturns(tx, id)).length > 0) return { ok: false, reason: 'refund-open' }
    if ((await listOpenReturnsOf(tx, id)).length > 0) return { ok: false, reason: 'return-open' }
    await updateOrder(tx, id, { cancel: 'cancelled' })
    await giveBack(tx, id, { reason: 'cancelled', actorId: admin.userId })
    await requestOrderRefund(tx, order, 'cancelled')
    await insertAudit(tx, admin, {
      action: 'approve cancellation',
      subject: `order ${id}`,
      before: stateOf(order),
      after: { ...stateOf(order), cancel: 'cancelled' },
    })
    await enqueueJob(tx, { job: 'send-status-email', orderId: id, template: 'cancelled' })
    const advances = await listPaidAdvances(tx, id)
    await issueRefundVouchers(tx, advances, { reason: 'Cancelled', now: shop.now() })
    return { ok: true }
  })
}

function stateOf({ status, cancel }: Pick<Order, 'status' | 'cancel'>) {
  return { status, cancel }
}

/**
 * Deletes the order for good and refunds it; the audit log keeps a copy. An undelivered order gives back the units that
 * were not sent, unless its cancellation did so. Its invoices stay; those of parcels that did not arrive are credited.
 */
export async function deleteOrder(shop: Pick<Shop, 'db' | 'now'>, admin: User, id: OrderId): Promise<OrderChange> {
  await finishDelivery(shop, id, { early: true })
  return shop.db.transaction(async (tx) => {
    await lockCheckoutsOfOrder(tx, id)
    const order = await lockOrder(tx, id)
    if (!order) return { ok: false, reason: 'not-found' }
    // It was delivered in this moment, and is not billed yet.
    if (await hasOpenDelivery(tx, id)) return { ok: false, reason: 'not-allowed' }
    if ((await listHeldReturns(tx, id)).length > 0) return { ok: false, reason: 'refund-open' }
    const blocker = await findDeleteBlocker(tx, id)
    if (blocker) return { ok: false, reason: blocker }
    await insertAudit(tx, admin, {
      action: 'delete order',
      subject: `order ${id}`,
      before: await findStoredOrder(tx, id),
    })
    const onTheWay = order.status === 'delivered' ? [] : await listOnTheWay(tx, id)
    if (order.status !== 'delivered') await giveBack(tx, id, { reason: 'deleted', actorId: admin.userId })
    await requestOrderRefund(tx, order, 'deleted')
    // A payment for one of its checkouts that comes later is refunded too.
    await releaseHolds(tx, await closeCheckouts(tx, order.userId, order.checkoutKey))
    const products = await listProductsOf(tx, id)
    const advances = order.status === 'delivered' ? [] : await listPaidAdvances(tx, id)
    await removeOrder(tx, order)
    // Deleting a delivered order may make its products available again.
    await notifyWaiting(tx, products)
    const now = shop.now()
    await creditDeleted(tx, { orderId: id, actorId: admin.userId, now }, onTheWay)
    await issueRefundVouchers(tx, advances, { reason: 'Cancelled', now })
    return { ok: true }
  })
}

/** Open matters of an order that must end before it can be deleted. */
export type DeleteBlocker = 'return-open' | 'refund-running' | 'voucher-open'

async function findDeleteBlocker(tx: Transaction, id: OrderId): Promise<DeleteBlocker | undefined> {
  if ((await listOpenReturnsOf(tx, id)).length > 0) return 'return-open'
  if (await hasOpenRefund(tx, id)) return 'refund-running'
  return (await hasOpenVoucher(tx, id)) ? 'voucher-open' : undefined
}
