import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { chosenImageOf } from '#domain/catalog/catalogue-images.ts'
import { formatRupees } from '#domain/money.ts'
import type { Order, OrderLine } from '#domain/orders/order.ts'
import { CancellationText, RefundText, StatusText } from './badge.tsx'
import { Facts } from './facts.tsx'
import { ProductImage } from './product-image.tsx'

type OrderCardProps = {
  order: Order
  /** Formatted in India's time zone. */
  placed: string
  actions?: ReactNode
}

export function OrderCard({ order, placed, actions }: OrderCardProps) {
  const { addressInfo } = order
  const headingId = `order-${order.id}`
  return (
    <article className="order-card" aria-labelledby={headingId}>
      <header className="order-card-head">
        <h3 id={headingId}>Order {order.id}</h3>
        <time dateTime={order.time}>{placed}</time>
        <div className="order-card-state">
          <StatusText status={order.status} />
          <CancellationText cancel={order.cancel} />
          <RefundText refund={order.refund} part={order.cancel === 'cancelled' ? undefined : order.refundedPart} />
        </div>
      </header>
      <ul className="order-lines">
        {order.cartItems.map((line) => (
          <Line key={`${line.id}/${line.sizeCode}/${line.selectedColor}`} line={line} />
        ))}
      </ul>
      <footer className="order-card-foot">
        <div>
          <h4>Deliver to</h4>
          <address>
            {addressInfo.name}
            <br />
            {addressInfo.address}
            <br />
            {addressInfo.city} {addressInfo.pincode}
            <br />
            {addressInfo.mobileNumber}
          </address>
        </div>
        <dl className="order-total">
          <dt>Delivery</dt>
          <dd>Free</dd>
          {order.paymentId && (
            <>
              <dt>Payment</dt>
              <dd>{order.paymentId}</dd>
            </>
          )}
          <dt>Total</dt>
          <dd>{formatRupees(order.totalAmount)}</dd>
        </dl>
        {actions && <div className="order-card-actions">{actions}</div>}
      </footer>
    </article>
  )
}

function Line({ line }: { line: OrderLine }) {
  const each = line.quantity > 1 ? [`${formatRupees(line.price)} each`] : []
  return (
    <li className="order-line">
      <ProductImage src={chosenImageOf(line)} alt="" sizes="5rem" />
      <div>
        <p className="order-line-title">
          <Link to={`/productinfo/${line.id}`}>{line.title}</Link>
        </p>
        <Facts
          className="order-line-choice"
          facts={[line.sizeLabel || line.sizeCode, line.selectedColor, `Quantity ${line.quantity}`, ...each]}
        />
      </div>
      <p className="order-line-price">{formatRupees(line.price * line.quantity)}</p>
    </li>
  )
}
