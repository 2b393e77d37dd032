import { Link } from 'react-router'
import { type CashRefusal, cashMessage } from '#domain/orders/cash.ts'

type CashNoteProps = { id?: string; refusal: CashRefusal; mayPayOnline: boolean }

/** Why this cart cannot be paid in cash, before its button is pressed. */
export function CashNote({ id, refusal, mayPayOnline }: CashNoteProps) {
  return (
    <p className="cash-note" id={id}>
      {cashMessage(refusal, mayPayOnline)}
      {!mayPayOnline && (
        <>
          {' '}
          <Link to="/contactUs">Contact us</Link>
        </>
      )}
    </p>
  )
}
