import { Link, useFetcher } from 'react-router'
import { Button } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import type { SectionResult } from './section-result.ts'

type SecuritySectionProps = {
  requireSecondFactor: boolean
  /** True if this admin has a second factor; only then may they require one of all admins. */
  mayRequire: boolean
  /** To a form that was sent without scripts. */
  answer: SectionResult | undefined
}

export function SecuritySection({ requireSecondFactor, mayRequire, answer }: SecuritySectionProps) {
  const fetcher = useFetcher<SectionResult>()
  const result = fetcher.data ?? answer
  const problem = result?.ok === false ? (result.problems.requireSecondFactor ?? result.problems.form) : undefined
  return (
    <section className="stack" aria-labelledby="settings-security">
      <h2 id="settings-security" className={answer ? undefined : 'visually-hidden'}>
        Security
      </h2>
      <fetcher.Form method="post" action="/adminDashboard/settings" className="form">
        <input type="hidden" name="intent" value="security" />
        <label className="check">
          <input
            type="checkbox"
            name="requireSecondFactor"
            defaultChecked={requireSecondFactor}
            aria-invalid={problem !== undefined}
            aria-describedby="second-factor-hint"
          />
          Require a second factor for admins
        </label>
        <p className="fine" id="second-factor-hint">
          An admin without an authenticator app or a passkey sets one up before anything else in the back office.
          {!mayRequire && (
            <>
              {' '}
              First <Link to="/account/security">set up your own</Link>, so that you are not locked out.
            </>
          )}
        </p>
        <div role="status">{result?.ok && <FormMessage tone="good">Saved.</FormMessage>}</div>
        {problem && <FormMessage alert>{problem}</FormMessage>}
        <div>
          <Button type="submit" busy={fetcher.state !== 'idle'}>
            Save
          </Button>
        </div>
      </fetcher.Form>
    </section>
  )
}
