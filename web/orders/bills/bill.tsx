import '#web/styles/bill.css'
import { Link } from 'react-router'
import { viewBill } from '#domain/billing/bill-view.ts'
import { getUser } from '#server/contexts.ts'
import { useLive } from '#web/client/live.ts'
import { PrintButton } from '#web/orders/print-button.tsx'
import { privatePageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/bill'
import { BillSheet } from './bill-sheet.tsx'
import { getOwnBill } from './own-bill.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, orderId, document } = await getOwnBill(context, params.id)
  const base = getUser(context).role === 'admin' ? '/adminDashboard/orders' : '/orders'
  return { id, orderId, orderPage: `${base}/${orderId}`, bill: viewBill(document) }
}

export const meta: Route.MetaFunction = (args) => {
  const { bill } = (args.loaderData ?? {}) as Partial<Route.ComponentProps['loaderData']>
  const title = bill ? `${bill.title} ${bill.number}` : 'Invoice'
  return privatePageMeta(args, { title, description: 'What was sold, to whom, and the tax in it.' })
}

/** An invoice, bill of supply, receipt or credit note, which prints on A4 without the shop around it. */
export default function BillPage({ loaderData: { id, orderId, orderPage, bill } }: Route.ComponentProps) {
  useLive('user')
  return (
    <div className="page stack bill-page">
      <div className="cluster spread no-print">
        <Link to={orderPage}>Order {orderId}</Link>
        <div className="cluster">
          <a className="button quiet small" href={`/bills/${id}/pdf`}>
            PDF
          </a>
          <PrintButton className="bill-print" />
        </div>
      </div>
      <BillSheet bill={bill} />
    </div>
  )
}
