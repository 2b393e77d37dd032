import { Link } from 'react-router'

type CashNoteProps = { id?: string; message: string; mayPayOnline: boolean }

/** Why this cart cannot be paid in cash, before its button is pressed. */
export function CashNote({ id, message, mayPayOnline }: CashNoteProps) {
  return (
    <p className="quiet" id={id}>
      {message}
      {!mayPayOnline && (
        <>
          {' '}
          <Link to="/contactUs">Contact us</Link>
        </>
      )}
    </p>
  )
}
