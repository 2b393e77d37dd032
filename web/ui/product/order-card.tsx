import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { chosenImageOf } from '#domain/catalog/catalogue-images.ts'
import { productPath } from '#domain/catalog/variant-address.ts'
import { stateOfGstin } from '#domain/gstin.ts'
import { formatAmount, formatRupees } from '#domain/money.ts'
import type { DeliveryAddress } from '#domain/orders/address.ts'
import { paidFor } from '#domain/orders/amounts.ts'
import { cashOf, isPaid, paymentWord, restOf } from '#domain/orders/cash.ts'
import { choiceOf, groupLines, type Order, type OrderLine, withSetPrice } from '#domain/orders/order.ts'
import { COUNTER, type PickUp } from '#domain/orders/pick-up.ts'
import { expectedDay } from '#domain/orders/promise.ts'
import { STATES } from '#domain/states.ts'
import { DateTime } from '#web/ui/date-time.tsx'
import { OrderState } from '#web/ui/product/order-badges.tsx'
import { Facts } from './facts.tsx'
import { ProductImage } from './product-image.tsx'

type OrderCardProps = {
  order: Order
  actions: ReactNode
  notice: ReactNode
}

export function OrderCard({ order, actions, notice }: OrderCardProps) {
  const headingId = `order-${order.id}`
  const expected = expectedDay(order)
  return (
    <article className="box order-card" aria-labelledby={headingId}>
      <header className="cluster">
        <h3 id={headingId}>
          <Link to={`/orders/${order.id}`}>Order {order.id}</Link>
        </h3>
        <DateTime of={order.time} />
        <div className="cluster">
          <OrderState order={order} />
        </div>
        {expected && <span>Arrives by {expected}</span>}
      </header>
      {notice}
      <OrderLines lines={order.cartItems} />
      <footer className="cluster spread top">
        <div>
          <h4 className="fine">{order.pickUp ? 'Pick up at' : 'Deliver to'}</h4>
          {order.pickUp ? <PickUpPlace pickUp={order.pickUp} /> : <DeliveryPlace address={order.addressInfo} />}
        </div>
        <OrderTotal order={order} />
        {actions && <div className="order-card-actions">{actions}</div>}
      </footer>
    </article>
  )
}

/** @param hidesMoney the prices are not known here */
export function OrderLines({
  lines,
  hidesMoney = false,
  below,
  belowSet,
}: {
  lines: readonly OrderLine[]
  hidesMoney?: boolean | undefined
  /** Content below a line, by its place. */
  below?: (line: OrderLine, index: number) => ReactNode
  /** Buttons behind the name of a set, by the place of its first part. */
  belowSet?: (index: number) => ReactNode
}) {
  return (
    <ul className="lines">
      {groupLines(lines).map(({ set, lines: group }) => {
        // The share of the set's price, without what an offer on the order takes off.
        const shares = set
          ? withSetPrice(
              group.map(({ line }) => line),
              set.price * set.quantity,
            )
          : []
        const shown = group.map(({ line, index }, place) => (
          <Line
            key={`${line.id}/${line.sizeCode}/${line.selectedColor}/${line.price}`}
            line={shares[place] ?? line}
            hidesMoney={hidesMoney}
            below={below?.(line, index)}
          />
        ))
        if (!set) return shown
        return (
          <li key={`set ${set.id}`} className="stack gap-2 order-set">
            <div className="row spread">
              <div>
                <strong>
                  <Link to={productPath(set.id)}>{set.title}</Link>
                </strong>
                <Facts className="order-line-choice quiet" facts={[`Quantity ${set.quantity}`]} />
              </div>
              {!hidesMoney && <p className="numbers">{formatRupees(set.price * set.quantity)}</p>}
            </div>
            {belowSet?.(group[0]?.index ?? 0)}
            <ul className="lines" aria-label={`Parts of ${set.title}`}>
              {shown}
            </ul>
          </li>
        )
      })}
    </ul>
  )
}

