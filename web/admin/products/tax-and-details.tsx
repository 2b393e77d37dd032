import type { ReactNode } from 'react'

/** The optional fields of the product form that invoices and the law ask for. */
export function TaxAndDetails({ children }: { children: ReactNode }) {
  return (
    <fieldset className="form-group">
      <legend>Tax and details</legend>
      <p className="field-hint">All optional. What is filled in stands on the product’s page and on invoices.</p>
      <div className="form-group-fields">{children}</div>
    </fieldset>
  )
}
