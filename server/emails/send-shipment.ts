import { writeShipmentEmail } from '#domain/messages/shipment-emails.ts'
import type { ShipmentEmailTemplate } from '#domain/messages/templates.ts'
import type { ShipmentId } from '#domain/orders/shipment.ts'
import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import { originOf } from '#server/config.ts'
import { listBillsOf } from '#server/orders/billing/queries.ts'
import { findOrder, holdOrder } from '#server/orders/queries.ts'
import { findShipment } from '#server/orders/shipments/queries.ts'
import { findOrderIdOf } from '#server/orders/shipments/shipment-queries.ts'
import type { Shop } from '#server/shop.ts'
import { findEmail, insertEmail } from './queries.ts'
import { type EmailContext, send } from './send.ts'

/**
 * A job. The email is stored once per template and shipment, with its order share-locked, so that an erasure finds the
 * email too.
 */
export async function sendShipmentEmail(
  shop: EmailContext & Pick<Shop, 'trackingLinks'>,
  template: ShipmentEmailTemplate,
  shipmentId: ShipmentId,
): Promise<void> {
  const subject = `shipment ${shipmentId}`
  await shop.db.transaction(async (tx) => {
    const orderId = await findOrderIdOf(tx, shipmentId)
    if (orderId === undefined) return
    await holdOrder(tx, orderId)
    const order = await findOrder(tx, orderId)
    const shipment = await findShipment(tx, shipmentId)
    // If the order was deleted meanwhile, an email that is stored already is still sent, but none is written.
    if (!order || !shipment || order.userid === DELETED_USER.id) return
    const bills = await listBillsOf(tx, orderId)
    const bill = bills.find((other) => other.shipmentId === shipmentId && other.kind !== 'credit-note')
    const trackingPage = originOf(shop.config) + shop.trackingLinks.trackingPath(orderId)
    const params = writeShipmentEmail(template, order, { ...shipment, bill, trackingPage })
    await insertEmail(tx, { template, subject, params })
  })
  await send(shop, await findEmail(shop.db, template, subject))
}
