import { findSize } from '#domain/catalog/sizes.ts'
import { deliveryStateOf } from '#domain/delivery/pincode-states.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { type ParcelItem, parseMeasures } from '#domain/orders/parcel-box.ts'
import type { ShipmentId } from '#domain/orders/shipment.ts'
import { STATES } from '#domain/states.ts'
import { listLinesToBill } from '#server/billing/queries.ts'
import { readCatalogue } from '#server/catalog/sizes/queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { ProviderRejectedError } from '#server/errors.ts'
import { findOrder } from '#server/orders/queries.ts'
import type { Parcel } from '#server/providers/courier.ts'
import { findSettings } from '#server/settings/queries.ts'
import type { Shop } from '#server/shop.ts'
import { listLinesOf } from './queries.ts'

type ShipmentToBook = { id: ShipmentId; orderId: OrderId; cash: number }

/** Identifies the parcel at the courier's system: `1001-12` is shipment 12 of order 1001. */
export function referenceOf({ id, orderId }: Pick<ShipmentToBook, 'id' | 'orderId'>): string {
  return `${orderId}-${id}`
}

/** @throws ProviderRejectedError, with a reason for the desk, when no courier could deliver it */
export async function readParcel({ db }: Pick<Shop, 'db'>, shipment: ShipmentToBook): Promise<Parcel> {
  const order = await findOrder(db, shipment.orderId)
  if (!order) throw refused('The order was deleted.')
  const sent = await listLinesOf(db, shipment.id)
  const codes = await listLinesToBill(db, order.id, sent)
  const lines = sent.flatMap(({ position, quantity }) => {
    const line = order.cartItems[position]
    if (!line) return []
    const { id, title, price, sizeCode } = line
    const { sku, hsn } = codes.find((each) => each.position === position) ?? { sku: '', hsn: '' }
    return [{ name: title, sku: sku || `${id}-${sizeCode}`, ...(hsn && { hsn }), quantity, price, sizeCode }]
  })
  if (lines.length === 0) throw refused('The parcel is empty.')
  const { addressInfo: to } = order
  const state = deliveryStateOf(to)
  if (!state) throw refused('Choose the State of the delivery address first.')
  const mobile = to.mobileNumber.replace(/\D/g, '').slice(-10)
  return {
    reference: referenceOf(shipment),
    orderedAt: new Date(order.time),
    to: { ...to, state: STATES[state], mobile, email: order.email },
    lines: lines.map(({ sizeCode, ...line }) => line),
    items: await db.transaction((tx) => readItems(tx, lines)),
    value: lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
    cash: shipment.cash,
  }
}

/** As the catalogue has their sizes, or as the owner has told for what has none. */
async function readItems(
  tx: Transaction,
  lines: readonly { sizeCode: string; quantity: number }[],
): Promise<ParcelItem[]> {
  const catalogue = await readCatalogue(tx)
  const { usualParcel, usualWeight } = await findSettings(tx)
  const usual = { cm: parseMeasures(usualParcel), kg: usualWeight || undefined }
  return lines.map(({ sizeCode, quantity }) => {
    const size = findSize(catalogue, sizeCode)
    const cm = size ? ([size.width, size.depth, size.height] as const) : usual.cm
    return { quantity, cm, kg: size?.weight ?? usual.kg }
  })
}

function refused(reason: string): ProviderRejectedError {
  return new ProviderRejectedError(`The parcel cannot be booked: ${reason}`, { reason })
}
