import { type ReactNode, useEffect, useRef } from 'react'
import { formatRupees } from '#domain/money.ts'
import type { Order } from '#domain/orders/order.ts'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { Facts } from '#web/ui/product/facts.tsx'

type EarlierOrderProps = {
  /** Undefined: the shop has removed it. */
  order: Order | undefined
  /** How to go on. */
  action?: ReactNode
}

/** This checkout was sent before, for something else or to another address: what came of that, and that nothing new did. */
export function EarlierOrder({ order, action }: EarlierOrderProps) {
  const section = useRef<HTMLElement>(null)
  // It takes the place of the button that was pressed, and of its focus.
  useEffect(() => section.current?.focus({ preventScroll: true }), [])
  return (
    <section ref={section} className="earlier-order" role="alert" tabIndex={-1} aria-labelledby="earlier-order-heading">
      <h2 id="earlier-order-heading">{order ? 'You have ordered already' : 'Your order was removed'}</h2>
      {order ? (
        <>
          <p>
            What you sent before is order {order.id}. <strong>Nothing new was ordered.</strong>
          </p>
          <Summary order={order} />
        </>
      ) : (
        <p>
          What you sent before was an order, and the shop has removed it. <strong>Nothing new was ordered.</strong>
        </p>
      )}
      <div className="earlier-order-actions">
        {action}
        {order && (
          <LinkButton to="/userDashboard" variant="quiet">
            See your orders
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
      <ul className="earlier-order-lines" aria-label="Ordered">
        {cartItems.map((line) => (
          <li key={`${line.id}/${line.sizeCode}/${line.selectedColor}`}>
            <div>
              <strong>{line.title}</strong>
              <Facts
                className="quiet"
                facts={[line.sizeLabel || line.sizeCode, line.selectedColor, `Quantity ${line.quantity}`]}
              />
            </div>
            <span>{formatRupees(line.price * line.quantity)}</span>
          </li>
        ))}
      </ul>
      <dl className="earlier-order-facts">
        <dt>Total</dt>
        <dd>{formatRupees(totalAmount)}</dd>
        <dt>Deliver to</dt>
        <dd>{[name, address, `${city} ${pincode}`].join(', ')}</dd>
      </dl>
    </>
  )
}
