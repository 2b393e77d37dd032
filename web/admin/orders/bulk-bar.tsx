import { DESK_ORDERS_A_PAGE } from '#domain/admin-lists.ts'
import { Button } from '#web/ui/forms/button.tsx'

/** The checkboxes of the list belong to this form. */
export const BULK_FORM = 'chosen-orders'

/** What can be done with the chosen orders: each button opens a page or a document, so the browser sends them itself. */
export function BulkBar() {
  return (
    <form id={BULK_FORM} action="/adminDashboard/dispatch" className="cluster">
      <label className="check only-scripts">
        <input
          type="checkbox"
          onChange={(event) => {
            for (const box of checkboxes()) box.checked = event.currentTarget.checked
          }}
        />
        All on this page
      </label>
      <Button type="submit" small>
        Dispatch
      </Button>
      <Button type="submit" variant="quiet" small formAction="/adminDashboard/packing-slips">
        Print
      </Button>
      <Button type="submit" variant="quiet" small formAction="/adminDashboard/labels">
        Labels
      </Button>
      <Button type="submit" variant="quiet" small formAction="/adminDashboard/export/orders">
        Export
      </Button>
      <span className="quiet">Choose up to {DESK_ORDERS_A_PAGE} orders.</span>
    </form>
  )
}

function checkboxes(): NodeListOf<HTMLInputElement> {
  return document.querySelectorAll(`input[name=orders][form=${BULK_FORM}]`)
}
