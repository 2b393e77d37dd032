import { Link } from 'react-router'
import type { DeletedOrder } from '#server/order-page/page.ts'
import { Invoices } from '#web/orders/invoices.tsx'
import { Timeline } from './timeline.tsx'

/** The records of an order that was deleted: its invoices, its audit entries and others. */
export function DeletedOrderPage({ id, invoices, timeline }: DeletedOrder & { id: number }) {
  return (
    <div className="stack order-page">
      <header className="cluster">
        <p className="no-print">
          <Link to="/adminDashboard/orders">All orders</Link>
        </p>
        <h2 id="order-heading">Order {id}</h2>
        <p>This order was deleted. This is what is left of it.</p>
      </header>
      <Invoices invoices={invoices} level={3} className="box stack gap-3" />
      <Timeline entries={timeline} />
    </div>
  )
}
