import { type MonthReturn, missingForReturns, returnFilesOf } from '#domain/billing/return-period.ts'
import { formatMonth } from '#domain/time.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'

type ExportMonthProps = {
  month: string
  /** Why there is no GSTR-1. */
  reason: string | undefined
  /** What each registration reports in the months of the quarter. */
  returns: readonly MonthReturn[]
}

/** The files of a month, or of its quarter, for the accountant. */
export function ExportMonth({ month, reason, returns }: ExportMonthProps) {
  return (
    <>
      <p className="quiet" id="export-month">
        {formatMonth(month)}
      </p>
      <div className="cluster gap-2">
        {!reason && <Gstr1 month={month} gstins={gstinsOf(month, returns)} />}
        {/* Plain forms, because the router cannot handle downloads. */}
        <form action="/adminDashboard/sales-ledger">
          <input type="hidden" name="month" value={month} />
          <Button type="submit" variant="quiet" small aria-describedby="export-month">
            Sales ledger
          </Button>
        </form>
      </div>
      {reason && <p className="quiet">{reason}</p>}
    </>
  )
}

/** What to look at before the export. */
export function MissingForReturns({ returns }: Pick<ExportMonthProps, 'returns'>) {
  return missingForReturns(returns).map((sentence) => <p key={sentence}>{sentence}</p>)
}

/** Those of this month first, so that one of them is chosen. */
function gstinsOf(month: string, returns: readonly MonthReturn[]): string[] {
  const [inMonth, others] = [true, false].map((isIn) => returns.filter((each) => (each.month === month) === isIn))
  return [...new Set([...(inMonth ?? []), ...(others ?? [])].map(({ gstin }) => gstin))]
}

function Gstr1({ month, gstins }: { month: string; gstins: readonly string[] }) {
  return (
    <form action="/adminDashboard/gstr1" className="cluster gap-2">
      <input type="hidden" name="month" value={month} />
      <Field label="File" name="file" as="select">
        {returnFilesOf(month).map(([file, label]) => (
          <option key={file} value={file}>
            {label}
          </option>
        ))}
      </Field>
      {gstins.length > 1 && (
        <Field label="Seller’s GSTIN" name="gstin" as="select">
          {gstins.map((gstin) => (
            <option key={gstin}>{gstin}</option>
          ))}
        </Field>
      )}
      <Button type="submit" variant="quiet" small aria-describedby="export-month">
        Export GSTR-1
      </Button>
    </form>
  )
}
