import { Link, useSearchParams } from 'react-router'
import { parseIds } from '#domain/admin-lists.ts'
import { chosenImageOf } from '#domain/catalog/catalogue-images.ts'
import { formatRupees } from '#domain/money.ts'
import { paymentWord } from '#domain/orders/cash.ts'
import { choiceOf, type Order } from '#domain/orders/order.ts'
import { isToDispatch, mayApproveCancel, mayDeliver } from '#domain/orders/order-state.ts'
import type { UndeliveredParcel } from '#server/order-page/not-delivered.ts'
import { useMayOpen } from '#web/admin/frame-data.ts'
import { Thumbnail } from '#web/admin/products/product-columns.tsx'
import { RowAction } from '#web/admin/table/row-action.tsx'
import type { Column } from '#web/ui/admin/table.tsx'
import { DateTime } from '#web/ui/date-time.tsx'
import { Button, LinkButton } from '#web/ui/forms/button.tsx'
import { DeliversBy } from '#web/ui/product/delivers-by.tsx'
import { OrderState } from '#web/ui/product/order-badges.tsx'
import { DeliverButton } from './deliver-button.tsx'
import { NotDelivered } from './not-delivered.tsx'

/** One order on a row, with its lines inside. */
export const DESK_ORDER_COLUMNS: readonly Column<Order>[] = [
  {
    heading: 'Order',
    kind: 'row',
    sorts: { descending: 'newest', ascending: 'oldest' },
    cell: (order) => (
      <span className="check">
        <ChooseOrder id={order.id} />
        <Link to={`${HERE}/${order.id}`} id={`order-${order.id}`}>
          <span className="only-card">Order </span>
          {order.id}
        </Link>
      </span>
    ),
  },
  {
    heading: 'Status',
    onCard: 'fact',
    cell: (order) => (
      <div className="cluster gap-2">
        <OrderState order={order} />
      </div>
    ),
  },
  {
    heading: 'Items',
    kind: 'wide',
    onCard: 'hide',
    cell: (order) => (
      <ul className="stack gap-2">
        {order.cartItems.map((line) => (
          <li key={`${line.id}/${line.sizeCode}/${line.selectedColor}`} className="row">
            <Thumbnail src={chosenImageOf(line)} />
            <span>
              {line.quantity} × {line.title}
              <span className="quiet"> {choiceOf(line).join(', ')}</span>
            </span>
          </li>
        ))}
      </ul>
    ),
  },
  {
    heading: 'Total',
    onCard: 'end',
    cell: (order) => (
      <>
        {!order.hidesMoney && formatRupees(order.totalAmount)}
        <span className="quiet own-line"> {paymentWord(order)}</span>
      </>
    ),
  },
  {
    heading: 'Buyer',
    onCard: 'fact',
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
    onCard: 'fact',
    cell: (order) => (
      <>
        <DateTime of={order.time} />
        {order.status !== 'delivered' && order.cancel !== 'cancelled' && (
          <span className="own-line">
            {' '}
            <DeliversBy promise={order.promise} />
          </span>
        )}
      </>
    ),
  },
  { heading: 'Action', kind: 'action', cell: (order) => <NextActions order={order} /> },
]

/** The list of parcels that were not delivered says instead of the items what is to be done. */
export const UNDELIVERED_COLUMNS: readonly Column<Order & { undelivered: UndeliveredParcel[] }>[] =
  DESK_ORDER_COLUMNS.map((column) =>
    column.heading === 'Items'
      ? {
          heading: 'The buyer wants',
          kind: 'wide',
          cell: ({ undelivered }) =>
            undelivered.map((parcel) => <NotDelivered key={parcel.id} shipment={parcel} answer={parcel.answer} />),
        }
      : column,
  )

/** The two actions that matter most in the order's state. All others are on its page. */
function NextActions({ order }: { order: Order }) {
  const mayOpen = useMayOpen()
  const named = { describedBy: `order-${order.id}` }
  const canDeliver = mayDeliver(order) && !order.awaitsConfirmation && !order.pickUp
  return (
    <div className="cluster gap-2">
      {order.awaitsConfirmation && (
        <RowAction action={`${HERE}/${order.id}`} fields={{ intent: 'confirm-cash' }} {...named}>
          Mark confirmed
        </RowAction>
      )}
      {mayApproveCancel(order) && (
        <RowAction action={HERE} fields={{ intent: 'approve-cancellation', id: order.id }} {...named}>
          Approve cancellation
        </RowAction>
      )}
      {isToDispatch(order) && mayOpen(DISPATCH) && (
        <LinkButton
          to={order.pickUp ? `${HERE}/${order.id}#dispatch` : `${DISPATCH}?orders=${order.id}`}
          variant="quiet"
          small
          aria-describedby={named.describedBy}
        >
          {order.pickUp ? 'Ready to pick up' : 'Dispatch'}
        </LinkButton>
      )}
      {canDeliver && (
        <DeliverButton action={HERE} fields={{ intent: 'deliver', id: order.id }} {...named} order={order} />
      )}
      {!isToDispatch(order) && !(canDeliver && mayApproveCancel(order)) && order.status === 'confirmed' && (
        <a
          className="button quiet small"
          href={`tel:${order.addressInfo.mobileNumber}`}
          aria-describedby={named.describedBy}
        >
          Call
        </a>
      )}
    </div>
  )
}

const HERE = '/adminDashboard/orders'
const DISPATCH = '/adminDashboard/dispatch'

/** Chosen already if the address says so, as after a look at the page `Dispatch`. */
function ChooseOrder({ id }: { id: number }) {
  const [params] = useSearchParams()
  return (
    <label className="choose-row">
      <input
        type="checkbox"
        name="orders"
        value={id}
        form={BULK_FORM}
        data-choose
        defaultChecked={parseIds(params, 'orders').includes(id)}
        aria-label={`Choose order ${id}`}
      />
    </label>
  )
}

/** The checkboxes of the list belong to this form. */
const BULK_FORM = 'chosen-orders'

const ACTIONS = [
  { to: '/adminDashboard/dispatch', label: 'Dispatch' },
  { to: '/adminDashboard/packing-slips', label: 'Print' },
  { to: '/adminDashboard/labels', label: 'Labels' },
  { to: '/adminDashboard/export/orders', label: 'Export' },
]

/** The actions for the chosen orders: each button opens a page or a document, so the browser sends them itself. */
export function BulkBar() {
  const mayOpen = useMayOpen()
  return (
    <form id={BULK_FORM} action="/adminDashboard/dispatch" className="cluster">
      {ACTIONS.filter(({ to }) => mayOpen(to)).map(({ to, label }, index) => (
        <Button key={to} type="submit" small variant={index === 0 ? 'primary' : 'quiet'} formAction={to}>
          {label}
        </Button>
      ))}
    </form>
  )
}
