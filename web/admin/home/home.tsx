import { Link } from 'react-router'
import { formatRupees } from '#domain/money.ts'
import { formatDateTime } from '#domain/time.ts'
import type { ToDo } from '#domain/to-do.ts'
import { FormMessage } from '#web/ui/forms/field.tsx'

type HomeProps = {
  toDo: readonly ToDo[]
  /** Undefined: this person may not see reports. */
  sales: { today: number; week: number } | undefined
}

/** What waits, oldest first, and the sales of today and of this week. */
export function Home({ toDo, sales }: HomeProps) {
  return (
    <section className="stack gap-3" aria-label="What waits">
      {sales && (
        <p>
          Sales today <strong>{formatRupees(sales.today)}</strong>, this week{' '}
          <strong>{formatRupees(sales.week)}</strong>.
        </p>
      )}
      {toDo.length === 0 ? (
        <FormMessage tone="good">Nothing waits. Every order, message and parcel is dealt with.</FormMessage>
      ) : (
        <ul className="lines">
          {toDo.map(({ text, to, oldest }) => (
            <li key={to} className="cluster spread gap-2">
              <Link to={to} className="label">
                {text}
              </Link>
              {oldest && (
                <span className="quiet">
                  Since <time dateTime={oldest}>{formatDateTime(oldest)}</time>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
