import { useState } from 'react'
import { Link } from 'react-router'
import type { Order } from '#domain/orders/order.ts'
import { type LineQuantity, type Shipment, STEP_LABELS, type Step } from '#domain/orders/shipment.ts'
import { damagedField, goodField } from '#domain/orders/take-back.ts'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { nameOf } from '#web/orders/parcels.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FormMessage } from '#web/ui/forms/field.tsx'
import { DeskForm } from './desk-form.tsx'
import { PricedCounts } from './return-refund-fields.tsx'

type ParcelActionsProps = {
  order: Pick<Order, 'id' | 'cancel' | 'paymentId' | 'cartItems'>
  shipment: Shipment
  /** The steps that may be set now. */
  steps: readonly Step[]
  /** The units of the parcel that have not come back. */
  out: readonly LineQuantity[]
  /** Made by the loader, so that a repeated press takes back once. */
  formKey: string
}

/** What the desk can do with one parcel. */
export function ParcelActions({ order, shipment, steps, out, formKey }: ParcelActionsProps) {
  const { id: orderId } = order
  const { id, step, booking, bookingProblem, missingForInvoice, labelLink, status, cash } = shipment
  const describedBy = `parcel-${id}`
  return (
    <div className="stack gap-3 parcel-actions no-print">
      {status && <p className="quiet">The courier says: {status}</p>}
      {booking === 'requested' && <p className="quiet">Being booked with the courier.</p>}
      {booking === 'failed' && (
        <>
          <FormMessage>The courier rejected the booking: {bookingProblem}</FormMessage>
          <RowAction
            action={`/adminDashboard/orders/${orderId}`}
            fields={{ intent: 'book', shipment: id }}
            describedBy={describedBy}
          >
            Book again
          </RowAction>
        </>
      )}
      {missingForInvoice.length > 0 && (
        <p className="quiet">
          No invoice was made: {missingForInvoice.join(', ')} {missingForInvoice.length === 1 ? 'was' : 'were'} missing.
          Add them in <Link to="/adminDashboard/settings">Settings</Link> for later parcels.
        </p>
      )}
      {cash > 0 && <p className="quiet">The courier collects ₹{cash.toLocaleString('en-IN')}.</p>}
      <p className="cluster baseline">
        {/* Plain links, because the router cannot open PDFs. */}
        <a href={`/adminDashboard/packing-slips?orders=${orderId}`}>Packing slip</a>
        <a href={`/adminDashboard/labels?shipments=${id}`}>Label</a>
        {labelLink && <a href={labelLink}>Courier’s label</a>}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: each button is a form of its own */}
      <div className="cluster gap-2" role="group" aria-label="Set the status">
        {steps.map((step) => (
          <RowAction
            key={step}
            action={`/adminDashboard/orders/${orderId}`}
            fields={{ intent: 'step', shipment: id, step }}
            describedBy={describedBy}
          >
            {STEP_LABELS[step]}
          </RowAction>
        ))}
      </div>
      {out.length > 0 && (
        <TakeBack
          key={JSON.stringify([out, step === 'returned'])}
          id={id}
          out={out}
          order={order}
          formKey={formKey}
          cameBack={step === 'returned'}
        />
      )}
    </div>
  )
}

type TakeBackProps = Pick<ParcelActionsProps, 'out' | 'order' | 'formKey'> & {
  id: number
  /** The courier has brought the whole parcel back. */
  cameBack: boolean
}

function TakeBack({ id, out, order, formKey, cameBack }: TakeBackProps) {
  // The first key stays, because the page's data may be reloaded while the form is open.
  const [key] = useState(formKey)
  return (
    <details className="underlined no-print" open={cameBack}>
      <summary>Record a return</summary>
      {cameBack && <FormMessage>This parcel came back. Count what is in it.</FormMessage>}
      <DeskForm intent="take-back" fields={{ key, shipment: id }}>
        {({ field, busy }) => (
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
            <Button type="submit" variant="quiet" busy={busy}>
              Take back
            </Button>
          </>
        )}
      </DeskForm>
    </details>
  )
}
