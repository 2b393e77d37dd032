import { formatRupees, type Rupees } from '#domain/money.ts'
import type { ShownOffer } from '#domain/offers/offer.ts'
import { COUNTER } from '#domain/orders/pick-up.ts'
import { deliveryNote } from '#domain/shop/delivery.ts'
import type { QuotedFee } from '#server/delivery/fee.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { useShopInfo } from '#web/ui/shop-info.ts'
import type { Parts } from './prices.ts'

type TotalsProps = {
  subtotal: Rupees
  offers: readonly ShownOffer[]
  removeCode: () => void
  /** Absent: it is free. */
  delivery?: QuotedFee | undefined
  isPickedUp: boolean
  voucher?: { pays: Rupees; remove: () => void } | undefined
  parts?: Parts | undefined
}

/** The sum of the lines without what offers take off, and with the delivery. */
export function Totals({ subtotal, offers, removeCode, delivery, isPickedUp, voucher, parts }: TotalsProps) {
  const note = deliveryNote(useShopInfo())
  const total = subtotal - offers.reduce((sum, { discount }) => sum + discount, 0) + (delivery?.fee ?? 0)
  return (
    <dl className="totals">
      <div>
        <dt>Subtotal</dt>
        <dd>{formatRupees(subtotal)}</dd>
      </div>
      {offers.map(({ name, discount, why, isTyped }) => (
        <div key={name}>
          <dt>{name}</dt> <dd>−{formatRupees(discount)}</dd>
          <dd className="fine">
            {why}{' '}
            {isTyped && (
              <Button variant="link" onClick={removeCode}>
                Remove<span className="visually-hidden"> offer code</span>
              </Button>
            )}
          </dd>
        </div>
      ))}
      <div>
        <dt>{isPickedUp ? COUNTER : 'Delivery'}</dt>
        <dd>{sayFee(delivery)}</dd>
        {note && !isPickedUp && <dd className="fine">{note}</dd>}
      </div>
      <div className="totals-sum">
        <dt>Total</dt>
        <dd>{formatRupees(total)}</dd>
      </div>
      {voucher && (
        <>
          <div>
            <dt>Voucher</dt> <dd>−{formatRupees(voucher.pays)}</dd>
            <dd className="fine">
              <Button variant="link" onClick={voucher.remove}>
                Remove voucher
              </Button>
            </dd>
          </div>
          <div className="totals-sum">
            <dt>To pay</dt> <dd>{formatRupees(total - voucher.pays)}</dd>
          </div>
        </>
      )}
      {parts && (
        <>
          <div>
            <dt>In cash on delivery</dt> <dd>{formatRupees(parts.rest)}</dd>
          </div>
          <div>
            <dt>To pay now</dt> <dd>{formatRupees(parts.now)}</dd>
          </div>
        </>
      )}
    </dl>
  )
}

function sayFee(delivery: QuotedFee | undefined): string {
  if (!delivery || (delivery.fee === 0 && !delivery.isLowest)) return 'Free'
  return delivery.isLowest ? `From ${formatRupees(delivery.fee)}` : formatRupees(delivery.fee)
}
