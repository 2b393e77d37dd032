import type { User } from '#domain/accounts/user.ts'
import { type Carrier, carrierKey } from '#domain/orders/dispatch.ts'
import type { ShipmentId } from '#domain/orders/shipment.ts'
import { isFinished } from '#domain/orders/shipment-steps.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import { answerIfViolated } from '#server/db/constraints.ts'
import type { Shop } from '#server/shop.ts'
import { enqueueBookingCancellation, enqueueDispatchCorrection } from './book.ts'
import { updateShipment, withShipment } from './queries.ts'

export type CourierChange = Carrier & {
  shipmentId: ShipmentId
  /** The `carrierKey` that the form was opened with. */
  seen: string
  /** True: the booking at the courier's system is cancelled, because somebody else carries the parcel now. */
  cancelBooking: boolean
}

/** `changed`: somebody else has changed it since the form was opened, to `present`. `booking`: it is being booked now. */
export type CourierChanged =
  | { ok: true }
  | { ok: false; reason: 'not-found' | 'too-late' | 'booking' | 'awb-taken' }
  | { ok: false; reason: 'changed'; present: string }

/** Corrects who carries a parcel, until it is delivered. The audit, and with it the timeline, keeps what it was. */
export async function changeCourier(
  shop: Pick<Shop, 'db'>,
  admin: User,
  { shipmentId, seen, cancelBooking, courier, awb, trackingLink }: CourierChange,
): Promise<CourierChanged> {
  return answerIfViolated<CourierChanged>('shipments_awb_once', { ok: false, reason: 'awb-taken' }, () =>
    withShipment(shop.db, shipmentId, async (tx, shipment): Promise<CourierChanged> => {
      if (shipment.kind === 'return') return { ok: false, reason: 'not-found' }
      if (isFinished(shipment.step) || shipment.pickUp) return { ok: false, reason: 'too-late' }
      if (shipment.booking === 'requested' || shipment.booking === 'cancelling') return { ok: false, reason: 'booking' }
      const present = carrierKey(shipment)
      const wanted = carrierKey({ courier, awb })
      const isSame = present === wanted
      if (isSame && (trackingLink === '' || trackingLink === shipment.trackingLink)) return { ok: true }
      if (!isSame && present !== seen) return { ok: false, reason: 'changed', present }

      await updateShipment(tx, shipmentId, { courier, awb: awb || null, trackingLink })
      // A parcel whose booking was rejected or is cancelled goes on by hand.
      const isLeft = shipment.booking === 'failed' || (shipment.booking === 'booked' && cancelBooking)
      if (isLeft) {
        await updateShipment(tx, shipmentId, { providerOrderId: null, providerShipmentId: null, labelLink: '' })
        await enqueueBookingCancellation(tx, shipmentId)
      }
      await enqueueDispatchCorrection(tx, shipmentId, 'courier-changed')
      await insertAudit(tx, admin, {
        action: 'change courier',
        subject: `order ${shipment.orderId}`,
        before: {
          courier: shipment.courier,
          awb: shipment.awb ?? '',
          trackingLink: shipment.trackingLink,
          shipment: shipmentId,
        },
        after: { courier, awb, trackingLink, shipment: shipmentId },
      })
      return { ok: true }
    }),
  )
}
