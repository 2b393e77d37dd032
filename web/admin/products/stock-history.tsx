import { Link } from 'react-router'
import { REASON_LABELS } from '#domain/catalog/stock-mode.ts'
import { choiceText } from '#domain/catalog/variant.ts'
import type { StockChange } from '#server/catalog/stock/grid-queries.ts'
import type { StockHold } from '#server/catalog/stock/queries.ts'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { Table } from '#web/ui/admin/table.tsx'
import { DateTime } from '#web/ui/date-time.tsx'

/** @param linksOrders for those who may open orders */
export function StockHistory({ changes, linksOrders }: { changes: readonly StockChange[]; linksOrders: boolean }) {
  if (changes.length === 0) return null
  return (
    <section className="stack gap-3 apart" aria-labelledby="stock-history">
      <h2 id="stock-history">Stock history</h2>
      <Table
        label="Stock history"
        rows={changes}
        keyOf={({ id }) => id}
        columns={[
          {
            heading: 'Date and time',
            kind: 'row',
            cell: ({ time }) => <DateTime of={time} />,
          },
          { heading: 'Choice', cell: (row) => choiceText(row) },
          { heading: 'Change', kind: 'number', cell: ({ change }) => signed.format(change) },
          { heading: 'On hand', kind: 'number', cell: ({ unitsAfter }) => unitsAfter ?? 'Not offered' },
          { heading: 'Reason', cell: (row) => <Reason row={row} linksOrders={linksOrders} /> },
          { heading: 'By', cell: ({ actor, orderId }) => actor ?? (orderId === null ? 'Deleted account' : 'Shopper') },
        ]}
      />
    </section>
  )
}

const signed = new Intl.NumberFormat('en-IN', { signDisplay: 'exceptZero' })

function Reason({ row: { reason, orderId }, linksOrders }: { row: StockChange; linksOrders: boolean }) {
  if (orderId === null) return REASON_LABELS[reason]
  const order = `order ${orderId}`
  return (
    <>
      {REASON_LABELS[reason]}: {linksOrders ? <Link to={`/adminDashboard/orders?q=${orderId}`}>{order}</Link> : order}
    </>
  )
}

/** The units that open online payments hold of a product, each with a button that gives it back. */
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
          { heading: 'Until', cell: ({ until }) => <DateTime of={until} /> },
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
