import { formatRupees } from '#domain/money.ts'
import type { PickUp } from '#domain/orders/pick-up.ts'
import type { ReadyParcel } from '#server/order-page/ready-parcels.ts'
import { PickUpPlace } from '#web/ui/product/order-card.tsx'

/** The code that a buyer shows at the counter, the amount to pay there, and the address. */
export function ReadyToPickUp({ ready, pickUp }: { ready: readonly ReadyParcel[]; pickUp: PickUp | undefined }) {
  if (!pickUp || ready.length === 0) return null
  return (
    <section className="box stack gap-3" aria-label="Ready to pick up">
      {ready.map(({ shipmentId, code, cash }) => (
        <p key={shipmentId}>
          Show this code at the counter: <strong className="pick-up-code numbers">{code}</strong>
          {cash > 0 && <span className="own-line"> You pay {formatRupees(cash)} there.</span>}
        </p>
      ))}
      <PickUpPlace pickUp={pickUp} />
    </section>
  )
}
