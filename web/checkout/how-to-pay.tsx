import { Link } from 'react-router'
import { partsText } from '#domain/shop/part-paid.ts'
import type { Parts, PaymentWay } from './prices.ts'

/** The name that a way has everywhere. */
export function wayLabel(way: PaymentWay, isPickedUp: boolean): string {
  return way === 'cash' && isPickedUp ? 'Pay at pick-up' : WAY_LABELS[way]
}

const WAY_LABELS = {
  online: 'Pay Online',
  part: 'Part now, rest in cash',
  cash: 'Cash on Delivery',
} as const satisfies Record<PaymentWay, string>
const WAY_NOTES = { online: 'UPI, cards, wallets', cash: 'Pay when it arrives' } as const satisfies Record<
  Exclude<PaymentWay, 'part'>,
  string
>

export const CASH_NOTE = 'cash-note'

type HowToPayProps = {
  /** Those that the shop takes, the first one first. */
  ways: readonly PaymentWay[]
  chosen: PaymentWay | undefined
  choose: (way: PaymentWay) => void
  parts: Parts | undefined
  cashProblem: string | undefined
  isPickedUp: boolean
}

/** A card for each way. One that cannot be chosen says why. */
export function HowToPay({ ways, chosen, choose, parts, cashProblem, isPickedUp }: HowToPayProps) {
  const mayPayOnline = ways.includes('online')
  return (
    <fieldset className="stack gap-2 pay-cards">
      <legend>
        <h2>How to pay</h2>
      </legend>
      <div className="grid grid-large gap-2">
        {ways.map((way) => (
          <label key={way} className="choice">
            <input
              type="radio"
              name="pay"
              value={way}
              checked={way === chosen}
              disabled={way !== 'online' && cashProblem !== undefined}
              aria-describedby={way !== 'online' && cashProblem ? CASH_NOTE : undefined}
              onChange={() => choose(way)}
            />
            <span>
              <strong>{wayLabel(way, isPickedUp)}</strong>
              <span className="fine own-line">
                {way === 'part'
                  ? parts && partsText(parts)
                  : way === 'cash' && isPickedUp
                    ? 'In cash, at the counter'
                    : WAY_NOTES[way]}
              </span>
            </span>
          </label>
        ))}
      </div>
      {cashProblem && (ways.includes('cash') || !mayPayOnline) && (
        <p className="quiet" id={CASH_NOTE}>
          {cashProblem}
          {!mayPayOnline && (
            <>
              {' '}
              <Link to="/contactUs">Contact us</Link>
            </>
          )}
        </p>
      )}
    </fieldset>
  )
}
