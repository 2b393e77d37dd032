import { Link } from 'react-router'
import { formatAmount, toRupees } from '#domain/money.ts'
import { STEP_LABELS, type Step } from '#domain/orders/shipment.ts'
import { payoutText } from '#domain/returns/payout.ts'
import { RETURN_REASONS, RETURN_STATE_LABELS, returnNumberOf, WISHES } from '#domain/returns/return-request.ts'
import { calendarDay, formatDay } from '#domain/time.ts'
import type { ReturnDesk as Desk } from '#server/returns/desk-page.ts'
import { DeskForm } from '#web/admin/desk-form.tsx'
import { CarrierFields } from '#web/admin/orders/carrier-fields.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FormMessage, type fieldsOf } from '#web/ui/forms/field.tsx'

type ReturnDeskProps = {
  id: number
  quantity: number
  desk: Desk
  /** Made by the loader, so that a repeated press does it once. */
  formKey: string
  today: string
}

/** Everything that settles a return request: how it comes back, what came, and what the buyer gets for it. */
export function ReturnDesk({ id, quantity, desk, formKey, today }: ReturnDeskProps) {
  const may = (action: Desk['actions'][number]) => desk.actions.includes(action)
  const rupees = Math.floor(toRupees(desk.most))
  return (
    <div className="stack gap-5">
      {desk.pickup && <Pickup pickup={desk.pickup} />}
      {desk.replacement && <Replacement id={id} parcel={desk.replacement} />}
      {(may('book-pickup') || may('drop-off') || may('keep')) && (
        <section className="box stack start gap-3" aria-labelledby="comes-back">
          <h3 id="comes-back">How it comes back</h3>
          {may('book-pickup') && (
            <DeskForm intent="book-pickup" fields={{ key: formKey, return: id }}>
              {({ field, busy }) => (
                <>
                  <Button type="submit" busy={busy}>
                    Book pickup
                  </Button>
                  <details open={!desk.courier}>
                    <summary>{desk.courier ? 'With another courier' : 'Courier'}</summary>
                    <By field={field} courier={desk.courier} />
                  </details>
                </>
              )}
            </DeskForm>
          )}
          {may('drop-off') && <Press id={id} intent="drop-off" label="Drop off" hint="The buyer brings it." />}
          {may('keep') && <Press id={id} intent="keep" label="Keep it" hint="The buyer need not send it back." />}
        </section>
      )}
      {may('receive') && (
        <section className="box stack start gap-3" aria-labelledby="received">
          <h3 id="received">It is here</h3>
          <DeskForm intent="receive" fields={{ key: formKey, return: id }} submit="Received">
            {({ field }) => (
              <>
                <div className="grid grid-small gap-3">
                  <Field label="Good" type="number" min={0} max={quantity} {...field('good')} />
                  <Field label="Damaged" type="number" min={0} max={quantity} {...field('damaged')} />
                </div>
                <p className="fine quiet">Good ones are for sale again.</p>
              </>
            )}
          </DeskForm>
        </section>
      )}
      {(may('pay-back') || may('replace') || may('give-voucher')) && (
        <section className="box stack start gap-3" aria-labelledby="settle">
          <h3 id="settle">What the buyer gets</h3>
          {may('pay-back') && (
            <DeskForm intent="pay-back" fields={{ key: formKey, return: id }} submit="Pay back">
              {({ field }) => <Amount field={field} rupees={rupees} />}
            </DeskForm>
          )}
          {may('replace') && (
            <DeskForm
              intent="replace"
              fields={{ key: formKey, return: id, by: desk.courier ? 'system' : 'hand' }}
              submit="Replace"
              variant="quiet"
            >
              {() => <p className="fine quiet">The same again, with a delivery challan and nothing to pay.</p>}
            </DeskForm>
          )}
          {may('give-voucher') && rupees > 0 && (
            <DeskForm intent="give-voucher" fields={{ key: formKey, return: id, amount: rupees }}>
              {({ problems, busy }) => (
                <>
                  <Button type="submit" variant="quiet" busy={busy}>
                    Give voucher
                  </Button>
                  <p className="fine quiet">Of ₹{rupees.toLocaleString('en-IN')}.</p>
                  {problems.amount && <FormMessage alert>{problems.amount}</FormMessage>}
                </>
              )}
            </DeskForm>
          )}
        </section>
      )}
      <ByHand id={id} desk={desk} today={today} />
      <Past past={desk.past} />
    </div>
  )
}

function Press({ id, intent, label, hint }: { id: number; intent: string; label: string; hint?: string }) {
  return (
    <DeskForm intent={intent} fields={{ return: id }} className="cluster gap-3">
      {({ busy }) => (
        <>
          <Button type="submit" variant="quiet" small busy={busy}>
            {label}
          </Button>
          {hint && <span className="fine quiet">{hint}</span>}
        </>
      )}
    </DeskForm>
  )
}

