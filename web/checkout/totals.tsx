import { formatRupees, type Rupees } from '#domain/money.ts'
import { deliveryNote } from '#domain/shop/delivery.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { useShopInfo } from '#web/ui/shop-info.ts'

type TotalsProps = {
  total: Rupees
  /** The part that a voucher pays, and a way to remove it. */
  voucher?: { pays: Rupees; remove: () => void } | undefined
}

/** Delivery is free, so the total is the sum of the lines. */
export function Totals({ total, voucher }: TotalsProps) {
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
    </dl>
  )
}
