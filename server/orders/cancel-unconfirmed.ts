import { awaitsConfirmation } from '#domain/orders/cash/confirmation.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { giveBack } from '#server/catalog/stock/stock.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { lockOrder, updateCancel } from '#server/orders/queries.ts'
import { findSettings } from '#server/settings/queries.ts'
import type { Shop } from '#server/shop.ts'
import { findCashOrder, listUnconfirmed } from './cash-queries.ts'

/** The actor in the audit log: no person has done this. */
const SCHEDULE = { uid: 'schedule', email: 'schedule' }

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

/** Checks again under the order's lock, because it may have been confirmed, paid or sent meanwhile. */
async function cancelOne({ db }: Pick<Shop, 'db'>, id: OrderId): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await lockOrder(tx, id))) return
    const order = await findCashOrder(tx, id)
    if (!order || !awaitsConfirmation(order)) return
    await updateCancel(tx, id, 'cancelled')
    await giveBack(tx, id, { reason: 'cancelled', actorId: null })
    await insertAudit(tx, SCHEDULE, {
      action: 'cancel unconfirmed order',
      subject: `order ${id}`,
      before: { status: order.status, cancel: 'none' },
      after: { status: order.status, cancel: 'cancelled' },
    })
    await enqueueJob(tx, { job: 'send-status-email', orderId: id, template: 'cancelled' })
  })
}
