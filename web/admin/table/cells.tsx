import { Link } from 'react-router'
import type { OrderLine } from '#domain/orders/order.ts'

/** Leads to an order; the narrow list has no heading that says what the number is. */
export function OrderCell({ id }: { id: number }) {
  return (
    <Link to={`/adminDashboard/orders/${id}`}>
      <span className="only-card">Order </span>
      {id}
    </Link>
  )
}

/** Goods of other kinds have neither size nor finish: their options stand below the title. */
export function LineTitle({ line }: { line: Pick<OrderLine, 'title' | 'sizeCode' | 'selectedColor'> }) {
  return (
    <>
      {line.title}
      {line.sizeCode === '' && line.selectedColor !== '' && <div className="fine">{line.selectedColor}</div>}
    </>
  )
}

/** Cuts long text; its tooltip has all of it. */
export function Truncate({ text }: { text: string }) {
  return (
    <span className="cut clipped" title={text}>
      {text}
    </span>
  )
}

/** A user's id; the account may have been deleted. */
export function UserId({ userId, none = 'gone' }: { userId: string | null | undefined; none?: string }) {
  if (!userId) return <span className="quiet">{none}</span>
  return (
    <code className="cut clipped" title={userId}>
      {userId}
    </code>
  )
}
