import { useState } from 'react'
import { formatAmount } from '#domain/money.ts'
import { cashState, outstandingCash, receiptText } from '#domain/orders/cash-received.ts'
import type { OrderCash } from '#server/order-page/page.ts'
import { DeskForm } from '#web/admin/desk-form.tsx'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { Field } from '#web/ui/forms/field.tsx'

export type ParcelCashProps = {
  orderId: number
  shipmentId: number
  /** `today` is of the Indian calendar. Undefined: only for those who may see money. */
  cash: (OrderCash & { today: string; mayCloseCash: boolean }) | undefined
  formKey: string
}

/** The cash received for a parcel, the amount outstanding, and the forms that close it. */
export function ParcelCash({ orderId, shipmentId, cash, formKey }: ParcelCashProps) {
  const parcel = cash?.parcels.find(({ id }) => id === shipmentId)
  if (!cash || !parcel || parcel.cash === 0) return null
  const outstanding = outstandingCash(parcel)
  const state = cashState(parcel)
  return (
    <div className="stack gap-3">
      <ul className="stack gap-2" aria-label="Cash">
        {cash.receipts
          .filter((receipt) => receipt.shipmentId === shipmentId)
          .map((receipt) => (
            <li key={receipt.id} className="cluster gap-3">
              <span>{receiptText(receipt, cash.today)}</span>
              {cash.mayCloseCash && receipt.source !== 'file' && (
                <RowAction
                  action={`/adminDashboard/orders/${orderId}`}
                  fields={{ intent: 'remove-cash', receipt: receipt.id }}
                  describedBy={`parcel-${shipmentId}`}
                >
                  Remove
                </RowAction>
              )}
            </li>
          ))}
        {cash.writeOffs
          .filter((writeOff) => writeOff.shipmentId === shipmentId)
          .map(({ id, amount, reason }) => (
            <li key={id}>
              {amount > 0 ? `${formatAmount(amount)} written off` : `${formatAmount(-amount)} more than expected`}:{' '}
              {reason}
            </li>
          ))}
        {state && <li className="quiet">{state}</li>}
      </ul>
      {cash.mayCloseCash && parcel.step === 'delivered' && outstanding > 0 && (
        <CloseCash
          // A part that was received leaves another amount to receive, by another form.
          key={outstanding}
          shipmentId={shipmentId}
          outstanding={outstanding}
          formKey={formKey}
          today={cash.today}
        />
      )}
    </div>
  )
}

type CloseCashProps = { shipmentId: number; outstanding: number; formKey: string; today: string }

function CloseCash({ shipmentId, outstanding, formKey, today }: CloseCashProps) {
  // The first key stays, because the page's data may be reloaded while the form is open.
  const [key] = useState(formKey)
  const fields = { shipment: shipmentId, key, seen: outstanding }
  return (
    <>
      <DeskForm
        intent="receive-cash"
        fields={fields}
        className="cluster bottom gap-2 no-print"
        submit="Cash received"
        variant="quiet"
      >
        {({ field, values }) => (
          <>
            <Field
              label="Received (₹)"
              inputMode="decimal"
              required
              {...field('amount')}
              defaultValue={values.amount ?? outstanding / 100}
            />
            <Field
              label="Received on"
              type="date"
              max={today}
              required
              {...field('paidOn')}
              defaultValue={values.paidOn ?? today}
            />
            <Field label="Reference, such as the UTR" maxLength={100} {...field('reference')} />
          </>
        )}
      </DeskForm>
      <details className="underlined no-print">
        <summary>Write off</summary>
        <DeskForm intent="write-off-cash" fields={fields} submit="Write off" variant="quiet">
          {({ field }) => (
            <Field
              label="Why it will not come"
              hint={`${formatAmount(outstanding)} will not come.`}
              maxLength={500}
              required
              {...field('reason')}
            />
          )}
        </DeskForm>
      </details>
    </>
  )
}
