import type { User } from '#domain/accounts/user.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { notifyWaiting } from '#server/catalog/stock/stock.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import { listProductsOf, lockOrder } from '#server/orders/queries.ts'
import type { Shop } from '#server/shop.ts'
import { deliverIfArrived } from './arrival.ts'
import { takeForUndo, updateUndelivered } from './delivery-queries.ts'
import { removeShipment } from './shipment-queries.ts'
import { withdrawDelivered } from './steps.ts'

export type UndoResult = { ok: true } | { ok: false; reason: 'not-found' | 'too-late' }

/**
 * Takes back a press of `Deliver` before its bill and its email are made: the order, its parcels and its products are
 * what they were. Repeating it changes nothing.
 */
export async function undoDelivery(shop: Pick<Shop, 'db'>, admin: User, id: OrderId): Promise<UndoResult> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order) return { ok: false, reason: 'not-found' }
    if (order.status !== 'delivered') return { ok: true }
    const delivery = await takeForUndo(tx, id)
    if (!delivery) return { ok: false, reason: 'too-late' }
    const { sent, arrived, cancel, dispatched } = delivery
    for (const shipmentId of arrived) await withdrawDelivered(tx, shipmentId)
    if (sent !== null) await removeShipment(tx, sent)
    await updateUndelivered(tx, delivery)
    await insertAudit(tx, admin, {
      action: 'undo delivery',
      subject: `order ${id}`,
      before: { status: 'delivered', cancel: order.cancel },
      after: { status: 'confirmed', cancel },
    })
    await notifyWaiting(tx, await listProductsOf(tx, id))
    // Couriers may have reported the last parcel as delivered since.
    await deliverIfArrived(tx, { ...order, status: 'confirmed', cancel, dispatched })
    return { ok: true }
  })
}
