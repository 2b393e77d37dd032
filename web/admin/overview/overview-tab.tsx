import { data, Link } from 'react-router'
import { formatRupees } from '#domain/money.ts'
import { hasRight, mayOpen } from '#domain/permissions.ts'
import { listToDo, type ToDo } from '#domain/to-do.ts'
import { readToDo } from '#server/admin/to-do-queries.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readOrFallback, statusFor } from '#server/http/degraded-reads.ts'
import { readSetup } from '#server/setup/setup.ts'
import { salesNow } from '#web/admin/overview/sales-now.ts'
import { useRetryFailures } from '#web/client/admin/retry-loader.ts'
import { privateMeta } from '#web/page-meta.ts'
import { DateTime } from '#web/ui/date-time.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import type { Route } from './+types/overview-tab'
import { Charts } from './charts.tsx'

const FAILED = 'Failed to load the overview'

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const user = getUser(context)
  const failures: string[] = []
  const overview = await readOrFallback(shop, {
    read: async () => {
      const [{ stored, waiting }, figures, facts] = await Promise.all([
        shop.counts.read(),
        shop.figures.read(),
        readToDo(shop.db),
      ])
      const toSell = (await readSetup(shop, stored)).open.length
      const toDo = listToDo({ facts, lowStock: figures.lowStock, toSell }).filter(({ to }) => mayOpen(user, to))
      return { toDo, charts: hasRight(user, 'see reports') ? { figures, waiting } : undefined }
    },
    fallback: undefined,
    failures,
    message: FAILED,
  })
  return data({ overview, failures }, statusFor(failures))
}

export const handle = { needsHeading: true }

export const meta = privateMeta({ title: 'Home', description: 'What waits, and how the shop is doing.' })

export default function OverviewTab({ loaderData: { overview, failures } }: Route.ComponentProps) {
  useRetryFailures(failures)
  if (!overview) return <EmptyState heading={FAILED} text="This page retries automatically." />
  return (
    <>
      <Home toDo={overview.toDo} sales={overview.charts && salesNow(overview.charts.figures.revenue)} />
      {overview.charts && <Charts {...overview.charts} />}
    </>
  )
}

type HomeProps = {
  toDo: readonly ToDo[]
  /** Undefined: this person may not see reports. */
  sales: { today: number; week: number } | undefined
}

/** The tasks that wait, oldest first, and the sales of today and of this week. */
function Home({ toDo, sales }: HomeProps) {
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
                  Since <DateTime of={oldest} />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
