import { Link } from 'react-router'
import { TEXT_NAMES, TEXTS } from '#domain/texts/texts.ts'
import { formatDateTime } from '#domain/time.ts'

type TextsSectionProps = {
  /** The newest version of each text that somebody has saved. */
  states: ReadonlyMap<string, { version: number; author: string | undefined; time: Date }>
}

export function TextsSection({ states }: TextsSectionProps) {
  return (
    <section className="stack" id="texts" aria-labelledby="settings-texts">
      <h2 id="settings-texts" className="visually-hidden">
        Texts
      </h2>
      <p className="quiet">What the shop says on its pages, as Markdown. Every version is kept and can be restored.</p>
      <ul className="lines">
        {TEXT_NAMES.map((name) => {
          const state = states.get(name)
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
  )
}
