import { Link } from 'react-router'
import { formatAmount, type Paise } from '#domain/money.ts'
import { cancelParcelQuestion } from '#domain/orders/action-questions.ts'
import { carrierKey } from '#domain/orders/dispatch.ts'
import type { Order } from '#domain/orders/order.ts'
import { stepLabelOf } from '#domain/orders/pick-up.ts'
import { type LineQuantity, type Shipment, STEP_LABELS, type Step } from '#domain/orders/shipment.ts'
import { isFinished, mayBook, usualNextStep } from '#domain/orders/shipment-steps.ts'
import type { AnswerRow } from '#server/parcels/answer-queries.ts'
import { DeskForm } from '#web/admin/desk-form.tsx'
import { useMaySend } from '#web/admin/frame-data.ts'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FormMessage } from '#web/ui/forms/field.tsx'
import { CarrierFields, CourierChoice, Rates } from './carrier-fields.tsx'
import { NotDelivered } from './not-delivered.tsx'
import { ParcelCash, type ParcelCashProps } from './parcel-cash.tsx'
import { TakeBack } from './take-back.tsx'

type ParcelActionsProps = {
  order: Pick<Order, 'id' | 'cancel' | 'paymentId' | 'restInCash' | 'cartItems'>
  shipment: Shipment
  cash: ParcelCashProps['cash']
  /** Paise that its buyer still pays at the counter. */
  due: Paise
  steps: readonly Step[]
  mayCancel: boolean
  /** The units of the parcel that have not come back. */
  out: readonly LineQuantity[]
  formKey: string
  bookWith: string | undefined
  /** The buyer's wish after the last attempt that failed. */
  answer: AnswerRow | undefined
}

/** The actions for one parcel: its next step is a button, and the others are behind `More`. */
export function ParcelActions({ order, shipment, cash, steps, mayCancel, out, formKey, ...more }: ParcelActionsProps) {
  const { id, step, booking, awb, labelLink } = shipment
  const { bookWith, answer, due } = more
  const next = usualNextStep(step)
  const asksToBook = booking === 'failed' || (bookWith !== undefined && mayBook(shipment))
  const others = steps.filter((one) => shipment.pickUp || asksToBook || one !== next)
  const canTakeBack = out.length > 0 && step !== 'cancelled'
  const takeBack = canTakeBack && (
    <TakeBack
      key={JSON.stringify([out, step === 'returned'])}
      id={id}
      out={out}
      order={order}
      formKey={formKey}
      cameBack={step === 'returned'}
    />
  )
  const action = { action: `/adminDashboard/orders/${order.id}`, describedBy: `parcel-${id}` }
  return (
    <div className="stack gap-3 parcel-actions no-print">
      <Notices shipment={shipment} />
      {step === 'not-delivered' && <NotDelivered shipment={shipment} answer={answer} />}
      <ParcelCash orderId={order.id} shipmentId={id} cash={cash} formKey={formKey} />
      {step !== 'cancelled' && (
        <p className="cluster baseline">
          {/* Plain links, because the router cannot open PDFs. */}
          <a href={`/adminDashboard/packing-slips?orders=${order.id}`}>Packing slip</a>
          {!shipment.pickUp && <a href={`/adminDashboard/labels?shipments=${id}`}>Label</a>}
          {labelLink && <a href={labelLink}>Courier’s label</a>}
        </p>
      )}
      {shipment.pickUp && step === 'packed' && <HandOver shipment={shipment} due={due} />}
      <div className="cluster gap-2 more">
        {asksToBook && (booking === 'failed' || !bookWith) && (
          <RowAction {...action} fields={{ intent: 'book', shipment: id }} variant="primary">
            {step === 'cancelled' ? 'Cancel booking again' : 'Book again'}
          </RowAction>
        )}
        {asksToBook && booking !== 'failed' && bookWith && (
          <DeskForm intent="book" fields={{ shipment: id }} className="stack gap-3">
            {({ field, rates, busy }) => (
              <>
                <CourierChoice bookWith={bookWith} rates={rates} {...field('wantedCourier')} />
                <div className="cluster gap-2">
                  <Button type="submit" small busy={busy}>
                    Book
                  </Button>
                  <Button type="submit" small variant="quiet" name="rates" value="yes" busy={busy}>
                    Compare prices
                  </Button>
                </div>
                <Rates rates={rates} />
              </>
            )}
          </DeskForm>
        )}
        {!asksToBook && !shipment.pickUp && next && steps.includes(next) && (
          <RowAction {...action} fields={{ intent: 'step', shipment: id, step: next }} variant="primary">
            {STEP_LABELS[next]}
          </RowAction>
        )}
        {(others.length > 0 || mayCancel || (!isFinished(step) && !shipment.pickUp)) && (
          <details className="no-print" key={`${step} ${awb}`}>
            <summary className="button quiet small">More</summary>
            <div className="stack gap-3 start">
              {/* biome-ignore lint/a11y/useSemanticElements: each button is a form of its own */}
              <div className="cluster gap-2" role="group" aria-label="Set the status">
                {others.map((one) => (
                  <RowAction key={one} {...action} fields={{ intent: 'step', shipment: id, step: one }}>
                    {stepLabelOf(shipment, one)}
                  </RowAction>
                ))}
                {mayCancel && (
                  <RowAction
                    {...action}
                    fields={{ intent: 'cancel-parcel', shipment: id, ask: 'yes' }}
                    confirm={{ ...cancelParcelQuestion(order, shipment), action: 'Cancel parcel' }}
                  >
                    Cancel parcel
                  </RowAction>
                )}
              </div>
              {!isFinished(step) && !shipment.pickUp && <ChangeCourier shipment={shipment} bookWith={bookWith} />}
              {!isFinished(step) && !shipment.pickUp && takeBack}
            </div>
          </details>
        )}
      </div>
      {isFinished(step) && takeBack}
    </div>
  )
}

