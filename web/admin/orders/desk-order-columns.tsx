import { Link, useSearchParams } from 'react-router'
import { parseIds } from '#domain/admin-lists.ts'
import { chosenImageOf } from '#domain/catalog/catalogue-images.ts'
import { formatRupees } from '#domain/money.ts'
import { isPaid } from '#domain/orders/cash.ts'
import type { Order } from '#domain/orders/order.ts'
import { isToDispatch } from '#domain/orders/order-state.ts'
import { formatDateTime } from '#domain/time.ts'
import { Thumbnail } from '#web/admin/products/product-columns.tsx'
import type { Column } from '#web/ui/admin/table.tsx'
import { OrderState } from '#web/ui/product/order-badges.tsx'
import { BULK_FORM } from './bulk-bar.tsx'

/** One order on a row, with its lines inside. */
export const DESK_ORDER_COLUMNS: readonly Column<Order>[] = [
  {
    heading: 'Order',
    kind: 'row',
    sorts: { descending: 'newest', ascending: 'oldest' },
    cell: (order) => (
      <span className="check">
        <ChooseOrder id={order.id} />
        <Link to={`/adminDashboard/orders/${order.id}`}>
          <span className="only-card">Order </span>
          {order.id}
        </Link>
      </span>
    ),
  },
  {
    heading: 'Status',
    cell: (order) => (
      <div className="cluster gap-2">
        <OrderState order={order} />
        {isToDispatch(order) && !order.dispatched && <span className="badge">To dispatch</span>}
      </div>
    ),
  },
  {
    heading: 'Items',
    kind: 'wide',
    cell: (order) => (
      <ul className="stack gap-2">
        {order.cartItems.map((line) => (
          <li key={`${line.id}/${line.sizeCode}/${line.selectedColor}`} className="row">
            <Thumbnail src={chosenImageOf(line)} />
            <span>
              {line.quantity} × {line.title}
              <span className="quiet">
                {' '}
                {line.sizeLabel || line.sizeCode}, {line.selectedColor}
              </span>
            </span>
          </li>
        ))}
      </ul>
    ),
  },
  {
    heading: 'Total',
    cell: (order) => (
      <>
        {!order.hidesMoney && formatRupees(order.totalAmount)}
        <span className="quiet own-line"> {paymentWord(order)}</span>
      </>
    ),
  },
  {
    heading: 'Buyer',
    cell: ({ addressInfo }) => (
      <>
        {addressInfo.name}
        <span className="quiet own-line">
          {' '}
          {addressInfo.city} {addressInfo.pincode}
        </span>
      </>
    ),
  },
  {
    heading: 'Date and time',
    cell: (order) => <time dateTime={order.time}>{formatDateTime(order.time)}</time>,
  },
]

/** Chosen already if the address says so, as after a look at the page `Dispatch`. */
function ChooseOrder({ id }: { id: number }) {
  const [params] = useSearchParams()
  return (
    <input
      type="checkbox"
      name="orders"
      value={id}
      form={BULK_FORM}
      defaultChecked={parseIds(params, 'orders').includes(id)}
      aria-label={`Choose order ${id}`}
    />
  )
}

function paymentWord(order: Pick<Order, 'paymentId' | 'paidAtCounter' | 'due'>): string {
  if (isPaid(order)) return 'paid'
  return order.due === undefined ? 'cash' : 'link'
}
