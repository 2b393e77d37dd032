import { type FormEvent, useState } from 'react'
import type { FetcherWithComponents } from 'react-router'
import { moveParcelsQuestion } from '#domain/orders/action-questions.ts'
import { wordOfParcel } from '#domain/orders/parcel-word.ts'
import { isStep, STEP_LABELS, STEPS, type Step } from '#domain/orders/shipment.ts'
import { plural } from '#domain/text.ts'
import type { PanelParcel } from '#server/parcels/dispatch-panel.ts'
import { OrderCell } from '#web/admin/table/order-cell.tsx'
import { ConfirmDialog } from '#web/ui/admin/confirm-dialog.tsx'
import { type Column, Table } from '#web/ui/admin/table.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { ParcelBadge } from '#web/ui/product/order-badges.tsx'
import type { ManyResult } from './dispatch-many-actions.ts'

const MOVES = STEPS.filter((step) => step !== 'packed')

type MoveParcelsFormProps = { fetcher: FetcherWithComponents<ManyResult>; parcels: readonly PanelParcel[] }

/** Sets a step of many parcels at once. */
export function MoveParcelsForm({ fetcher, parcels }: MoveParcelsFormProps) {
  const [asking, setAsking] = useState<{ form: FormData; step: Step }>()
  const pressed = fetcher.formData?.get('step')

  const question = asking && moveParcelsQuestion(asking.step, asking.form.getAll('shipments').length)

  function ask(event: FormEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)
    const step = form.get('step')
    if (!isStep(step) || !form.has('shipments') || !moveParcelsQuestion(step, 1)) return
    event.preventDefault()
    setAsking({ form, step })
  }

  function send() {
    if (asking) fetcher.submit(asking.form, { method: 'post' })
    setAsking(undefined)
  }

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
      <ConfirmDialog
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        question={question?.question ?? ''}
        action={asking?.step === 'cancelled' ? 'Cancel parcels' : 'Delivered'}
        variant={asking?.step === 'cancelled' ? 'danger' : 'primary'}
        onConfirm={send}
      >
        <p>{question?.text}</p>
      </ConfirmDialog>
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
