import { Link } from 'react-router'
import { countsOf } from '#domain/orders/dispatch-many.ts'
import { plural } from '#domain/text.ts'
import type { PanelParcel } from '#server/parcels/dispatch-panel.ts'
import type { LeftOrder, ManyResult } from './dispatch-many-actions.ts'

type DispatchReportProps = { parcels: readonly PanelParcel[]; answer: ManyResult | undefined }

/** What became of the chosen orders, and what is to be printed for them. It follows the courier's answers. */
export function DispatchReport({ parcels, answer }: DispatchReportProps) {
  const fresh = parcels.filter(({ isNew }) => isNew)
  const count = (booking: PanelParcel['booking']) => fresh.filter((parcel) => parcel.booking === booking).length
  const { refused: left = [], leftOut = [] } = answer ?? {}
  const rejected = fresh
    .filter(({ booking }) => booking === 'failed')
    .map(({ orderId, bookingProblem }) => ({ id: orderId, message: `The courier rejected it: ${bookingProblem}` }))
  const refused: LeftOrder[] = [...left, ...rejected]
  const counts = { booked: count('booked'), byHand: count(undefined), pending: count('requested') }
  const sentence = countsOf({ ...counts, refused: refused.length, leftOut: leftOut.length })
  const printed = (fresh.length > 0 ? fresh : parcels).filter(({ booking }) => booking !== 'failed')
  return (
    <section aria-labelledby="report" className="box stack gap-3">
      <h3 id="report" aria-live="polite">
        {fresh.length > 0 || answer?.refused
          ? `${sentence}${refused.length > 0 ? ':' : ''}`
          : 'Parcels of these orders'}
      </h3>
      <Reasons list={refused} />
      {leftOut.length > 0 && <Reasons list={leftOut} />}
      {printed.length > 0 && <PrintLinks parcels={printed} />}
    </section>
  )
}

export function Reasons({ list }: { list: readonly LeftOrder[] }) {
  if (list.length === 0) return null
  return (
    <ul>
      {list.map(({ id, message }) => (
        <li key={`${id} ${message}`}>
          <Link to={`/adminDashboard/orders/${id}`}>Order {id}</Link>: {message}
        </li>
      ))}
    </ul>
  )
}

/** Plain links to new tabs, because the router cannot open PDFs and this page stays open. */
function PrintLinks({ parcels }: { parcels: readonly PanelParcel[] }) {
  const [ids, orders] = [parcels.map(({ id }) => id), [...new Set(parcels.map(({ orderId }) => orderId))]]
  const booked = parcels.filter(({ booking }) => booking === 'booked').map(({ id }) => id)
  const documents = [
    [`Print ${plural(ids.length, 'label')}`, `labels?shipments=${ids.join()}`],
    ['Slips', `packing-slips?orders=${orders.join()}`],
    ...(booked.length > 0 ? [['Courier’s labels', `courier-labels?shipments=${booked.join()}`]] : []),
  ]
  return (
    <p className="cluster">
      {documents.map(([label, path], index) => (
        <a
          key={path}
          className={index === 0 ? 'button primary small' : 'button quiet small'}
          href={`/adminDashboard/${path}`}
          target="_blank"
          rel="noopener"
        >
          {label}
        </a>
      ))}
    </p>
  )
}
