import '#web/styles/invoice.css'
import { Link } from 'react-router'
import { viewInvoice } from '#domain/billing/invoice-view.ts'
import { mayOpen } from '#domain/permissions.ts'
import { getUser } from '#server/contexts.ts'
import { useLive } from '#web/client/live.ts'
import { PrintButton } from '#web/orders/print-button.tsx'
import { privatePageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/invoice'
import { InvoiceSheet } from './invoice-sheet.tsx'
import { getOwnInvoice } from './own-invoice.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, orderId, document } = await getOwnInvoice(context, params.id)
  const base = mayOpen(getUser(context), '/adminDashboard/orders') ? '/adminDashboard/orders' : '/orders'
  return { id, orderId, orderPage: `${base}/${orderId}`, invoice: viewInvoice(document) }
}

export const meta: Route.MetaFunction = (args) => {
  const { invoice } = (args.loaderData ?? {}) as Partial<Route.ComponentProps['loaderData']>
  const title = invoice ? `${invoice.title} ${invoice.number}` : 'Invoice'
  return privatePageMeta(args, { title, description: 'What was sold, to whom, and the tax in it.' })
}

/** An invoice, bill of supply, receipt or credit note, which prints on A4 without the shop around it. */
export default function InvoicePage({ loaderData: { id, orderId, orderPage, invoice } }: Route.ComponentProps) {
  useLive('user')
  return (
    <div className="page stack invoice-page">
      <div className="cluster spread no-print">
        <Link to={orderPage}>Order {orderId}</Link>
        <div className="cluster">
          <a className="button quiet small" href={`/bills/${id}/pdf`}>
            PDF
          </a>
          <PrintButton className="invoice-print" />
        </div>
      </div>
      <InvoiceSheet invoice={invoice} />
    </div>
  )
}
