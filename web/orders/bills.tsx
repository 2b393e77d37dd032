import { BILL_TITLES, type BillKind } from '#domain/billing/bill.ts'
import { formatPaise, type Paise } from '#domain/money.ts'

type BillsProps = {
  bills: readonly { id: number; number: string; kind: BillKind; total: Paise }[]
  level?: 2 | 3
  className?: string
}

/** The bills of an order, each as a page and as a PDF. */
export function Bills({ bills, level = 2, className = 'stack gap-3' }: BillsProps) {
  if (bills.length === 0) return null
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section aria-labelledby="bills" className={className}>
      <Heading id="bills">Bills</Heading>
      <ul className="lines bill-list">
        {bills.map(({ id, number, kind, total }) => (
          <li key={id} className="cluster numbers">
            {/* Plain links, because bills are documents without the shop's navigation. */}
            <a href={`/bills/${id}`}>
              {kind === 'tax-invoice' ? 'Invoice' : BILL_TITLES[kind]} {number}
            </a>
            <span>{formatPaise(total)}</span>
            <a href={`/bills/${id}/pdf`} aria-label={`PDF of ${number}`}>
              PDF
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
