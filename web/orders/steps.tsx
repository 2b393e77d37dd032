import type { ProgressStep } from '#domain/orders/progress.ts'
import { DateTime } from '#web/ui/date-time.tsx'

/** The steps so far, oldest first, and then those to come. */
export function Steps({ steps, label }: { steps: readonly ProgressStep[]; label: string }) {
  const current = steps.findLastIndex(({ isToCome }) => !isToCome)
  return (
    <ol className="steps" aria-label={label}>
      {steps.map(({ label, time, detail, isToCome, by }, index) => (
        // A step is never removed from the middle, so its place names it.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index} className={isToCome && 'quiet'} aria-current={index === current ? 'step' : undefined}>
          {isToCome ? (
            <span>
              <span className="visually-hidden">To come: </span>
              {label}
            </span>
          ) : (
            <strong>{label}</strong>
          )}
          {by && <span className="fine">by {by}</span>}
          {time && <DateTime className="fine" of={time} />}
          {detail && <span className="fine">{detail}</span>}
        </li>
      ))}
    </ol>
  )
}
