import type { ReturnClock, ReturnClocks } from '#domain/returns/return-request.ts'
import { formatDateTime } from '#domain/time.ts'
import { StateBadge } from '#web/ui/product/order-badges.tsx'

/** Until when a request is to be acknowledged and settled, red when late. */
export function Clocks({ clocks: { acknowledge, settle } }: { clocks: ReturnClocks }) {
  if (!acknowledge && !settle) return null
  return (
    <ul className="stack gap-1 fine">
      {acknowledge && <Clock what="Acknowledge" clock={acknowledge} />}
      {settle && <Clock what="Settle" clock={settle} />}
    </ul>
  )
}

function Clock({ what, clock: { until, isLate } }: { what: string; clock: ReturnClock }) {
  return (
    <li>
      {what} by <time dateTime={new Date(until).toISOString()}>{formatDateTime(until)}</time>
      {isLate && (
        <>
          {' '}
          <StateBadge tone="bad" icon="warning">
            Late
          </StateBadge>
        </>
      )}
    </li>
  )
}
