import { formatAmount, type Paise } from '#domain/money.ts'
import type { Shipment } from '#domain/orders/shipment.ts'
import { DeskForm } from '#web/admin/desk-form.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'

type HandOverProps = {
  shipment: Pick<Shipment, 'id'>
  /** Paise that the buyer still pays for it. */
  due: Paise
}

/** Hands a parcel that waits for its buyer over. */
export function HandOver({ shipment, due }: HandOverProps) {
  return (
    <DeskForm intent="hand-over" fields={{ shipment: shipment.id }} className="stack gap-3 start">
      {({ field, busy }) => (
        <>
          <div className="cluster top gap-3">
            <Field label="Code" inputMode="numeric" autoComplete="off" required maxLength={11} {...field('code')} />
            {due > 0 && (
              <Field
                label="Collected (₹)"
                inputMode="decimal"
                autoComplete="off"
                required
                hint={`${formatAmount(due)} to collect`}
                {...field('amount')}
              />
            )}
          </div>
          <Button type="submit" busy={busy}>
            Hand over
          </Button>
        </>
      )}
    </DeskForm>
  )
}
