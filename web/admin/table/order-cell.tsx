import { Link } from 'react-router'

/** Leads to an order; the narrow list has no heading that says what the number is. */
export function OrderCell({ id }: { id: number }) {
  return (
    <Link to={`/adminDashboard/orders/${id}`}>
      <span className="only-card">Order </span>
      {id}
    </Link>
  )
}
