import { chosenImageOf } from '#domain/catalog/catalogue-images.ts'
import { messages } from '#domain/messages.ts'
import { formatRupees } from '#domain/money.ts'
import type { Words } from '#domain/shop/wording.ts'
import { getUser } from '#server/contexts.ts'
import { listSalesOf } from '#server/orders/admin-queries.ts'
import { Thumbnail } from '#web/admin/products/product-columns.tsx'
import { LineTitle } from '#web/admin/table/cells.tsx'
import { LiveTable } from '#web/admin/table/live-table.tsx'
import { loadTable } from '#web/admin/table/load-table.ts'
import { privateMeta } from '#web/page-meta.ts'
import type { Column } from '#web/ui/admin/table.tsx'
import { DateTime } from '#web/ui/date-time.tsx'
import { CancellationText, StatusText } from '#web/ui/product/order-badges.tsx'
import { useWords } from '#web/ui/shop-info.ts'
import type { Route } from './+types/sales-tab'

/** A seller's sales: the lines of all orders that contain their products. */
export function loader(args: Route.LoaderArgs) {
  const seller = getUser(args.context)
  return loadTable(args, messages.ordersFailed, (db, cursor) => listSalesOf(db, seller.userId, cursor))
}

export const meta = privateMeta((_, { nouns }) => ({
  title: 'Your orders',
  description: `Orders that contain your ${nouns}.`,
}))

type Row = Route.ComponentProps['loaderData']['page']['rows'][number]

export default function SalesTab({ loaderData }: Route.ComponentProps) {
  const words = useWords()
  return (
    <LiveTable
      {...loaderData}
      title="Orders"
      noun="sale"
      keyOf={({ orderId, line }) => `${orderId}/${line.id}/${line.sizeCode}/${line.selectedColor}`}
      columns={() => columnsIn(words)}
      empty={{ heading: 'No orders yet', text: `Orders for your ${words.nouns} appear here.` }}
    />
  )
}

const columnsIn = ({ finishLabel }: Words): readonly Column<Row>[] => [
  {
    heading: 'Order Id',
    kind: 'row',
    cell: ({ orderId }) => (
      <>
        <span className="only-card">Order </span>
        {orderId}
      </>
    ),
  },
  { heading: 'Image', kind: 'image', cell: ({ line }) => <Thumbnail src={chosenImageOf(line)} /> },
  { heading: 'Title', kind: 'wide', cell: LineTitle },
  { heading: 'Size', cell: ({ line }) => line.sizeLabel || line.sizeCode },
  { heading: finishLabel, cell: ({ line }) => (line.sizeCode === '' ? '' : line.selectedColor) },
  { heading: 'Quantity', kind: 'number', cell: ({ line }) => line.quantity },
  { heading: 'Price', kind: 'number', cell: ({ line }) => formatRupees(line.price) },
  { heading: 'Status', cell: (row) => <StatusText {...row} /> },
  {
    heading: 'Cancel',
    cell: ({ cancel }) =>
      cancel === 'none' ? <span className="quiet">None</span> : <CancellationText cancel={cancel} />,
  },
  { heading: 'Buyer', cell: ({ name }) => name },
  { heading: 'Date and time', cell: ({ time }) => <DateTime of={time} /> },
]
