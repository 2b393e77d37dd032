import type { ProgressStep } from '#domain/orders/progress.ts'
import { formatDateTime } from '#domain/time.ts'

/** What has happened so far, oldest first; the last step is where it stands. */
export function Steps({ steps, label }: { steps: readonly ProgressStep[]; label: string }) {
  return (
    <ol className="steps" aria-label={label}>
      {steps.map(({ label, time, detail }, index) => (
        // A step is never removed from the middle, so its place names it.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index} aria-current={index === steps.length - 1 ? 'step' : undefined}>
          <strong>{label}</strong>
          {time && (
            <time className="fine" dateTime={time}>
              {formatDateTime(time)}
            </time>
          )}
          {detail && <span className="fine">{detail}</span>}
        </li>
      ))}
    </ol>
  )
}
