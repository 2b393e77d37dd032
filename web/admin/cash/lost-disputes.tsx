import { formatPaise } from '#domain/money.ts'
import { calendarDay, formatDay } from '#domain/time.ts'
import type { DisputeRow } from '#server/payments/dispute-queries.ts'
import { OrderCell } from '#web/admin/table/order-cell.tsx'
import { Table } from '#web/ui/admin/table.tsx'

/** Online payments that the bank has given back to buyers; nothing where there are none. */
export function LostDisputes({ lost }: { lost: DisputeRow[] }) {
  if (lost.length === 0) return null
  return (
    <section className="stack" aria-labelledby="lost-disputes">
      <h2 id="lost-disputes">Lost disputes</h2>
      <p className="quiet">Taken from your payouts by the payment provider. Sales and invoices stay as they are.</p>
      <Table
        label="Lost disputes"
        rows={lost}
        keyOf={({ id }) => id}
        columns={[
          {
            heading: 'Order',
            kind: 'row',
            cell: ({ orderId, paymentId }) => (orderId === undefined ? paymentId : <OrderCell id={orderId} />),
          },
          { heading: 'Taken', kind: 'number', cell: ({ deducted, amount }) => formatPaise(deducted || amount) },
          {
            heading: 'Lost on',
            cell: ({ reportedAt }) => <time dateTime={reportedAt}>{formatDay(calendarDay(reportedAt))}</time>,
          },
          { heading: 'Dispute', cell: ({ disputeId }) => <code>{disputeId}</code> },
        ]}
      />
    </section>
  )
}
