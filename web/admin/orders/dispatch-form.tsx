import { useState } from 'react'
import type { InvoiceProblem } from '#domain/billing/invoice-needs.ts'
import { NO_BOX, quantityField } from '#domain/orders/dispatch.ts'
import type { Order, OrderLine } from '#domain/orders/order.ts'
import { describeBox, type PackedBox } from '#domain/orders/pack.ts'
import { PICK_UP } from '#domain/orders/pick-up.ts'
import { STATES_BY_NAME } from '#domain/states.ts'
import { DeskForm } from '#web/admin/desk-form.tsx'
import { nameOf } from '#web/orders/parcels.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FieldError, FormMessage } from '#web/ui/forms/field.tsx'
import { Options } from '#web/ui/forms/options.tsx'
import { CarrierFields, CourierChoice, Rates } from './carrier-fields.tsx'

type DispatchFormProps = {
  order: Pick<Order, 'cartItems' | 'pickUp' | 'addressInfo'>
  unsent: readonly number[]
  formKey: string
  /** A choice or confirmation that the desk must make first. */
  problem: InvoiceProblem | undefined
  /** A sentence for the desk to confirm, if the buyer is registered in another State. */
  billTo: string | undefined
  warnings: readonly string[]
  bookWith: string | undefined
  /** The boxes for all that is unsent, the first of which this parcel gets; empty: the owner has none. */
  packed: readonly PackedBox[]
  boxes: readonly string[]
}

const STATE_HINTS: Record<Exclude<InvoiceProblem, 'bill-to-needed'>, string> = {
  'state-needed': 'We can’t tell it from this pincode.',
  'state-contradicts': 'Choose it if the pincode is right. If the pincode is wrong, change the address.',
}

/** Dispatches the chosen units of an order. Remount it after each dispatch, so that the next one has a new key. */
export function DispatchForm(props: DispatchFormProps) {
  const { order, unsent, formKey, problem, billTo, warnings, bookWith, packed, boxes } = props
  const { cartItems: lines, addressInfo } = order
  // Its buyer fetches it, so no courier carries it.
  const isPickedUp = order.pickUp !== undefined
  const [first] = packed
  const inFirst = (position: number) => first?.lines.find((line) => line.position === position)?.quantity ?? 0
  // The first key stays, because the page's data may be reloaded while the form is open.
  const [key] = useState(formKey)
  const verb = isPickedUp ? 'Ready to pick up' : 'Dispatch'
  return (
    <section aria-labelledby="dispatch" className="box stack gap-3">
      <h3 id="dispatch">{verb}</h3>
      {warnings.map((warning) => (
        <FormMessage key={warning} tone="problem">
          {warning}
        </FormMessage>
      ))}
      <DeskForm intent="dispatch" fields={{ key, ...(isPickedUp && { [PICK_UP]: 'yes' }) }} className="stack">
        {({ field, problems, values, rates, busy }) => (
          <>
            {packed.length > 1 && <BoxPlan packed={packed} lines={lines} />}
            <ul className="stack gap-3 dispatch-lines">
              {lines.map((line, position) => {
                const left = unsent[position] ?? 0
                const name = quantityField(position)
                const id = `dispatch-${position}`
                return left === 0 ? null : (
                  <li key={name}>
                    <label htmlFor={id}>{nameOf(line)}</label>
                    <div className="field">
                      <input
                        id={id}
                        type="number"
                        inputMode="numeric"
                        name={name}
                        min={0}
                        max={left}
                        defaultValue={values[name] ?? (packed.length > 1 ? inFirst(position) : left)}
                        aria-invalid={problems[name] ? true : undefined}
                        aria-describedby={problems[name] ? `${id}-error` : undefined}
                      />
                    </div>
                    <span className="quiet">of {left}</span>
                    <FieldError id={id} error={problems[name]} />
                  </li>
                )
              })}
            </ul>
            <div className="grid">
              {boxes.length > 0 && (
                <>
                  <Field as="select" label="Box" {...field('box')} hint={first && nameOfBox(first)}>
                    <option value="">{first ? `Proposed: ${first.name || 'own wrapping'}` : 'As proposed'}</option>
                    <Options of={boxes} />
                    <option value={NO_BOX}>Without a box</option>
                  </Field>
                  <Field
                    label="Weight in kg"
                    {...field('kg')}
                    inputMode="decimal"
                    autoComplete="off"
                    placeholder={first && String(first.kg)}
                    hint="Leave empty for pieces and box."
                  />
                </>
              )}
              {!isPickedUp && <CarrierFields field={field} />}
              {problem && problem !== 'bill-to-needed' && (
                <Field as="select" label="State" {...field('stateCode')} hint={STATE_HINTS[problem]}>
                  <option value="">Choose</option>
                  <Options of={STATES_BY_NAME} />
                </Field>
              )}
            </div>
            {problem === 'bill-to-needed' && (
              <div className="stack gap-3">
                {addressInfo.registeredAddress === undefined && (
                  <Field
                    as="textarea"
                    label="Registered address"
                    {...field('registeredAddress')}
                    rows={3}
                    maxLength={300}
                  />
                )}
                <label className="check">
                  <input
                    type="checkbox"
                    name="billTo"
                    value={billTo}
                    aria-invalid={problems.billTo ? true : undefined}
                    aria-describedby={problems.billTo ? 'bill-to-error' : undefined}
                  />
                  {billTo}
                </label>
                <FieldError id="bill-to" error={problems.billTo} />
              </div>
            )}
            {bookWith && <CourierChoice bookWith={bookWith} rates={rates} {...field('wantedCourier')} />}
            <div className="cluster">
              <Button type="submit" busy={busy}>
                {verb}
              </Button>
              {bookWith && (
                <>
                  <Button type="submit" variant="quiet" name="book" value="yes" busy={busy}>
                    {`Book with ${bookWith}`}
                  </Button>
                  <Button type="submit" variant="quiet" name="rates" value="yes" busy={busy}>
                    Compare prices
                  </Button>
                </>
              )}
            </div>
            <Rates rates={rates} />
          </>
        )}
      </DeskForm>
    </section>
  )
}

/** The boxes that the order needs. The form dispatches the first; the next proposal is for the rest. */
function BoxPlan({ packed, lines }: Pick<DispatchFormProps, 'packed'> & { lines: readonly OrderLine[] }) {
  return (
    <div className="tint stack gap-2">
      <p>{`${packed.length} parcels are needed. This is the first of them.`}</p>
      <ol className="fine">
        {packed.map((box, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two boxes may hold the same
          <li key={index}>
            {`${nameOfBox(box)}: ${box.lines.map(({ position, quantity }) => `${quantity} × ${titleOf(lines[position])}`).join(', ')}`}
          </li>
        ))}
      </ol>
    </div>
  )
}

function titleOf(line: OrderLine | undefined): string {
  return line ? nameOf(line) : ''
}

function nameOfBox(box: PackedBox): string {
  return `${box.name || 'Own wrapping'}, ${describeBox(box)}`
}
