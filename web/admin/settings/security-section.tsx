import { Link, useFetcher } from 'react-router'
import { useProblems } from '#web/client/problems.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { FieldError, FormMessage } from '#web/ui/forms/field.tsx'
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
  const { form, problems, message } = useProblems(result?.ok === false ? result : undefined)
  const problem = problems.requireSecondFactor
  return (
    <section className="stack" aria-labelledby="settings-security">
      <h2 id="settings-security" className={answer ? undefined : 'visually-hidden'}>
        Security
      </h2>
      <fetcher.Form ref={form} method="post" action="/adminDashboard/settings" className="form">
        <input type="hidden" name="intent" value="security" />
        <label className="check">
          <input
            type="checkbox"
            name="requireSecondFactor"
            defaultChecked={requireSecondFactor}
            aria-invalid={problem !== undefined}
            aria-describedby={problem ? 'second-factor-error second-factor-hint' : 'second-factor-hint'}
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
        <FieldError id="second-factor" error={problem} />
        {message && <FormMessage alert>{message}</FormMessage>}
        <div>
          <Button type="submit" busy={fetcher.state !== 'idle'}>
            Save
          </Button>
        </div>
      </fetcher.Form>
    </section>
  )
}
