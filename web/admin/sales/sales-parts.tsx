import { formatAmount } from '#domain/money.ts'
import { keptOf, returnRateOf, type Sold } from '#domain/orders/revenue.ts'
import type { SalesRow } from '#server/admin/sales-queries.ts'
import { Table } from '#web/ui/admin/table.tsx'

/** The whole list is in the CSV file. */
const PARTS_SHOWN = 100

type SalesPartsProps = { label: string; heading: string; parts: SalesRow[] }

/** Sales divided by product, size, State or payment; what was kept most comes first. */
export function SalesParts({ label, heading, parts }: SalesPartsProps) {
  if (parts.length === 0) return <p className="quiet">No sales in these days.</p>
  return (
    <>
      <Table
        label={label}
        rows={parts.slice(0, PARTS_SHOWN)}
        keyOf={({ key }) => key}
        columns={[
          { heading, kind: 'row', cell: ({ name }) => name },
          { heading: 'Ordered', kind: 'number', cell: ({ sales }) => <Cell sold={sales.ordered} /> },
          { heading: 'Dispatched', kind: 'number', cell: ({ sales }) => <Cell sold={sales.dispatched} /> },
          { heading: 'Delivered', kind: 'number', cell: ({ sales }) => <Cell sold={sales.delivered} /> },
          { heading: 'Returned', kind: 'number', cell: ({ sales }) => <Cell sold={sales.returned} /> },
          { heading: 'Kept', kind: 'number', cell: ({ sales }) => <Cell sold={keptOf(sales)} /> },
          { heading: 'Return rate', kind: 'number', cell: ({ sales }) => percentOf(returnRateOf(sales)) },
        ]}
      />
      {parts.length > PARTS_SHOWN && (
        <p className="quiet">
          The first {PARTS_SHOWN} of {parts.length}. The CSV file has all.
        </p>
      )}
    </>
  )
}

function Cell({ sold: { units, amount } }: { sold: Sold }) {
  return (
    <div className="stack gap-0">
      <span>{formatAmount(amount)}</span>
      <span className="fine">{units === 1 ? '1 unit' : `${units.toLocaleString('en-IN')} units`}</span>
    </div>
  )
}

/** `12.5%`; a dash where there is nothing to divide by. */
export function percentOf(share: number | undefined): string {
  return share === undefined ? '–' : `${(100 * share).toFixed(1)}%`
}
