import type { ReactNode } from 'react'
import { choiceOf } from '#domain/orders/order.ts'
import { type ShownParcel, stepsToCome } from '#domain/orders/progress.ts'
import { ParcelBadge, StateBadge } from '#web/ui/product/order-badges.tsx'
import { Steps } from './steps.tsx'

type ParcelsProps = {
  parcels: readonly ShownParcel[]
  lines: readonly { title: string; sizeCode: string; sizeLabel: string; selectedColor: string }[]
  /** For its shopper: what is to come, and by when; absent at the desk. */
  toCome?: { by: string | undefined }
  /** At the desk: the buttons of a parcel. */
  actions?: (parcel: ShownParcel) => ReactNode
}

/** The shipments of an order, the first dispatched first. */
export function Parcels({ parcels, lines, toCome, actions }: ParcelsProps) {
  return (
    <ul className="stack">
      {parcels.map((parcel, index) => (
        <li key={parcel.id}>
          <article className="box stack gap-3" aria-labelledby={`parcel-${parcel.id}`} id={`shipment-${parcel.id}`}>
            <header className="cluster spread gap-2">
              <h3 id={`parcel-${parcel.id}`}>{parcels.length === 1 ? 'Parcel' : `Parcel ${index + 1}`}</h3>
              {parcel.isReplacement && <span className="fine quiet">Replacement</span>}
              {parcel.word ? (
                <ParcelBadge word={parcel.word} isPickedUp={parcel.pickUp} />
              ) : (
                <StateBadge tone="plain">{parcel.step === 'cancelled' ? 'Cancelled' : 'Taken back'}</StateBadge>
              )}
            </header>
            {/* The order of a cancelled parcel may hold something else by now. */}
            {parcel.step !== 'cancelled' && (
              <ul>
                {parcel.lines.map(({ position, quantity }) => {
                  const line = lines[position]
                  return (
                    <li key={position}>
                      {quantity} × {line ? nameOf(line) : 'item'}
                      {backText(parcel, position)}
                    </li>
                  )
                })}
              </ul>
            )}
            <Carrier parcel={parcel} />
            <Steps
              steps={toCome ? [...parcel.steps, ...stepsToCome(parcel.word, toCome.by, parcel.pickUp)] : parcel.steps}
              label={`Steps of parcel ${index + 1}`}
            />
            {actions?.(parcel)}
          </article>
        </li>
      ))}
    </ul>
  )
}

export function nameOf(line: ParcelsProps['lines'][number]): string {
  return [line.title, ...choiceOf(line)].join(', ')
}

function backText({ returned }: ShownParcel, position: number): ReactNode {
  const back = returned.find((line) => line.position === position)?.quantity
  return back ? <span className="quiet"> ({back} came back)</span> : null
}

function Carrier({ parcel: { courier, awb, trackingLink } }: { parcel: ShownParcel }) {
  if (!courier && !awb && !trackingLink) return null
  return (
    <p className="cluster baseline">
      {courier && <span>{courier}</span>}
      {awb && (
        <span>
          AWB <code>{awb}</code>
        </span>
      )}
      {trackingLink && (
        // `noreferrer`, so that the courier does not learn the address of this page.
        <a href={trackingLink} target="_blank" rel="noopener noreferrer">
          Track with {courier && courier !== 'Other' ? courier : 'the courier'}
        </a>
      )}
    </p>
  )
}
