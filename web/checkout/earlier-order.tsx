import { type ReactNode, useEffect, useRef } from 'react'
import { formatRupees } from '#domain/money.ts'
import { choiceOf, type Order } from '#domain/orders/order.ts'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { Facts } from '#web/ui/product/facts.tsx'

type EarlierOrderProps = {
  /** Undefined when the order was deleted. */
  order: Order | undefined
  action?: ReactNode
}

/** Shown when this checkout's key already belongs to an order with another cart or address. */
export function EarlierOrder({ order, action }: EarlierOrderProps) {
  const section = useRef<HTMLElement>(null)
  // It replaces the focused button, so it takes over the focus.
  useEffect(() => section.current?.focus({ preventScroll: true }), [])
  return (
    <section
      ref={section}
      className="box stack gap-3"
      role="alert"
      tabIndex={-1}
      aria-labelledby="earlier-order-heading"
    >
      <h2 id="earlier-order-heading">{order ? 'You’ve already placed this order' : 'Your order was removed'}</h2>
      {order ? (
        <>
          <p>
            Your earlier checkout became order {order.id}. <strong>No new order was placed.</strong>
          </p>
          <Summary order={order} />
        </>
      ) : (
        <p>
          You placed this order earlier, and it has since been removed. <strong>No new order was placed.</strong>
        </p>
      )}
      <div className="cluster">
        {action}
        {order && (
          <LinkButton to="/userDashboard" variant="quiet">
            View your orders
          </LinkButton>
        )}
      </div>
    </section>
  )
}

function Summary({ order: { cartItems, addressInfo, totalAmount } }: { order: Order }) {
  const { name, address, city, pincode } = addressInfo
  return (
    <>
      <ul className="stack gap-2" aria-label="Order items">
        {cartItems.map((line) => (
          <li key={`${line.id}/${line.sizeCode}/${line.selectedColor}`} className="row spread top">
            <div>
              <strong>{line.title}</strong>
              <Facts className="quiet" facts={[...choiceOf(line), `Quantity ${line.quantity}`]} />
            </div>
            <span className="numbers">{formatRupees(line.price * line.quantity)}</span>
          </li>
        ))}
      </ul>
      <dl className="terms">
        <dt>Total</dt>
        <dd>{formatRupees(totalAmount)}</dd>
        <dt>Deliver to</dt>
        <dd>{[name, address, `${city} ${pincode}`].join(', ')}</dd>
      </dl>
    </>
  )
}
