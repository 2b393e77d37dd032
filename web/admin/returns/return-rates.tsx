import { Link } from 'react-router'
import { productPath } from '#domain/catalog/variant-address.ts'
import { ASKED_REASONS, RETURN_REASONS } from '#domain/returns/return-request.ts'
import type { ReturnRate } from '#server/returns/queries.ts'
import { Table } from '#web/ui/admin/table.tsx'

/** Which products come back most, and why. */
export function ReturnRates({ rates }: { rates: readonly ReturnRate[] }) {
  if (rates.length === 0) return null
  return (
    <details className="box">
      <summary>Return rate of the last twelve months</summary>
      <Table
        label="Return rate"
        rows={rates}
        keyOf={({ productId }) => productId}
        columns={[
          {
            heading: 'Product',
            kind: 'row',
            cell: ({ productId, title }) => <Link to={productPath(productId)}>{title}</Link>,
          },
          { heading: 'Sent', kind: 'number', cell: ({ sent }) => sent },
          { heading: 'Returned', kind: 'number', cell: ({ asked }) => asked },
          {
            heading: 'Rate',
            kind: 'number',
            cell: ({ asked, sent }) => (sent > 0 ? `${Math.round((100 * asked) / sent)}%` : '–'),
          },
          {
            heading: 'Why',
            kind: 'wide',
            cell: ({ reasons }) =>
              ASKED_REASONS.flatMap((reason) =>
                reasons[reason] ? `${RETURN_REASONS[reason]} ${reasons[reason]}` : [],
              ).join(', '),
          },
        ]}
      />
    </details>
  )
}
