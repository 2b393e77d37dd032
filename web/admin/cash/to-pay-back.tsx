import { Link } from 'react-router'
import { formatAmount } from '#domain/money.ts'
import { type ReturnRequestId, returnNumberOf } from '#domain/returns/return-request.ts'
import { calendarDay, formatDay } from '#domain/time.ts'
import type { Owed } from '#server/payments/by-hand-queries.ts'
import { DeskForm } from '#web/admin/desk-form.tsx'
import { MayLink } from '#web/admin/may-link.tsx'
import { Table } from '#web/ui/admin/table.tsx'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { Field, FormMessage } from '#web/ui/forms/field.tsx'

type ToPayBackProps = {
  owed: Owed[]
  /** Return requests whose bank details cannot be read any more. */
  unreadable: ReturnRequestId[]
  /** Of the Indian calendar. */
  today: string
}

/** Refunds due by hand for orders paid in cash or at the counter. An online payment is refunded by its provider. */
export function ToPayBack({ owed, unreadable, today }: ToPayBackProps) {
  return (
    <section className="stack">
      <h2 id="to-pay-back">To pay back</h2>
      {owed.length === 0 ? (
        <p className="quiet">None. No shopper who paid in cash or at the counter waits for money.</p>
      ) : (
        <>
          <p className="quiet">
            These shoppers paid in cash or at the counter. Pay them back, then record it here: the shopper gets an
            email.
          </p>
          <Table
            label="To pay back"
            rows={owed}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: 'Order',
                kind: 'row',
                cell: ({ orderId }) => <Link to={`/adminDashboard/orders/${orderId}`}>{orderId}</Link>,
              },
              { heading: 'Shopper', kind: 'wide', cell: shopperOf },
              { heading: 'Amount', kind: 'number', cell: ({ amount }) => formatAmount(amount) },
              {
                heading: 'Credit note',
                cell: ({ creditNote }) =>
                  creditNote ? <Link to={`/bills/${creditNote.id}`}>{creditNote.number}</Link> : 'None',
              },
              {
                heading: 'Return',
                cell: ({ requestId }) => (requestId === null ? 'None' : returnLink(returnNumberOf(requestId))),
              },
              {
                heading: 'Paid back',
                kind: 'action',
                cell: ({ id }) => <PaidBack fields={{ 'counter-refund': id }} today={today} />,
              },
            ]}
          />
          <div className="cluster">
            <LinkButton to="/adminDashboard/export/refunds" variant="quiet" reloadDocument>
              Export refunds
            </LinkButton>
            <span className="fine quiet">Those whose buyers have given their UPI ID or account, for the bank.</span>
          </div>
          {unreadable.length > 0 && (
            <FormMessage tone="problem">
              Left out, because their bank details can’t be read any more: {unreadable.map(returnNumberOf).join(', ')}.
              Ask these buyers to enter them again.
            </FormMessage>
          )}
        </>
      )}
    </section>
  )
}

const REASONS: Record<Owed['reason'], string> = {
  returned: 'Returned',
  changed: 'Changed',
  cancelled: 'Cancelled',
  deleted: 'Deleted',
  'price-reduced': 'Price reduced',
  goodwill: 'Goodwill',
  'item-missing': 'Item missing',
}

function shopperOf({ shopper, email, reason, time }: Owed) {
  return (
    <div className="stack gap-0">
      <span>{shopper ?? 'Order deleted'}</span>
      {email && <span className="fine">{email}</span>}
      <span className="fine">
        {REASONS[reason]} {formatDay(calendarDay(time))}
      </span>
    </div>
  )
}

function PaidBack({ fields, today }: { fields: Record<string, number>; today: string }) {
  return (
    <DeskForm intent="paid-back" fields={fields} className="cluster bottom gap-3" submit="Paid back" variant="quiet">
      {({ field, values }) => (
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
        </>
      )}
    </DeskForm>
  )
}

function returnLink(number: string) {
  return <MayLink to={`/adminDashboard/returns/${number}`}>{number}</MayLink>
}
