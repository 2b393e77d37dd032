import { useMayOpen } from '#web/admin/use-may.ts'
import { Button } from '#web/ui/forms/button.tsx'

/** The checkboxes of the list belong to this form. */
export const BULK_FORM = 'chosen-orders'

const ACTIONS = [
  { to: '/adminDashboard/dispatch', label: 'Dispatch' },
  { to: '/adminDashboard/packing-slips', label: 'Print' },
  { to: '/adminDashboard/labels', label: 'Labels' },
  { to: '/adminDashboard/export/orders', label: 'Export' },
]

/** What can be done with the chosen orders: each button opens a page or a document, so the browser sends them itself. */
export function BulkBar() {
  const mayOpen = useMayOpen()
  return (
    <form id={BULK_FORM} action="/adminDashboard/dispatch" className="cluster">
      {ACTIONS.filter(({ to }) => mayOpen(to)).map(({ to, label }, index) => (
        <Button key={to} type="submit" small variant={index === 0 ? 'primary' : 'quiet'} formAction={to}>
          {label}
        </Button>
      ))}
    </form>
  )
}
