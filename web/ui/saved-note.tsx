import { formatDateTime } from '#domain/time.ts'

/** Stays at the bottom of a page that is shown without a line. */
export function SavedNote({ time }: { time: Date }) {
  return (
    <p className="saved-note" role="status">
      Saved on {formatDateTime(time)}. Prices and availability may have changed since.
    </p>
  )
}
