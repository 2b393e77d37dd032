import type { ReactNode } from 'react'

/** The fields that only the law, invoices and stock lists ask for. */
export function TaxAndDetails({ children }: { children: ReactNode }) {
  return (
    <fieldset className="stack form-group">
      <legend>Tax and details</legend>
      <p className="fine">
        All optional. The product’s page shows the MRP and the country; the others are for invoices and your records.
      </p>
      <div className="grid grid-large">{children}</div>
    </fieldset>
  )
}
