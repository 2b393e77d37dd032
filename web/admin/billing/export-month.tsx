import { formatMonth } from '#domain/time.ts'
import { Button } from '#web/ui/forms/button.tsx'

/** The files of a month for the accountant. `reason`: why there is no GSTR-1. */
export function ExportMonth({ month, reason }: { month: string; reason: string | undefined }) {
  return (
    <div className="export-month">
      <p className="quiet" id="export-month">
        {formatMonth(month)}
      </p>
      <div className="buttons">
        {!reason && <MonthFile to="/adminDashboard/gstr1" month={month} name="Export GSTR-1" />}
        <MonthFile to="/adminDashboard/sales-ledger" month={month} name="Sales ledger" />
      </div>
      {reason && <p className="quiet">{reason}</p>}
    </div>
  )
}

/** A plain form, because the router cannot handle downloads. */
function MonthFile({ to, month, name }: { to: string; month: string; name: string }) {
  return (
    <form action={to}>
      <input type="hidden" name="month" value={month} />
      <Button type="submit" variant="quiet" aria-describedby="export-month">
        {name}
      </Button>
    </form>
  )
}
