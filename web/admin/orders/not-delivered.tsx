import { formatArrival } from '#domain/delivery/delivery-area.ts'
import { ATTEMPTS_MAX, countAttempts, isExpectedBack } from '#domain/orders/not-delivered.ts'
import type { Shipment } from '#domain/orders/shipment.ts'
import type { AnswerRow } from '#server/parcels/answer-queries.ts'
import { FormMessage } from '#web/ui/forms/field.tsx'

export type NotDeliveredProps = {
  shipment: Pick<Shipment, 'scans'>
  /** The buyer's last wish for this parcel. */
  answer: AnswerRow | undefined
}

/** How often the courier tried, what the buyer wants after the last attempt, and whether the courier knows. */
export function NotDelivered({ shipment: { scans }, answer }: NotDeliveredProps) {
  const attempts = countAttempts(scans)
  const isAnswered = answer?.attempt === attempts
  return (
    <div className="tint stack gap-2">
      <p>
        {attempts} of {ATTEMPTS_MAX} attempts.{' '}
        {isExpectedBack(scans)
          ? 'It is expected back.'
          : isAnswered
            ? answer.day
              ? `The buyer wants it on ${formatArrival(answer.day)}.`
              : 'The buyer does not want it any more.'
            : 'The buyer was asked and has not answered.'}
      </p>
      {isAnswered && (answer.phone || answer.address) && (
        <p>{[answer.phone && `Phone ${answer.phone}`, answer.address].filter(Boolean).join(' · ')}</p>
      )}
      {isAnswered && answer.state !== 'desk' && (
        <p className="quiet">{answer.state === 'sent' ? 'The courier knows.' : 'The courier is being told.'}</p>
      )}
      {isAnswered && answer.state === 'desk' && (
        <FormMessage>
          {answer.problem ? `The courier refused it: ${answer.problem} Tell them yourself.` : 'Tell the courier.'}
        </FormMessage>
      )}
    </div>
  )
}
