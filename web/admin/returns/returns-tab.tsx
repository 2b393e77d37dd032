import { Link } from 'react-router'
import { type Cursor, parseReturnFilter } from '#domain/admin-lists.ts'
import { productPath } from '#domain/catalog/variant-address.ts'
import {
  ASKED_REASONS,
  RETURN_REASONS,
  RETURN_STATE_LABELS,
  returnNumberOf,
  WISHES,
} from '#domain/returns/return-request.ts'
import { shopContext } from '#server/contexts.ts'
import { listReturnRequests } from '#server/returns/admin-queries.ts'
import { listReturnRates, type ReturnRate } from '#server/returns/queries.ts'
import type { Shop } from '#server/shop.ts'
import { CustomerLink } from '#web/admin/may-link.tsx'
import type { Choice } from '#web/admin/table/filter.tsx'
import { LiveTable } from '#web/admin/table/live-table.tsx'
import { loadTable } from '#web/admin/table/load-table.ts'
import { useLive } from '#web/client/live.ts'
import { privateMeta } from '#web/page-meta.ts'
import { type Column, Table } from '#web/ui/admin/table.tsx'
import { DateTime } from '#web/ui/date-time.tsx'
import type { Route } from './+types/returns-tab'
import { Clocks } from './clocks.tsx'

export async function loader(args: Route.LoaderArgs) {
  const filter = parseReturnFilter(new URL(args.request.url).searchParams)
  const now = args.context.get(shopContext).now()
  // Without the rates the list is still of use.
  const rates = await listReturnRates(args.context.get(shopContext).db).catch(() => [])
  const list = (db: Shop['db'], cursor: Cursor) => listReturnRequests(db, filter, cursor, now)
  return loadTable(args, 'Failed to load returns', list, { rates })
}

export const meta = privateMeta({ title: 'Returns', description: 'What buyers ask to return.' })

type Row = Route.ComponentProps['loaderData']['page']['rows'][number]

export default function ReturnsTab({ loaderData }: Route.ComponentProps) {
  useLive('return')
  const { rates, ...table } = loaderData
  return (
    <div className="stack gap-5">
      <LiveTable
        {...table}
        title="Returns"
        filter={{ choices: CHOICES }}
        noun="return"
        keyOf={({ id }) => id}
        columns={() => COLUMNS}
        empty={{ heading: 'No returns yet', text: 'What buyers ask for on the page of their order appears here.' }}
      />
      <ReturnRates rates={rates} />
    </div>
  )
}

const CHOICES: readonly Choice[] = [
  { label: 'State', name: 'state', options: { open: 'Open', ...RETURN_STATE_LABELS } },
  { label: 'Reason', name: 'reason', options: RETURN_REASONS },
  { label: 'Product', name: 'product', options: 'text' },
]

const COLUMNS: readonly Column<Row>[] = [
  {
    heading: 'Return',
    kind: 'row',
    cell: ({ id }) => <Link to={`/adminDashboard/returns/${returnNumberOf(id)}`}>{returnNumberOf(id)}</Link>,
  },
  {
    heading: 'State',
    onCard: 'end',
    cell: ({ state }) => <span className="badge">{RETURN_STATE_LABELS[state]}</span>,
  },
  { heading: 'Item', kind: 'wide', cell: ({ quantity, title }) => `${quantity} × ${title}` },
  { heading: 'Reason', cell: ({ reason }) => RETURN_REASONS[reason] },
  { heading: 'Would like', cell: ({ wanted }) => WISHES[wanted] },
  {
    heading: 'Buyer',
    cell: ({ userId, buyer, orderId }) => (
      <>
        {buyer === undefined ? 'Deleted' : <CustomerLink userId={userId}>{buyer}</CustomerLink>}
        <span className="fine quiet own-line">Order {orderId}</span>
      </>
    ),
  },
  { heading: 'Asked', cell: ({ time }) => <DateTime of={time} /> },
  { heading: 'Until', cell: ({ clocks }) => <Clocks clocks={clocks} /> },
]

/** The products that come back most, and why. */
function ReturnRates({ rates }: { rates: readonly ReturnRate[] }) {
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
