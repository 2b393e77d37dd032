import type { SettingChange } from '#domain/settings/section-changes.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'

/** More changes are counted, so that the bar leaves room for the fields. */
const MAX_LISTED = 3

type SaveBarProps = {
  changes: readonly SettingChange[]
  isSaved: boolean
  problem: string | undefined
  confirmAt: string | undefined
  busy: boolean
}

/** At the foot of the window: what saving would change, what became of it, and the button. */
export function SaveBar({ changes, isSaved, problem, confirmAt, busy }: SaveBarProps) {
  const more = changes.length - MAX_LISTED
  return (
    <div className="save-bar stack gap-2">
      {changes.length > 0 && (
        <ul aria-label="Changes">
          {changes.slice(0, MAX_LISTED).map(({ label, from, to }) => (
            <li key={label} className="fine cut">{`${label}: ${shorten(from)} → ${shorten(to)}`}</li>
          ))}
          {more > 0 && <li className="fine">{more === 1 ? 'and 1 more change' : `and ${more} more changes`}</li>}
        </ul>
      )}
      {problem && <FormMessage alert>{problem}</FormMessage>}
      {confirmAt && (
        <p>
          <a href={confirmAt} target="_blank" rel="noreferrer">
            Confirm that it’s you (opens a new tab)
          </a>
        </p>
      )}
      <div className="cluster">
        <Button type="submit" busy={busy}>
          Save
        </Button>
        <div role="status">
          {isSaved && changes.length === 0 && !busy && <FormMessage tone="good">Saved.</FormMessage>}
        </div>
      </div>
    </div>
  )
}

const LONGEST = 40

function shorten(text: string): string {
  const line = text
    .split('\n')
    .map((one) => one.trim())
    .join(', ')
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line
}
