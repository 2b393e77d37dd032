import { carrierKey } from '#domain/orders/dispatch.ts'
import type { Shipment } from '#domain/orders/shipment.ts'
import { DeskForm } from '#web/admin/desk-form.tsx'
import { useMaySend } from '#web/admin/use-may.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { CarrierFields } from './carrier-fields.tsx'

type ChangeCourierProps = { shipment: Shipment; bookWith: string | undefined }

/** Corrects who carries a parcel. */
export function ChangeCourier({ shipment, bookWith }: ChangeCourierProps) {
  const isAllowed = useMaySend()(`/adminDashboard/orders/${shipment.orderId}`, 'change-courier')
  const present = carrierKey(shipment)
  if (!isAllowed) return null
  return (
    <details className="underlined" key={present}>
      <summary>Change courier or AWB</summary>
      <DeskForm intent="change-courier" fields={{ shipment: shipment.id, seen: present }}>
        {({ field, values, busy }) => (
          <>
            <div className="grid">
              <CarrierFields field={field} present={shipment} />
            </div>
            {shipment.booking === 'booked' && shipment.step === 'packed' && (
              <label className="check">
                <input type="checkbox" name="cancelBooking" defaultChecked={values.cancelBooking !== undefined} />
                Cancel the booking with {bookWith ?? 'the courier'}
              </label>
            )}
            <Button type="submit" variant="quiet" busy={busy}>
              Save courier
            </Button>
          </>
        )}
      </DeskForm>
    </details>
  )
}
