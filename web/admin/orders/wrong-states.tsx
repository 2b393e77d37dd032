import { Link } from 'react-router'
import { FormMessage } from '#web/ui/forms/field.tsx'

/** Orders that cannot be dispatched before somebody corrects their pincode or State. */
export function WrongStates({ orders }: { orders: readonly { id: number; problem: string }[] }) {
  if (orders.length === 0) return null
  return (
    <section className="stack gap-2" aria-label="Orders to correct">
      <FormMessage>Correct the address before you dispatch:</FormMessage>
      <ul>
        {orders.map(({ id, problem }) => (
          <li key={id}>
            <Link to={`/adminDashboard/orders/${id}`}>Order {id}</Link>: {problem}
          </li>
        ))}
      </ul>
    </section>
  )
}
