import { formatArrival } from '#domain/delivery/delivery-area.ts'
import type { DeliveryPromise } from '#domain/orders/promise.ts'
import { StateBadge } from './order-badges.tsx'

/** The day by which checkout promised an order; nothing where it promised none. */
export function DeliversBy({ promise }: { promise: DeliveryPromise | undefined }) {
  if (!promise) return null
  return (
    <>
      <span className="quiet">Promised by {formatArrival(promise.by)}</span>
      {promise.isLate && (
        <>
          {' '}
          <StateBadge tone="bad" icon="warning">
            Late
          </StateBadge>
        </>
      )}
    </>
  )
}
