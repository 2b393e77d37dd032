import { Link } from 'react-router'
import type { Check } from '#domain/setup/checks.ts'
import { RowAction } from '#web/admin/table/row-action.tsx'

type CheckListProps = { heading?: string; checks: readonly Check[]; intent: keyof typeof BUTTONS }

const BUTTONS = { keep: 'Keep as it is', 'ask-again': 'Show again' } as const

export function CheckList({ heading, checks, intent }: CheckListProps) {
  if (checks.length === 0) return null
  const Heading = heading === undefined ? 'h2' : 'h3'
  return (
    <>
      {heading !== undefined && <h2 className="label">{heading}</h2>}
      <ul className="stack gap-3">
        {checks.map(({ id, heading, why, law, fix, keeps }) => (
          <li key={id} className="box stack gap-2">
            <Heading id={`check-${id}`}>{heading}</Heading>
            <p>
              {why} {law && <span className="quiet">{law}.</span>}
            </p>
            <div className="cluster spread gap-2">
              <Fix fix={fix} />
              {keeps && (
                <RowAction action="/adminDashboard/ready" fields={{ intent, id }} describedBy={`check-${id}`}>
                  {BUTTONS[intent]}
                </RowAction>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function Fix({ fix }: Pick<Check, 'fix'>) {
  if ('link' in fix) return <Link to={fix.link}>{fix.label}</Link>
  if ('command' in fix) {
    return (
      <p>
        On the server: <code>{fix.command}</code>
      </p>
    )
  }
  return (
    <p>
      In the server’s settings file <code>.env</code>:{' '}
      {fix.variables.map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <code>{name}</code>
        </span>
      ))}
    </p>
  )
}
