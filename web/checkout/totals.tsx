import { formatRupees, type Rupees } from '#domain/money.ts'

/** Delivery is free, so the total is the sum of the lines. */
export function Totals({ total }: { total: Rupees }) {
  return (
    <dl className="totals">
      <div>
        <dt>Subtotal</dt>
        <dd>{formatRupees(total)}</dd>
      </div>
      <div>
        <dt>Delivery</dt>
        <dd>Free</dd>
      </div>
      <div className="totals-sum">
        <dt>Total</dt>
        <dd>{formatRupees(total)}</dd>
      </div>
    </dl>
  )
}
