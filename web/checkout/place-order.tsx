import { Link } from 'react-router'
import { formatRupees, type Rupees } from '#domain/money.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { CASH_NOTE, wayLabel } from './how-to-pay.tsx'
import type { PaymentWay } from './prices.ts'

/** The id of the form that the buttons beside it send. */
export const CHECKOUT_FORM = 'checkout'

type PlaceOrderProps = {
  total: Rupees
  /** A part of it is paid now. */
  now: Rupees | undefined
  ways: readonly PaymentWay[]
  isPaid: boolean
  cashProblem: string | undefined
  busy: boolean
  isOff: boolean
  isPickedUp: boolean
}

/** The button that orders as the cards say, and one for each way. */
export function PlaceOrder({ total, now, isPaid, ...props }: PlaceOrderProps) {
  const { ways, cashProblem, busy, isOff } = props
  const isNoWayLeft = !isPaid && ways.every((way) => way !== 'online' && cashProblem !== undefined)
  return (
    <>
      <Button type="submit" form={CHECKOUT_FORM} wide busy={busy} aria-disabled={isOff || isNoWayLeft}>
        Place order · {now === undefined ? formatRupees(total) : `${formatRupees(now)} now`}
      </Button>
      <p className="fine">
        By placing the order you agree to our <Link to="/termsAndConditions">terms</Link> and{' '}
        <Link to="/privacy">privacy notice</Link>.
      </p>
      {!isPaid && <OrderAtOnce {...props} />}
    </>
  )
}

/** The specified buttons, each of which orders at once in its way, without the cards. */
function OrderAtOnce(props: Omit<PlaceOrderProps, 'total' | 'now' | 'isPaid'>) {
  const { ways, cashProblem, busy, isOff, isPickedUp } = props
  return (
    <fieldset className="stack gap-1">
      <legend className="fine">Or order at once with</legend>
      <div className="cluster gap-2">
        {ways.map((way) => {
          const problem = way === 'online' ? undefined : cashProblem
          return (
            <Button
              key={way}
              type="submit"
              form={CHECKOUT_FORM}
              value={way}
              small
              variant="quiet"
              busy={busy}
              aria-disabled={isOff || problem !== undefined}
              aria-describedby={problem && CASH_NOTE}
            >
              {wayLabel(way, isPickedUp)}
            </Button>
          )
        })}
      </div>
    </fieldset>
  )
}
