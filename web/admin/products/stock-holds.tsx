import { formatDateTime } from '#domain/time.ts'
import type { StockHold } from '#server/catalog/stock/queries.ts'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { Table } from '#web/ui/admin/table.tsx'

/** What open online payments hold of a product, each with a button that gives it back. */
export function StockHolds({ productId, holds }: { productId: number; holds: readonly StockHold[] }) {
  if (holds.length === 0) return null
  return (
    <section className="stack gap-3 apart" aria-labelledby="stock-holds">
      <h2 id="stock-holds">Held for online payment</h2>
      <Table
        label="Held for online payment"
        rows={holds}
        keyOf={rowIdOf}
        columns={[
          {
            heading: 'Choice',
            kind: 'row',
            cell: (hold) => <span id={rowIdOf(hold)}>{`${hold.sizeCode} · ${hold.finish}`}</span>,
          },
          { heading: 'Held', kind: 'number', cell: ({ quantity }) => quantity },
          { heading: 'Buyer', cell: ({ email }) => <a href={`mailto:${email}`}>{email}</a> },
          { heading: 'Until', cell: ({ until }) => <time dateTime={until}>{formatDateTime(until)}</time> },
          {
            heading: 'Action',
            kind: 'action',
            cell: (hold) => (
              <RowAction
                action="/adminDashboard"
                fields={{
                  intent: 'release-hold',
                  id: productId,
                  checkoutId: hold.checkoutId,
                  sizeCode: hold.sizeCode,
                  finish: hold.finish,
                }}
                describedBy={rowIdOf(hold)}
              >
                Release
              </RowAction>
            ),
          },
        ]}
      />
    </section>
  )
}

function rowIdOf({ checkoutId, sizeCode, finish }: StockHold): string {
  return `hold-${checkoutId}-${sizeCode}-${finish.replaceAll(' ', '-')}`
}
