import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import type { FetcherWithComponents } from 'react-router'
import { formatRupees } from '#domain/money.ts'
import { AWB_MAX, awbField, splitColumn } from '#domain/orders/dispatch.ts'
import { COUNTER } from '#domain/orders/pick-up.ts'
import { plural } from '#domain/text.ts'
import type { PanelOrder } from '#server/parcels/dispatch-panel.ts'
import { OrderCell } from '#web/admin/table/cells.tsx'
import { DraftNotice, useDraft } from '#web/client/admin/draft.tsx'
import { useProblems } from '#web/client/problems.ts'
import { type Column, Table } from '#web/ui/admin/table.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { FieldError, fieldsOf } from '#web/ui/forms/field.tsx'
import { OrderState } from '#web/ui/product/order-badges.tsx'
import { CourierChoice, CourierField } from './carrier-fields.tsx'
import type { ManyResult } from './dispatch-many-actions.ts'

type DispatchManyFormProps = {
  fetcher: FetcherWithComponents<ManyResult>
  /** The numbers of all chosen orders, by which a draft knows its page. */
  chosen: readonly number[]
  /** Those that can be dispatched. */
  orders: readonly PanelOrder[]
  answer: ManyResult | undefined
  bookWith: string | undefined
}

/** Dispatches the chosen orders: with an AWB for each row, or booked at the courier's system all at once. */
export function DispatchManyForm({ fetcher, chosen, orders, answer, bookWith }: DispatchManyFormProps) {
  const refusal = answer?.ok === false ? answer : undefined
  const { form, problems } = useProblems(refusal)
  const dispatch = useRef<HTMLButtonElement>(null)
  const draft = useDraft({ name: `dispatch ${chosen.join()}`, form, answer, isSaved: answer?.ok === true })
  const pressed = fetcher.formData?.get('intent')
  const unconfirmed = orders.filter(({ awaitsConfirmation }) => awaitsConfirmation).length
  const values = answer?.values ?? {}
  const field = fieldsOf<string>(values, problems)

  return (
    <section aria-labelledby="to-dispatch" className="stack gap-4">
      <h3 id="to-dispatch">{plural(orders.length, 'order')} to pack</h3>
      <fetcher.Form
        method="post"
        ref={form}
        noValidate
        className="stack gap-4"
        onKeyDown={(event) => goToNextRow(event, dispatch.current)}
        onPaste={fillRowsBelow}
      >
        <DraftNotice draft={draft} />
        <div className="cluster bottom">
          <CourierField {...field('courier')} />
          {/* First, because Enter without scripts presses the first button, and this one leaves out what was not scanned. */}
          <Button ref={dispatch} type="submit" name="intent" value="dispatch" busy={pressed === 'dispatch'}>
            Dispatch
          </Button>
          {bookWith && (
            <Button type="submit" variant="quiet" name="intent" value="book" busy={pressed === 'book'}>
              Book all
            </Button>
          )}
        </div>
        {bookWith && <CourierChoice bookWith={bookWith} {...field('wantedCourier')} />}
        {bookWith && <p className="quiet">Book all asks {bookWith} for couriers and AWBs.</p>}
        {unconfirmed > 0 && (
          <fieldset className="cluster">
            <legend>{unconfirmed} unconfirmed</legend>
            <label className="check">
              <input
                type="radio"
                name="unconfirmed"
                value="leave-out"
                defaultChecked={values.unconfirmed !== 'send-anyway'}
              />
              Leave out
            </label>
            <label className="check">
              <input
                type="radio"
                name="unconfirmed"
                value="send-anyway"
                defaultChecked={values.unconfirmed === 'send-anyway'}
              />
              Send anyway
            </label>
          </fieldset>
        )}
        <Table label="Orders to pack" columns={columnsOf(values, problems)} rows={orders} keyOf={({ id }) => id} />
      </fetcher.Form>
    </section>
  )
}

const isAwb = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.name.startsWith('awb:')

/** A barcode scanner ends each code with Enter. */
function goToNextRow(event: KeyboardEvent<HTMLFormElement>, last: HTMLButtonElement | null) {
  if (event.key !== 'Enter' || !isAwb(event.target)) return
  event.preventDefault()
  const [next] = rowsFrom(event.currentTarget, event.target).slice(1)
  if (next) next.select()
  ;(next ?? last)?.focus()
}

/** A column that was copied from a spreadsheet fills this row and those below. */
function fillRowsBelow(event: ClipboardEvent<HTMLFormElement>) {
  const values = splitColumn(event.clipboardData.getData('text/plain'))
  if (values.length < 2 || !isAwb(event.target)) return
  event.preventDefault()
  const rows = rowsFrom(event.currentTarget, event.target)
  for (const [index, value] of values.entries()) {
    const input = rows[index]
    if (input) input.value = value
  }
  // As if it were typed, for the draft.
  event.currentTarget.dispatchEvent(new Event('input', { bubbles: true }))
  rows[Math.min(values.length, rows.length) - 1]?.focus()
}

function rowsFrom(form: HTMLFormElement, first: HTMLInputElement): HTMLInputElement[] {
  const rows = [...form.querySelectorAll<HTMLInputElement>('input[name^="awb:"]')]
  return rows.slice(rows.indexOf(first))
}

function columnsOf(values: Record<string, string>, problems: Record<string, string | undefined>): Column<PanelOrder>[] {
  return [
    {
      heading: 'Order',
      kind: 'row',
      cell: ({ id }) => (
        <span className="check">
          <label className="choose-row">
            <input type="checkbox" name="orders" value={id} defaultChecked aria-label={`Dispatch order ${id}`} />
          </label>
          <OrderCell id={id} />
        </span>
      ),
    },
    {
      heading: 'AWB',
      cell: ({ id, pickUp }) => {
        if (pickUp) return COUNTER
        const name = awbField(id)
        const error = problems[name]
        return (
          <div className="field">
            <input
              id={name}
              name={name}
              aria-label={`AWB of order ${id}`}
              defaultValue={values[name]}
              autoComplete="off"
              maxLength={AWB_MAX}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${name}-error` : undefined}
            />
            <FieldError id={name} error={error} />
          </div>
        )
      },
    },
    {
      heading: 'State',
      cell: (order) => (
        <div className="cluster gap-2">
          <OrderState order={order} />
        </div>
      ),
    },
    {
      heading: 'Buyer',
      cell: ({ buyer, city, pincode }) => (
        <>
          {buyer}
          <span className="quiet own-line">
            {' '}
            {city} {pincode}
          </span>
        </>
      ),
    },
    { heading: 'Units', kind: 'number', cell: ({ units }) => units },
    {
      heading: 'To collect',
      cell: ({ cash, awaitsPayment }) =>
        awaitsPayment ? 'Not paid yet' : cash === 'hidden' ? 'Cash' : cash > 0 ? formatRupees(cash) : 'Paid',
    },
  ]
}