type Fields = { field: ReturnType<typeof fieldsOf<string>> }

/** The courier’s own system, or a courier whose AWB is typed. */
function By({ field, courier }: Fields & { courier: string | undefined }) {
  return (
    <>
      {courier && (
        <Field as="select" label="Booked" {...field('by')}>
          <option value="system">By {courier}</option>
          <option value="hand">By hand, with the AWB below</option>
        </Field>
      )}
      <CarrierFields field={field} />
    </>
  )
}

function Amount({ field, rupees }: Fields & { rupees: number }) {
  const amount = field('amount')
  return (
    <Field
      label="Amount"
      inputMode="numeric"
      autoComplete="off"
      hint={`Up to ₹${rupees.toLocaleString('en-IN')}.`}
      {...amount}
      defaultValue={amount.defaultValue ?? (rupees > 0 ? String(rupees) : '')}
    />
  )
}

const PICKUP_STEPS: Partial<Record<Step, string>> = {
  packed: 'Pickup booked',
  'not-delivered': 'Not picked up',
  delivered: 'Arrived',
}

function Pickup({ pickup }: { pickup: NonNullable<Desk['pickup']> }) {
  const { courier, awb, step, status, booking, problem } = pickup
  const state = booking === 'requested' ? 'Booking …' : booking === 'failed' ? 'Not booked' : PICKUP_STEPS[step]
  return (
    <section className="box stack start gap-2" aria-labelledby="pickup">
      <h3 id="pickup">Pickup</h3>
      <p>
        <span className="badge">{state ?? STEP_LABELS[step]}</span> {[courier, awb].filter(Boolean).join(' ')}
        {status && <span className="fine quiet own-line">{status}</span>}
      </p>
      {booking === 'failed' && problem && <FormMessage tone="problem">{problem}</FormMessage>}
      {pickup.isToCome && <DeskForm intent="cancel-pickup" submit="Cancel pickup" variant="quiet" small />}
    </section>
  )
}

function Replacement({ id, parcel }: { id: number; parcel: NonNullable<Desk['replacement']> }) {
  const { courier, awb, step } = parcel
  return (
    <section className="box stack start gap-2" aria-labelledby="replacement">
      <h3 id="replacement">Replacement</h3>
      <p>
        <span className="badge">{STEP_LABELS[step]}</span> {[courier, awb].filter(Boolean).join(' ')}
      </p>
      {step === 'packed' && (
        <Press
          id={id}
          intent="cancel-replacement"
          label="Cancel replacement"
          hint="Its items are for sale again then."
        />
      )}
    </section>
  )
}

/** Money that staff pay, because the order was paid in cash or at the counter. */
function ByHand({ id, desk: { byHand, isAsked, payout }, today }: Pick<ReturnDeskProps, 'id' | 'desk' | 'today'>) {
  if (!byHand && !isAsked) return null
  return (
    <section className="box stack start gap-3" aria-labelledby="by-hand">
      <h3 id="by-hand">Paid by hand</h3>
      <p>{whereTo(payout)}</p>
      {byHand?.paidBackOn && (
        <p>
          Paid back on {formatDay(byHand.paidBackOn)}, {byHand.reference}.
        </p>
      )}
      {byHand && byHand.paidBackOn === null && (
        <DeskForm intent="mark-paid" fields={{ return: id }} submit="Mark as paid">
          {({ field, values }) => (
            <>
              <p>{formatAmount(byHand.amount)} to pay.</p>
              <Field label="Reference" maxLength={100} {...field('reference')} />
              <Field label="Date" type="date" max={today} {...field('paidOn')} defaultValue={values.paidOn ?? today} />
            </>
          )}
        </DeskForm>
      )}
    </section>
  )
}

function whereTo(payout: Desk['payout']): string {
  if (payout === 'unreadable') return 'The bank details can’t be read any more. Ask the buyer to enter them again.'
  return payout ? payoutText(payout) : 'The buyer has not said yet where the money shall go.'
}

function Past({ past }: Pick<Desk, 'past'>) {
  return (
    <section className="box stack gap-2" aria-labelledby="past">
      <h3 id="past">This buyer’s other returns of twelve months</h3>
      {past.length === 0 ? (
        <p className="quiet">None.</p>
      ) : (
        <ul className="lines">
          {past.map(({ id, title, quantity, reason, state, settledAs, time }) => (
            <li key={id}>
              <Link to={`/adminDashboard/returns/${returnNumberOf(id)}`}>{returnNumberOf(id)}</Link>{' '}
              {formatDay(calendarDay(new Date(time)))}: {quantity} × {title}, {RETURN_REASONS[reason]},{' '}
              {RETURN_STATE_LABELS[state]}
              {settledAs && ` (${WISHES[settledAs]})`}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
