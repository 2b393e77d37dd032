import { Link } from 'react-router'
import { chosenImageOf } from '#domain/catalog/catalogue-images.ts'
import { formatRupees } from '#domain/money.ts'
import { deleteConsequences } from '#domain/orders/action-questions.ts'
import { paymentWord } from '#domain/orders/cash.ts'
import type { OrderLine } from '#domain/orders/order.ts'
import { mayApproveCancel, mayDeliver } from '#domain/orders/order-state.ts'
import type { Words } from '#domain/shop/wording.ts'
import type { ListedOrder } from '#server/orders/admin-queries.ts'
import { Thumbnail } from '#web/admin/products/product-columns.tsx'
import { LineTitle, Truncate } from '#web/admin/table/cells.tsx'
import type { TableControls } from '#web/admin/table/live-table.tsx'
import { RowAction } from '#web/admin/table/row-action.tsx'
import type { Column } from '#web/ui/admin/table.tsx'
import { DateTime } from '#web/ui/date-time.tsx'
import { CancellationText, FulfilmentText, RefundText, StatusText } from '#web/ui/product/order-badges.tsx'
import { DeliverButton } from './deliver-button.tsx'

/** One cart item of an order. Its buttons act on the whole order. */
export type OrderRow = { key: string; order: ListedOrder; line: OrderLine }

const HERE = '/adminDashboard/orders'

export function rowsOf(order: ListedOrder): OrderRow[] {
  return order.cartItems.map((line, position) => ({
    key: `${order.id}-${position}`,
    order,
    line,
  }))
}

export function orderColumns({ forget }: TableControls<OrderRow>, { finishLabel }: Words): readonly Column<OrderRow>[] {
  return [
    {
      heading: 'Order Id',
      kind: 'row',
      sorts: { descending: 'newest', ascending: 'oldest' },
      cell: ({ key, order }) => (
        <span id={`order-${key}`}>
          <span className="only-card">Order </span>
          <Link to={`${HERE}/${order.id}`}>{order.id}</Link>
        </span>
      ),
    },
    { heading: 'Payment Id', cell: ({ order }) => <PaidBy order={order} /> },
    { heading: 'Status', cell: (row) => <Status row={row} /> },
    { heading: 'Cancel', cell: (row) => <Cancel row={row} /> },
    { heading: 'Image', kind: 'image', ofLine: true, cell: ({ line }) => <Thumbnail src={chosenImageOf(line)} /> },
    { heading: 'Title', kind: 'wide', ofLine: true, cell: LineTitle },
    { heading: 'Category', ofLine: true, cell: ({ line }) => line.category },
    { heading: 'Size', ofLine: true, cell: ({ line }) => line.sizeLabel || line.sizeCode },
    { heading: finishLabel, ofLine: true, cell: ({ line }) => (line.sizeCode === '' ? '' : line.selectedColor) },
    {
      heading: 'Price',
      kind: 'number',
      ofLine: true,
      cell: ({ order, line }) => !order.hidesMoney && formatRupees(line.price),
    },
    { heading: 'Quantity', kind: 'number', ofLine: true, cell: ({ line }) => line.quantity },
    { heading: 'Total', kind: 'number', cell: ({ order }) => !order.hidesMoney && formatRupees(order.totalAmount) },
    { heading: 'Name', cell: ({ order }) => order.addressInfo.name },
    { heading: 'Address', kind: 'wide', cell: ({ order }) => <p className="note">{order.addressInfo.address}</p> },
    { heading: 'City', cell: ({ order }) => order.addressInfo.city },
    { heading: 'Pincode', cell: ({ order }) => order.addressInfo.pincode },
    { heading: 'Mobile number', cell: ({ order }) => order.addressInfo.mobileNumber },
    { heading: 'Email', cell: ({ order }) => <Truncate text={order.email} /> },
    {
      heading: 'Date and time',
      cell: ({ order }) => <DateTime of={order.time} />,
    },
    {
      heading: 'Action',
      note: '(delete)',
      kind: 'action',
      cell: (row) => <Delete row={row} onDone={() => forget(row)} />,
    },
  ]
}

function PaidBy({ order }: Pick<OrderRow, 'order'>) {
  return (
    <div className="cluster gap-2">
      <span>
        {paymentWord(order)}
        {order.paymentId && <span className="quiet own-line"> {order.paymentId}</span>}
      </span>
      <RefundText order={order} />
    </div>
  )
}

function Status({ row: { key, order } }: { row: OrderRow }) {
  return (
    <div className="cluster gap-2">
      <StatusText status={order.status} isPickedUp={order.pickUp !== undefined} />
      <FulfilmentText order={order} />
      {mayDeliver(order) && !order.pickUp && (
        <DeliverButton
          action={HERE}
          fields={{ intent: 'deliver', id: order.id }}
          describedBy={`order-${key}`}
          order={order}
        />
      )}
    </div>
  )
}

function Cancel({ row: { key, order } }: { row: OrderRow }) {
  if (order.cancel === 'none') return <span className="quiet">None</span>
  return (
    <div className="cluster gap-2">
      <CancellationText cancel={order.cancel} />
      {mayApproveCancel(order) && (
        <RowAction action={HERE} fields={{ intent: 'approve-cancellation', id: order.id }} describedBy={`order-${key}`}>
          Approve cancellation
        </RowAction>
      )}
    </div>
  )
}

function Delete({ row: { key, order }, onDone }: { row: OrderRow; onDone: () => void }) {
  const items = order.cartItems.length
  return (
    <RowAction
      action={HERE}
      fields={{ intent: 'delete', id: order.id }}
      describedBy={`order-${key}`}
      confirm={{
        question: `Delete order ${order.id}?`,
        text: [
          `This deletes the order ${items > 1 ? `and its ${items} items ` : ''}for everyone, including ${order.addressInfo.name}. It cannot be undone, but the audit keeps a record.`,
          ...deleteConsequences(order, order.left),
        ].join(' '),
        action: 'Delete',
      }}
      onDone={onDone}
    >
      Delete
    </RowAction>
  )
}
