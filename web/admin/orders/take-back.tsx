import { useState } from 'react'
import type { Order } from '#domain/orders/order.ts'
import type { LineQuantity } from '#domain/orders/shipment.ts'
import { damagedField, goodField } from '#domain/orders/take-back.ts'
import { DeskForm } from '#web/admin/desk-form.tsx'
import { nameOf } from '#web/orders/parcels.tsx'
import { Field, FormMessage } from '#web/ui/forms/field.tsx'
import { PricedCounts } from './return-refund-fields.tsx'

type TakeBackProps = {
  id: number
  order: Pick<Order, 'cancel' | 'paymentId' | 'restInCash' | 'cartItems'>
  /** The units of the parcel that have not come back. */
  out: readonly LineQuantity[]
  formKey: string
  /** The courier has brought the whole parcel back. */
  cameBack: boolean
}

/** Counts what came back of a parcel. */
export function TakeBack({ id, out, order, formKey, cameBack }: TakeBackProps) {
  // The first key stays, because the page's data may be reloaded while the form is open.
  const [key] = useState(formKey)
  return (
    <details className="underlined no-print" open={cameBack}>
      <summary>Record a return</summary>
      {cameBack && <FormMessage>This parcel came back. Count what is in it.</FormMessage>}
      <DeskForm intent="take-back" fields={{ key, shipment: id }} submit="Take back" variant="quiet">
        {({ field }) => (
          <>
            <PricedCounts order={order} field={field}>
              {out.map(({ position, quantity }) => {
                const line = order.cartItems[position]
                return (
                  <fieldset key={position} className="grid grid-small gap-3">
                    <legend>
                      {line ? nameOf(line) : 'Item'} <span className="quiet">of {quantity}</span>
                    </legend>
                    <Field label="Good" type="number" min={0} max={quantity} {...field(goodField(position))} />
                    <Field label="Damaged" type="number" min={0} max={quantity} {...field(damagedField(position))} />
                  </fieldset>
                )
              })}
            </PricedCounts>
            <Field as="select" label="Reason" {...field('reason')}>
              {cameBack && <option value="not-delivered">Not delivered</option>}
              <option value="returned">Returned by the shopper</option>
              {!cameBack && <option value="not-delivered">Not delivered</option>}
            </Field>
          </>
        )}
      </DeskForm>
    </details>
  )
}
