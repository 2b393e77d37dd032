import type { OrderId } from '#domain/orders/order-state.ts'
import { useMaySend } from '#web/admin/frame-data.ts'
import { LinkButton } from '#web/ui/forms/button.tsx'

/** Leads to the editor of what an order holds. */
export function ChangeOrderLink({ id }: { id: OrderId }) {
  const maySend = useMaySend()
  const to = `/adminDashboard/orders/${id}/change`
  return maySend(to, 'save') ? (
    <LinkButton to={to} variant="quiet" small className="no-print">
      Change order
    </LinkButton>
  ) : null
}

/** The link by which the buyer pays without login; the desk sends it by any way it likes. */
export function PaymentLink({ to }: { to: string }) {
  return (
    <p className="no-print">
      Payment link: <a href={to}>{to}</a>
    </p>
  )
}

/** Takes an order on the phone or at the counter. */
export function NewOrderLink() {
  const maySend = useMaySend()
  const to = '/adminDashboard/orders/new'
  return maySend(to, 'save') ? (
    <LinkButton to={to} small>
      New order
    </LinkButton>
  ) : null
}
