import { Link } from 'react-router'
import { TEXT_NAMES, TEXTS } from '#domain/texts/texts.ts'
import { formatDateTime } from '#domain/time.ts'
import { shopContext } from '#server/contexts.ts'
import { listTextStates } from '#server/texts/queries.ts'
import { privateMeta } from '#web/page-meta.ts'
import type { Route } from './+types/texts'

/** The newest version of each text that somebody has saved. */
export function loader({ context }: Route.LoaderArgs) {
  return listTextStates(context.get(shopContext).db)
}

export const handle = { needsHeading: true }

export const meta = privateMeta({ title: 'Texts', description: 'What the shop says on its pages.' })

/** The list of texts, also for staff who may change nothing else in the settings. */
export default function Texts({ loaderData }: Route.ComponentProps) {
  return (
    <div className="settings">
      <section className="stack" id="texts" aria-labelledby="settings-texts">
        <h2 id="settings-texts" className="visually-hidden">
          Texts
        </h2>
        <p className="quiet">What the shop says on its pages. Every version is kept and can be restored.</p>
        <ul className="lines">
          {TEXT_NAMES.map((name) => {
            const state = loaderData.get(name)
            return (
              <li key={name} className="cluster spread gap-1">
                <Link to={`/adminDashboard/settings/texts/${name}`}>{TEXTS[name].label}</Link>
                <span className="quiet">
                  {state
                    ? `Version ${state.version}, ${state.author ?? 'deleted account'}, ${formatDateTime(state.time)}`
                    : 'Default'}
                </span>
              </li>
            )
          })}
        </ul>
      </section>
    </div>
  )
}
