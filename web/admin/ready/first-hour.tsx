import { Link } from 'react-router'
import type { FirstStep } from '#domain/setup/first-hour.ts'
import { Icon } from '#web/ui/icons.tsx'

/** The steps of an owner's first hour, until all are done. */
export function FirstHour({ steps }: { steps: readonly FirstStep[] }) {
  const next = steps.find(({ isDone }) => !isDone)
  if (!next) return null
  return (
    <section className="stack gap-3" aria-labelledby="first-hour">
      <h2 id="first-hour">Your first hour</h2>
      <ol className="lines">
        {steps.map((step, index) => (
          <li key={step.name} className="cluster spread gap-2" aria-current={step === next ? 'step' : undefined}>
            <span>
              {index + 1}.{' '}
              <Link className={step === next ? 'button primary small' : undefined} to={step.link}>
                {step.name}
              </Link>{' '}
              <span className="quiet">{step.about}</span>
            </span>
            {step.isDone && (
              <span className="form-message good">
                <Icon name="check" /> Done
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
