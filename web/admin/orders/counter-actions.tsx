import { formatAmount, type Paise } from '#domain/money.ts'
import type { Order } from '#domain/orders/order.ts'
import { stepLabelOf } from '#domain/orders/pick-up.ts'
import type { Shipment, Step } from '#domain/orders/shipment.ts'
import { DeskForm } from '#web/admin/desk-form.tsx'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'

type CounterActionsProps = {
  order: Pick<Order, 'id'>
  shipment: Shipment
  /** Paise that the buyer still pays for it. */
  due: Paise
  /** The steps that may be set now. */
  steps: readonly Step[]
}

/** What the desk can do with a parcel that waits for its buyer. */
export function CounterActions({ order, shipment, due, steps }: CounterActionsProps) {
  const action = { action: `/adminDashboard/orders/${order.id}`, describedBy: `parcel-${shipment.id}` }
  return (
    <>
      {shipment.step === 'packed' && (
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
      )}
      <div className="cluster gap-2">
        {steps.map((step) => (
          <RowAction key={step} {...action} fields={{ intent: 'step', shipment: shipment.id, step }}>
            {stepLabelOf(shipment, step)}
          </RowAction>
        ))}
      </div>
    </>
  )
}
