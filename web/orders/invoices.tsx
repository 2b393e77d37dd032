import { INVOICE_TITLES, type InvoiceKind } from '#domain/billing/invoice.ts'
import { formatPaise, type Paise } from '#domain/money.ts'

type InvoicesProps = {
  invoices: readonly { id: number; number: string; kind: InvoiceKind; total: Paise }[]
  level?: 2 | 3
  className?: string
}

/** The invoices of an order, each as a page and as a PDF. */
export function Invoices({ invoices, level = 2, className = 'stack gap-3' }: InvoicesProps) {
  if (invoices.length === 0) return null
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section aria-labelledby="invoices" className={className}>
      <Heading id="invoices">Invoices</Heading>
      <ul className="lines invoice-list">
        {invoices.map(({ id, number, kind, total }) => (
          <li key={id} className="cluster numbers">
            {/* Plain links, because invoices are documents without the shop's navigation. */}
            <a href={`/bills/${id}`}>
              {kind === 'tax-invoice' ? 'Invoice' : INVOICE_TITLES[kind]} {number}
            </a>
            {kind !== 'delivery-challan' && <span>{formatPaise(total)}</span>}
            <a href={`/bills/${id}/pdf`} aria-label={`PDF of ${number}`}>
              PDF
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
