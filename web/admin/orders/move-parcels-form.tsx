import type { FetcherWithComponents } from 'react-router'
import { moveParcelsQuestion } from '#domain/orders/action-questions.ts'
import { wordOfParcel } from '#domain/orders/parcel-word.ts'
import { isStep, STEP_LABELS, STEPS, type Step } from '#domain/orders/shipment.ts'
import { plural } from '#domain/text.ts'
import type { PanelParcel } from '#server/parcels/dispatch-panel.ts'
import { useAskFirst } from '#web/admin/ask-first.tsx'
import { OrderCell } from '#web/admin/table/cells.tsx'
import { type Column, Table } from '#web/ui/admin/table.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { ParcelBadge } from '#web/ui/product/order-badges.tsx'
import type { ManyResult } from './dispatch-many-actions.ts'

const MOVES = STEPS.filter((step) => step !== 'packed')

type MoveParcelsFormProps = { fetcher: FetcherWithComponents<ManyResult>; parcels: readonly PanelParcel[] }

/** Sets a step of many parcels at once. */
export function MoveParcelsForm({ fetcher, parcels }: MoveParcelsFormProps) {
  const pressed = fetcher.formData?.get('step')
  const [ask, dialog] = useAskFirst(
    (form) => {
      const step = form.get('step')
      const { length } = form.getAll('shipments')
      const question = isStep(step) && length > 0 && moveParcelsQuestion(step, length)
      if (!question) return undefined
      if (step === 'cancelled') return { ...question, action: 'Cancel parcels' }
      return { ...question, action: 'Delivered', variant: 'primary' }
    },
    (form) => void fetcher.submit(form, { method: 'post' }),
  )
  return (
    <section aria-labelledby="under-way" className="stack gap-4">
      <h3 id="under-way">{plural(parcels.length, 'parcel')} under way</h3>
      <fetcher.Form method="post" className="stack gap-4" onSubmit={ask}>
        <input type="hidden" name="intent" value="step" />
        <fieldset className="cluster gap-2">
          <legend>Set the chosen parcels to</legend>
          {MOVES.map((step) => (
            <Button key={step} type="submit" variant="quiet" small name="step" value={step} busy={pressed === step}>
              {step === 'cancelled' ? 'Cancel parcels' : STEP_LABELS[step]}
            </Button>
          ))}
        </fieldset>
        <Table label="Parcels under way" columns={COLUMNS} rows={parcels} keyOf={({ id }) => id} />
      </fetcher.Form>
      {dialog}
    </section>
  )
}

const COLUMNS: readonly Column<PanelParcel>[] = [
  {
    heading: 'Order',
    kind: 'row',
    cell: ({ id, orderId }) => (
      <span className="check">
        <input
          type="checkbox"
          name="shipments"
          value={id}
          defaultChecked
          aria-label={`Choose the parcel of order ${orderId}`}
        />
        <OrderCell id={orderId} />
      </span>
    ),
  },
  { heading: 'Parcel', cell: ({ step }) => <ParcelState step={step} /> },
  { heading: 'Buyer', cell: ({ buyer }) => buyer },
  {
    heading: 'Courier',
    cell: ({ courier, awb, booking }) => (
      <>
        {courier || 'By hand'}
        <span className="quiet own-line"> {awb ?? (booking && BOOKINGS[booking])}</span>
      </>
    ),
  },
]

function ParcelState({ step }: { step: Step }) {
  const word = wordOfParcel({ step })
  return word ? <ParcelBadge word={word} /> : null
}

const BOOKINGS = {
  requested: 'Being booked',
  booked: 'Booked',
  failed: 'Booking rejected',
  cancelling: 'Booking being cancelled',
  cancelled: 'Booking cancelled',
} as const
