import { CashNote } from './cash-note.tsx'

/** How an order is paid; the values of the cards. */
export type PaymentWay = 'online' | 'cash'

/** The names that both ways have everywhere. */
export const WAY_LABELS = { online: 'Pay Online', cash: 'Cash on Delivery' } as const satisfies Record<
  PaymentWay,
  string
>
const WAY_NOTES = { online: 'UPI, cards, wallets', cash: 'Pay when it arrives' } as const satisfies Record<
  PaymentWay,
  string
>

export const CASH_NOTE = 'cash-note'

type HowToPayProps = {
  /** Those that the shop takes, the first one first. */
  ways: readonly PaymentWay[]
  chosen: PaymentWay | undefined
  choose: (way: PaymentWay) => void
  /** Why this order cannot be paid in cash. */
  cashProblem: string | undefined
  isPickedUp: boolean
}

/** Two cards. The one that cannot be chosen says why. */
export function HowToPay({ ways, chosen, choose, cashProblem, isPickedUp }: HowToPayProps) {
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
              disabled={way === 'cash' && cashProblem !== undefined}
              aria-describedby={way === 'cash' && cashProblem ? CASH_NOTE : undefined}
              onChange={() => choose(way)}
            />
            <span>
              <strong>{WAY_LABELS[way]}</strong>
              <span className="fine own-line">
                {way === 'cash' && isPickedUp ? 'Pay when you pick it up' : WAY_NOTES[way]}
              </span>
            </span>
          </label>
        ))}
      </div>
      {cashProblem && (ways.includes('cash') || !mayPayOnline) && (
        <CashNote id={CASH_NOTE} message={cashProblem} mayPayOnline={mayPayOnline} />
      )}
    </fieldset>
  )
}
