import { formatRupees } from '#domain/money.ts'
import { changeText } from '#domain/orders/change-lines.ts'
import type { ShownChange } from '#server/order-page/page.ts'
import { DateTime } from '#web/ui/date-time.tsx'

type OrderChangesProps = { changes: readonly ShownChange[]; isPaid: boolean; level: 2 | 3; className?: string }

/** The shop’s changes of an order since it was placed, newest first. */
export function OrderChanges({ changes, isPaid, level, className = 'stack gap-3' }: OrderChangesProps) {
  if (changes.length === 0) return null
  const Heading = `h${level}` as const
  return (
    <section className={className} aria-labelledby="changes">
      <Heading id="changes">Changes</Heading>
      <ul className="lines">
        {changes.toReversed().map((change) => (
          <li key={change.id} className="stack gap-1">
            <p className="quiet">
              <DateTime of={change.time} />
            </p>
            {change.lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines of a change may read alike, and none moves
              <p key={index}>{changeText(line)}</p>
            ))}
            <p className="quiet">
              New total {formatRupees(change.totalAfter)}
              {isPaid && change.refund > 0 && `, ${formatRupees(change.refund)} refunded`}
              {isPaid && change.due > 0 && `, ${formatRupees(change.due)} to pay`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
