import { Link } from 'react-router'
import { formatCash } from '#domain/orders/cash-received.ts'
import { calendarDay, formatDay } from '#domain/time.ts'
import type { Owed } from '#server/parcels/pay-back-queries.ts'
import { DeskForm } from '#web/admin/orders/desk-form.tsx'
import { Table } from '#web/ui/admin/table.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'

type ToPayBackProps = {
  owed: Owed[]
  /** Of the Indian calendar. */
  today: string
}

/** What returned cash orders are owed. An online payment is refunded by its provider. */
export function ToPayBack({ owed, today }: ToPayBackProps) {
  return (
    <section className="stack">
      <h2 id="to-pay-back">To pay back</h2>
      {owed.length === 0 ? (
        <p className="quiet">None. No shopper who paid in cash waits for money.</p>
      ) : (
        <>
          <p className="quiet">
            These shoppers paid in cash and returned something. Pay by UPI or bank transfer, then record it here: the
            shopper gets an email.
          </p>
          <Table
            label="To pay back"
            rows={owed}
            keyOf={({ returnId }) => returnId}
            columns={[
              {
                heading: 'Order',
                kind: 'row',
                cell: ({ orderId }) => <Link to={`/adminDashboard/orders/${orderId}`}>{orderId}</Link>,
              },
              { heading: 'Shopper', kind: 'wide', cell: shopperOf },
              { heading: 'Amount', kind: 'number', cell: ({ amount }) => formatCash(amount) },
              {
                heading: 'Credit note',
                cell: ({ creditNote }) =>
                  creditNote ? <Link to={`/bills/${creditNote.id}`}>{creditNote.number}</Link> : 'None',
              },
              {
                heading: 'Paid back',
                kind: 'action',
                cell: ({ returnId }) => <PaidBack id={returnId} today={today} />,
              },
            ]}
          />
        </>
      )}
    </section>
  )
}

function shopperOf({ shopper, email, time }: Owed) {
  return (
    <div className="stack gap-0">
      <span>{shopper ?? 'Order deleted'}</span>
      {email && <span className="fine">{email}</span>}
      <span className="fine">Returned {formatDay(calendarDay(time))}</span>
    </div>
  )
}

function PaidBack({ id, today }: { id: number; today: string }) {
  return (
    <DeskForm intent="paid-back" fields={{ return: id }} className="cluster bottom gap-3">
      {({ field, values, busy }) => (
        <>
          <Field label="Reference" maxLength={100} required {...field('reference')} />
          <Field
            label="Day"
            type="date"
            max={today}
            required
            {...field('paidOn')}
            defaultValue={values.paidOn ?? today}
          />
          <Button type="submit" variant="quiet" busy={busy}>
            Paid back
          </Button>
        </>
      )}
    </DeskForm>
  )
}
