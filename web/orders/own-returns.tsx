import { Link, useSearchParams } from 'react-router'
import { formatPaise } from '#domain/money.ts'
import {
  isFaultOfShop,
  isOpenReturn,
  mayMoveReturn,
  NEXT_STEPS,
  RETURN_REASONS,
  RETURN_STATE_LABELS,
  returnNumberOf,
  WISHES,
} from '#domain/returns/return-request.ts'
import type { OwnReturn } from '#server/returns/queries.ts'
import { DateTime } from '#web/ui/date-time.tsx'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { BuyerPictures } from '#web/ui/product/buyer-pictures.tsx'
import { WithdrawForm } from './withdraw-form.tsx'

/**
 * The returns that the buyer of an order has requested, and the state of each.
 *
 * @param isPaidByHand the order was paid in cash, so that its buyer says where the money goes
 */
export function OwnReturns({ returns, ...order }: OrderOfReturns & { returns: readonly OwnReturn[] }) {
  const sent = useSearchParams()[0].get('returned')
  const isJustSent = returns.some(({ id, state }) => String(id) === sent && state === 'requested')
  if (returns.length === 0) return null
  return (
    <section className="stack gap-3" aria-labelledby="returns">
      <h2 id="returns">Your returns</h2>
      {isJustSent && (
        <FormMessage tone="good" alert>
          RET-{sent} was sent. You can follow it here.
        </FormMessage>
      )}
      {returns.map((request) => (
        <OwnReturnCard key={request.id} request={request} {...order} />
      ))}
    </section>
  )
}

type OrderOfReturns = { orderId: number; isPaidByHand: boolean }

function OwnReturnCard({ request, orderId, isPaidByHand }: OrderOfReturns & { request: OwnReturn }) {
  const { id, title, quantity, reason, wanted, words, state, declineReason, settledAs, amount, pictures, steps } =
    request
  return (
    <article className="box stack gap-3" aria-label={returnNumberOf(id)}>
      <div className="cluster gap-2">
        <h3>{returnNumberOf(id)}</h3>
        <span className="badge">{RETURN_STATE_LABELS[state]}</span>
      </div>
      <p>
        {quantity} × {title}. {RETURN_REASONS[reason]}. You would like: {WISHES[wanted].toLowerCase()}.
      </p>
      {words && <p className="note quiet">{words}</p>}
      <BuyerPictures pictures={pictures} about={title} />
      {NEXT_STEPS[state] && <p>{NEXT_STEPS[state]}</p>}
      {state === 'declined' && declineReason && <p className="note">We declined it: {declineReason}</p>}
      {settledAs && (
        <p>
          {SETTLED[settledAs]}
          {amount !== null && `: ${formatPaise(amount)}`}
        </p>
      )}
      <ol className="stack gap-1 fine quiet">
        {steps.map(({ state, note, time }) => (
          <li key={time + state}>
            <DateTime of={time} />: {RETURN_STATE_LABELS[state]}
            {note && `, ${note}`}
          </li>
        ))}
      </ol>
      {request.voucherLeft > 0 && settledAs === 'voucher' && isFaultOfShop(reason) && (
        <p className="no-print">
          <Link to={`/orders/${orderId}/return/${returnNumberOf(id)}`}>Money instead</Link>
        </p>
      )}
      {isPaidByHand && wantsMoney(request) && (
        <p className="no-print">
          <LinkButton to={`/orders/${orderId}/return/${returnNumberOf(id)}`} variant="quiet" small>
            Where your money goes
          </LinkButton>
        </p>
      )}
      {mayMoveReturn(request, 'withdrawn') && (
        <WithdrawForm
          fields={{ intent: 'withdraw-return', return: id }}
          question={`Withdraw ${returnNumberOf(id)}?`}
          consequence="You can ask again while the reason still holds."
          className="no-print"
          aria-label={`Withdraw ${returnNumberOf(id)}`}
        />
      )}
    </article>
  )
}

function wantsMoney({ wanted, settledAs, state }: Pick<OwnReturn, 'wanted' | 'settledAs' | 'state'>): boolean {
  return settledAs === 'money' || (wanted === 'money' && isOpenReturn(state))
}

const SETTLED = {
  money: 'We paid it back',
  replacement: 'We sent another one',
  voucher: 'We gave you a voucher',
} as const