function Notices({
  shipment: { step, booking, bookingProblem, missingForInvoice, status },
}: Pick<ParcelActionsProps, 'shipment'>) {
  const isCancelled = step === 'cancelled'
  const what = isCancelled ? 'cancellation' : 'booking'
  const isOneMissing = missingForInvoice.length === 1
  return (
    <>
      {status && isCancelled && (
        <FormMessage>
          This parcel was cancelled, but the courier says: {status}. Ask the courier to bring it back.
        </FormMessage>
      )}
      {status && !isCancelled && <p className="quiet">The courier says: {status}</p>}
      {booking === 'requested' && <p className="quiet">Being booked with the courier.</p>}
      {booking === 'cancelling' && <p className="quiet">The booking is being cancelled with the courier.</p>}
      {booking === 'cancelled' && <p className="quiet">The booking was cancelled with the courier.</p>}
      {booking === 'failed' && (
        <FormMessage>
          The courier rejected the {what}: {bookingProblem}
        </FormMessage>
      )}
      {missingForInvoice.length > 0 && !isCancelled && (
        <p className="quiet">
          No invoice was made: {missingForInvoice.join(', ')} {isOneMissing ? 'was' : 'were'} missing. Add{' '}
          {isOneMissing ? 'it' : 'them'} in <Link to="/adminDashboard/settings">Settings</Link> for later parcels.
        </p>
      )}
    </>
  )
}

/** Hands a parcel that waits for its buyer over. */
function HandOver({ shipment, due }: Pick<ParcelActionsProps, 'shipment' | 'due'>) {
  return (
    <DeskForm intent="hand-over" fields={{ shipment: shipment.id }} className="stack gap-3 start" submit="Hand over">
      {({ field }) => (
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
      )}
    </DeskForm>
  )
}

/** Corrects who carries a parcel. */
function ChangeCourier({ shipment, bookWith }: Pick<ParcelActionsProps, 'shipment' | 'bookWith'>) {
  const isAllowed = useMaySend()(`/adminDashboard/orders/${shipment.orderId}`, 'change-courier')
  const present = carrierKey(shipment)
  if (!isAllowed) return null
  return (
    <details className="underlined" key={present}>
      <summary>Change courier or AWB</summary>
      <DeskForm
        intent="change-courier"
        fields={{ shipment: shipment.id, seen: present }}
        submit="Save courier"
        variant="quiet"
      >
        {({ field, values }) => (
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
          </>
        )}
      </DeskForm>
    </details>
  )
}
