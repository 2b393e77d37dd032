import { formatPaise } from '#domain/money.ts'
import { awaitsAnswer, DISPUTE_WORDS, type DisputeState, deadlineOf } from '#domain/orders/dispute.ts'
import { hasRight, type Visitor } from '#domain/permissions.ts'
import type { DisputeRow } from '#server/payments/dispute-queries.ts'
import { OrderCell } from '#web/admin/table/cells.tsx'
import type { Column } from '#web/ui/admin/table.tsx'
import { DateTime } from '#web/ui/date-time.tsx'
import { StateBadge } from '#web/ui/product/order-badges.tsx'

export const DISPUTE_COLUMNS: readonly Column<ShownDispute>[] = [
  {
    heading: 'Order',
    kind: 'row',
    cell: ({ orderId, paymentId }) =>
      orderId === undefined ? <>Unknown payment {paymentId}</> : <OrderCell id={orderId} />,
  },
  { heading: 'State', onCard: 'end', cell: ({ state }) => <DisputeBadge state={state} /> },
  { heading: 'Amount', kind: 'number', cell: (dispute) => dispute.amount },
  { heading: 'Reason', kind: 'wide', cell: ({ reason }) => <Capitalised text={reason || 'not told'} /> },
  { heading: 'Phase', cell: ({ phase }) => <Capitalised text={phase} /> },
  { heading: 'Answer by', cell: (dispute) => <Deadline dispute={dispute} /> },
  { heading: 'Dispute', cell: ({ disputeId }) => <code>{disputeId}</code> },
]

/** The disputes about the payments of an order, and what the shop can do. */
export function Disputes({ disputes }: { disputes: readonly ShownDispute[] }) {
  if (disputes.length === 0) return null
  return (
    <section aria-labelledby="disputes" className="box stack gap-3">
      <h3 id="disputes">{disputes.length === 1 ? 'Dispute' : 'Disputes'}</h3>
      <ul className="stack gap-3">
        {disputes.map((dispute) => (
          <li key={dispute.disputeId} className="stack gap-2">
            <p className="cluster gap-2">
              <DisputeBadge state={dispute.state} />
              <strong>{dispute.amount}</strong>
              <code>{dispute.disputeId}</code>
            </p>
            <p>
              <Capitalised text={[dispute.reason, dispute.phase].filter(Boolean).join(', ')} />
            </p>
            {awaitsAnswer(dispute.state) && (
              <p>
                <Deadline dispute={dispute} />
              </p>
            )}
            <p>{adviceFor(dispute)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Capitalised({ text }: { text: string }) {
  return <span className="first-capital">{text}</span>
}

function adviceFor({ state, deducted }: ShownDispute): string {
  if (awaitsAnswer(state))
    return 'Answer it in Razorpay’s dashboard with the invoice and the proof of delivery. Don’t refund the payment meanwhile.'
  if (state === 'under_review') return 'The bank looks at your answer. Don’t refund the payment until it has decided.'
  if (state === 'lost')
    return `${deducted || 'The amount'} was taken from your payouts. The buyer has the money back, so don’t refund it again.`
  return 'Nothing was taken from you.'
}

function DisputeBadge({ state }: { state: DisputeState }) {
  const tone = awaitsAnswer(state) || state === 'lost' ? 'bad' : state === 'under_review' ? 'waits' : 'plain'
  return <StateBadge tone={tone}>{DISPUTE_WORDS[state]}</StateBadge>
}

function Deadline({ dispute: { respondBy, deadline } }: { dispute: ShownDispute }) {
  if (respondBy === null) return <span className="quiet">No date</span>
  const time = <DateTime of={respondBy} />
  if (!deadline) return time
  return (
    <StateBadge tone="bad" icon="warning">
      {deadline === 'over' ? 'Too late: ' : 'Answer by '}
      {time}
    </StateBadge>
  )
}

export type ShownDispute = ReturnType<typeof toShownDispute>

/** A dispute as this person may see it, and whether its deadline presses. */
export function toShownDispute(visitor: Visitor, { currency, ...dispute }: DisputeRow, now: Date) {
  const seesMoney = hasRight(visitor, 'see money')
  const shown = (amount: number) =>
    currency === 'INR' ? formatPaise(amount) : `${currency} ${(amount / 100).toFixed(2)}`
  return {
    ...dispute,
    amount: seesMoney ? shown(dispute.amount) : '',
    deducted: seesMoney && dispute.deducted > 0 ? shown(dispute.deducted) : '',
    deadline: deadlineOf(dispute, now),
  }
}
