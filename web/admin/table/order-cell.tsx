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
