import type { Rupees } from '#domain/money.ts'
import { restOfOrder } from '#domain/orders/cash.ts'
import type { Order } from '#domain/orders/order.ts'
import { mayDeliver, type OrderId } from '#domain/orders/order-state.ts'
import type { Shipment } from '#domain/orders/shipment.ts'
import { isFinished } from '#domain/orders/shipment-steps.ts'
import { hasRight, type Visitor } from '#domain/permissions.ts'
import { listOrdersByIds } from '#server/orders/queries.ts'
import type { Shop } from '#server/shop.ts'
import { keysFor } from './dispatch.ts'
import { listShipmentIdsByKeys, listShipmentsOf } from './queries.ts'

export type PanelOrder = Pick<Order, 'id' | 'status' | 'cancel' | 'parcelWord' | 'awaitsConfirmation' | 'pickUp'> & {
  buyer: string
  city: string
  pincode: string
  /** Units that are not sent yet. */
  units: number
  /** Rupees that the courier collects for them, or that there are some; 0: none. */
  cash: Rupees | 'hidden'
  /** The shopper has still to pay online. */
  awaitsPayment: boolean
  /** Something of it can be dispatched. */
  isOpen: boolean
}

export type PanelParcel = Pick<
  Shipment,
  'id' | 'orderId' | 'courier' | 'pickUp' | 'awb' | 'step' | 'booking' | 'bookingProblem'
> & {
  buyer: string
  /** It was dispatched by the form with this key. */
  isNew: boolean
}

export type DispatchPanel = {
  orders: PanelOrder[]
  parcels: PanelParcel[]
  /** A parcel that was dispatched with this key was cancelled, so its order needs another key to be dispatched again. */
  isKeySpent: boolean
}

/** The chosen orders, in the given sequence, and their parcels that are under way or were just dispatched. */
export async function readDispatchPanel(
  { db }: Pick<Shop, 'db'>,
  { ids, key }: { ids: readonly OrderId[]; key: string },
): Promise<DispatchPanel> {
  if (ids.length === 0) return { orders: [], parcels: [], isKeySpent: false }
  const found = new Map((await listOrdersByIds(db, ids)).map((order) => [order.id, order]))
  const shipments = await listShipmentsOf(db, ...ids)
  const keys = ids.flatMap((id) => keysFor(key, id))
  const fresh = new Set(await listShipmentIdsByKeys(db, keys))
  const chosen = ids.flatMap((id) => found.get(id) ?? [])
  return {
    isKeySpent: shipments.some(({ id, step }) => step === 'cancelled' && fresh.has(id)),
    orders: chosen.map((order) => toPanelOrder(order, shipments)),
    parcels: chosen.flatMap(({ id, addressInfo }) =>
      shipments
        .filter(({ orderId, step }) => orderId === id && step !== 'cancelled')
        .map(({ id, orderId, courier, pickUp, awb, step, booking, bookingProblem }) => ({
          id,
          orderId,
          courier,
          pickUp,
          awb,
          step,
          booking,
          bookingProblem,
          buyer: addressInfo.name,
          isNew: fresh.has(id),
        }))
        .filter(({ isNew, step }) => isNew || !isFinished(step)),
    ),
  }
}

/** Without amounts for those who may not see money: the label says what to collect. */
export function panelFor(visitor: Visitor, panel: DispatchPanel): DispatchPanel {
  if (hasRight(visitor, 'see money')) return panel
  return { ...panel, orders: panel.orders.map((order) => ({ ...order, cash: order.cash === 0 ? 0 : 'hidden' })) }
}

function toPanelOrder(order: Order, shipments: readonly Shipment[]): PanelOrder {
  const { id, status, cancel, dispatched, awaitsConfirmation, parcelWord, addressInfo, pickUp } = order
  const ofOrder = shipments.filter(({ orderId }) => orderId === id)
  const awaitsPayment = (order.due ?? 0) > 0
  const rest = restOfOrder(order, ofOrder)
  return {
    id,
    status,
    cancel,
    awaitsConfirmation,
    ...(parcelWord && { parcelWord }),
    ...(pickUp && { pickUp }),
    buyer: addressInfo.firm || addressInfo.name,
    city: addressInfo.city,
    pincode: addressInfo.pincode,
    units: rest.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    cash: awaitsPayment ? 0 : rest.cash,
    awaitsPayment,
    isOpen: mayDeliver(order) && dispatched !== 'whole',
  }
}
