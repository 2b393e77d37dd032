import { DateTime } from '#web/ui/date-time.tsx'
import { AccountForm, Section } from './account-form.tsx'

type OwnSession = { id: string; device: string; loggedIn: string; lastUsed: string; isCurrent: boolean }

export function SessionsSection({ sessions }: { sessions: readonly OwnSession[] }) {
  return (
    <Section id="sessions" heading="Where you are logged in">
      <p className="quiet">Log out a device that you don’t recognise, and change your password.</p>
      <ul className="lines">
        {sessions.map((session) => (
          <li key={session.id} className="cluster spread top">
            <SessionRow session={session} />
          </li>
        ))}
      </ul>
      {sessions.length > 1 && <AccountForm intent="end-other-sessions" submit="End all others" variant="quiet" />}
    </Section>
  )
}

function SessionRow({ session: { id, device, loggedIn, lastUsed, isCurrent } }: { session: OwnSession }) {
  return (
    <>
      <div id={`session-${id}`}>
        <strong>{device}</strong>
        {isCurrent && <span className="badge">This device</span>}
        <p className="quiet">
          Logged in <DateTime of={loggedIn} />
        </p>
        {!isCurrent && (
          <p className="quiet">
            Last used <DateTime of={lastUsed} />
          </p>
        )}
      </div>
      <div className="cluster top gap-2">
        <AccountForm
          intent="end-session"
          submit="End"
          variant="quiet"
          small
          fields={{ id }}
          describedBy={`session-${id}`}
        />
      </div>
    </>
  )
}
