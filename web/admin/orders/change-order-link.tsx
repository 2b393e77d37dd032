import type { OrderId } from '#domain/orders/order-state.ts'
import { useMaySend } from '#web/admin/use-may.ts'
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
