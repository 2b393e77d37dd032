import { choiceText } from '#domain/catalog/variant.ts'
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
            cell: (hold) => <span id={rowIdOf(hold)}>{choiceText(hold)}</span>,
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
                  variantId: hold.variantId,
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

function rowIdOf({ checkoutId, variantId }: StockHold): string {
  return `hold-${checkoutId}-${variantId}`
}
