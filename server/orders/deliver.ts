import type { User } from '#domain/account.ts'
import { mayDeliver, type OrderId } from '#domain/orders/order-state.ts'
import { lockForDelivery } from '#server/catalog/storefront-queries.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import type { Shop } from '#server/shop.ts'
import type { OrderChange } from './cancel.ts'
import { listProductsOf, lockOrder, updateDelivered } from './queries.ts'

/** Marks the order delivered and its products Sold; delivering twice changes nothing. */
export async function deliverOrder(shop: Pick<Shop, 'db'>, admin: User, id: OrderId): Promise<OrderChange> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order) return { ok: false, reason: 'not-found' }
    if (order.status === 'delivered') return { ok: true }
    if (!mayDeliver(order)) return { ok: false, reason: 'not-allowed' }
    // A concurrent order for one of these products either commits first or sees the product as Sold.
    await lockForDelivery(tx, await listProductsOf(tx, id))
    await updateDelivered(tx, id)
    await insertAudit(tx, admin, {
      action: 'deliver order',
      subject: `order ${id}`,
      before: { status: order.status, cancel: order.cancel },
      after: { status: 'delivered', cancel: 'none' },
    })
    await enqueueJob(tx, { job: 'send-status-email', orderId: id, template: 'delivered' })
    return { ok: true }
  })
}
