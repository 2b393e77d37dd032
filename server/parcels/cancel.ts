import { randomUUID } from 'node:crypto'
import type { User } from '#domain/accounts/user.ts'
import { priceOf } from '#domain/orders/amounts.ts'
import type { ShipmentId } from '#domain/orders/shipment.ts'
import { mayCancelParcel } from '#domain/orders/shipment-steps.ts'
import { issueCreditNote } from '#server/billing/issue.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import { updateOrder } from '#server/orders/queries.ts'
import type { Shop } from '#server/shop.ts'
import { enqueueBookingCancellation, enqueueDispatchCorrection } from './book.ts'
import { insertDeskStep, insertReturn, listScansAsLearnt, listSent, readContents, withShipment } from './queries.ts'
import { returnToStock } from './returns.ts'

/** `picked-up`: the courier has it, or it went on in another way. */
export type ParcelCancelled =
  | { ok: true; creditNote: { id: number; number: string } | undefined }
  | { ok: false; reason: 'not-found' | 'picked-up' }

/**
 * Undoes a dispatch: the parcel stays in the shop, its invoice is credited in full (CGST Act 2017, section 34), and its
 * units are to be dispatched again, or for sale again if the order is cancelled. A job cancels its booking at the courier.
 * Repeating it changes nothing.
 */
export async function cancelParcel(
  shop: Pick<Shop, 'db' | 'now'>,
  admin: User,
  shipmentId: ShipmentId,
): Promise<ParcelCancelled> {
  return withShipment(shop.db, shipmentId, async (tx, shipment, order): Promise<ParcelCancelled> => {
    if (!order || shipment.kind !== 'sale') return { ok: false, reason: 'not-found' }
    if (shipment.step === 'cancelled') return { ok: true, creditNote: undefined }
    const orderId = order.id
    const { lines, returned } = await readContents(tx, shipmentId)
    const parcel = { step: shipment.step, scans: await listScansAsLearnt(tx, shipmentId) }
    if (!mayCancelParcel(parcel, { order, cameBack: returned.length > 0 })) return { ok: false, reason: 'picked-up' }

    await insertDeskStep(tx, shipmentId, 'cancelled')
    if (shipment.booking !== null) await enqueueBookingCancellation(tx, shipmentId)
    // The email about the cancellation of an order has said that nothing comes.
    if (order.cancel !== 'cancelled') await enqueueDispatchCorrection(tx, shipmentId, 'dispatch-undone')
    const dispatched = (await listSent(tx, orderId)).length > 0 ? 'part' : 'none'
    await updateOrder(tx, orderId, { dispatched })
    let returnId: number | undefined
    if (order.cancel === 'cancelled') {
      const good = lines.map(({ position, quantity }) => ({ position, good: quantity, damaged: 0 }))
      const amount = priceOf({ lines, fee: shipment.fee })
      const entry = { key: randomUUID(), shipmentId, orderId, reason: 'not-delivered', amount } as const
      returnId = await insertReturn(tx, { ...entry, actorId: admin.userId, lines: good })
      if (returnId === undefined) throw new Error(`Shipment ${shipmentId} did not go back to stock`)
      await returnToStock(tx, { orderId, returnId, actorId: admin.userId }, good)
    }
    await insertAudit(tx, admin, {
      action: 'cancel parcel',
      subject: `order ${orderId}`,
      before: { dispatched: order.dispatched, step: shipment.step },
      after: { dispatched, shipment: shipmentId, step: 'cancelled' },
    })
    // Last, because every other dispatch waits for the counter of the numbers.
    const credit = { returnId, shipmentId, lines, withFee: true, reason: 'Dispatch cancelled', now: shop.now() }
    return { ok: true, creditNote: await issueCreditNote(tx, credit) }
  })
}
