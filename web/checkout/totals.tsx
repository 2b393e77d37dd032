import { formatRupees, type Rupees } from '#domain/money.ts'
import { deliveryNote } from '#domain/shop/delivery.ts'
import { useShopInfo } from '#web/ui/shop-info.ts'

/** Delivery is free, so the total is the sum of the lines. */
export function Totals({ total }: { total: Rupees }) {
  const note = deliveryNote(useShopInfo())
  return (
    <dl className="totals">
      <div>
        <dt>Subtotal</dt>
        <dd>{formatRupees(total)}</dd>
      </div>
      <div>
        <dt>Delivery</dt>
        <dd>Free</dd>
        {note && <dd className="fine">{note}</dd>}
      </div>
      <div className="totals-sum">
        <dt>Total</dt>
        <dd>{formatRupees(total)}</dd>
      </div>
    </dl>
  )
}
