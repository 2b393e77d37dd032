import type { Rupees } from '#domain/money.ts'
import type { Order } from '#domain/orders/order.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { shownCode } from '#domain/orders/pick-up.ts'
import type { ShipmentId } from '#domain/orders/shipment.ts'
import { listShipmentsOf } from '#server/parcels/queries.ts'
import type { Shop } from '#server/shop.ts'

/** A parcel that waits at the counter, with the code of its buyer. `cash`: what is paid there. */
export type ReadyParcel = { orderId: OrderId; shipmentId: ShipmentId; code: string; cash: Rupees }

/** Those of these orders, for their own buyer only. */
export async function listReadyParcels(
  { db, trackingLinks }: Pick<Shop, 'db' | 'trackingLinks'>,
  orders: readonly Pick<Order, 'id' | 'pickUp' | 'cancel'>[],
): Promise<ReadyParcel[]> {
  const ids = orders.filter(({ pickUp, cancel }) => pickUp && cancel !== 'cancelled').map(({ id }) => id)
  if (ids.length === 0) return []
  const waiting = (await listShipmentsOf(db, ...ids)).filter(({ pickUp, step }) => pickUp && step === 'packed')
  return waiting.map(({ id, orderId, cash }) => ({
    orderId,
    shipmentId: id,
    cash,
    code: shownCode(trackingLinks.pickUpCode(id)),
  }))
}