function Line({ line, hidesMoney, below }: { line: OrderLine; hidesMoney: boolean; below: ReactNode }) {
  const { set, ...own } = line
  const each = line.quantity > 1 && !hidesMoney && !set ? [`${formatRupees(line.price)} each`] : []
  return (
    <li className="order-line">
      <ProductImage src={chosenImageOf(line)} alt="" sizes="5rem" />
      <div>
        <strong>
          <Link to={productPath(line.id)}>{line.title}</Link>
        </strong>
        <Facts className="order-line-choice quiet" facts={[...choiceOf(own), `Quantity ${line.quantity}`, ...each]} />
      </div>
      {!hidesMoney && (
        <p className={`order-line-price numbers${set ? ' quiet' : ''}`}>
          {set ? formatAmount(paidFor(line)) : formatRupees(line.price * line.quantity)}
        </p>
      )}
      {below && <div className="order-line-below">{below}</div>}
    </li>
  )
}

export function DeliveryPlace({ address }: { address: DeliveryAddress }) {
  return (
    <address>
      {address.name}
      <br />
      {address.address}
      <br />
      {address.city} {address.pincode}
      <br />
      {address.mobileNumber}
    </address>
  )
}

export function PickUpPlace({ pickUp: { at, address, hours } }: { pickUp: PickUp }) {
  return (
    <div className="stack gap-2">
      <address>{`${at}\n${address}`}</address>
      <address>{`Open: ${hours}`}</address>
    </div>
  )
}

/** The firm that the invoice is made out to; nothing for a consumer. */
export function BusinessBuyer({ address: { firm, gstin, registeredAddress } }: { address: DeliveryAddress }) {
  const state = stateOfGstin(gstin ?? '')
  const facts: [string, string | undefined][] = [
    ['Firm', firm],
    ['GSTIN', gstin],
    ['Registered address', registeredAddress],
    ['Registered in', state && STATES[state]],
  ]
  if (!firm && !gstin) return null
  return (
    <dl className="pairs stack gap-2">
      {facts.map(
        ([label, text]) =>
          text && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

export function OrderTotal({ order }: { order: Order }) {
  return (
    <dl className="totals">
      {order.offer && (
        <div>
          <dt>{order.offer.name}</dt> <dd>−{formatRupees(order.offer.discount)}</dd>
        </div>
      )}
      <div>
        <dt>{order.pickUp ? COUNTER : 'Delivery'}</dt>
        <dd>{order.deliveryFee ? formatRupees(order.deliveryFee) : 'Free'}</dd>
      </div>
      {order.gift && (
        <div>
          <dt>Gift for</dt> <dd>{order.gift.recipient}</dd>
          {order.gift.message && <dd className="fine">{order.gift.message}</dd>}
        </div>
      )}
      <div>
        <dt>Payment</dt>
        <dd>
          {paymentWord(order)}
          {order.paymentId && <span className="fine quiet own-line"> {order.paymentId}</span>}
        </dd>
      </div>
      <div>
        <dt>Total</dt>
        <dd>{formatRupees(order.totalAmount)}</dd>
      </div>
      {order.voucherPaid !== undefined && (
        <div>
          <dt>Voucher</dt> <dd>−{formatRupees(order.voucherPaid)}</dd>
        </div>
      )}
      {order.restInCash !== undefined && (
        <div>
          <dt>{order.status === 'pending' ? 'To pay online' : 'Paid online'}</dt> <dd>{formatRupees(restOf(order))}</dd>
        </div>
      )}
      {(order.restInCash !== undefined || (order.voucherPaid !== undefined && !isPaid(order))) && (
        <div>
          <dt>{order.pickUp ? 'To pay when picked up' : 'To pay on delivery'}</dt>
          <dd>{formatRupees(cashOf(order))}</dd>
        </div>
      )}
      {order.due !== undefined && (
        <div>
          <dt>Still to pay</dt>
          <dd>{formatRupees(order.due)}</dd>
        </div>
      )}
    </dl>
  )
}
