import { data, Link } from 'react-router'
import type { Check } from '#domain/setup/checks.ts'
import type { FirstStep } from '#domain/setup/first-hour.ts'
import { describeRecords } from '#domain/setup/sender-dns.ts'
import { shopContext } from '#server/contexts.ts'
import { changeAccepted, readFirstHour, readSenderDns, readSetup } from '#server/setup/setup.ts'
import { type ActionResult, sendWithToast, skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { readPress, runAction } from '#web/admin/run-action.ts'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { textField } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import { Icon } from '#web/ui/icons.tsx'
import type { Route } from './+types/ready-tab'

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { stored } = await shop.counts.read()
  const senderDns = await readSenderDns(shop)
  const setup = await readSetup(shop, stored, senderDns)
  return { ...setup, senderDns, firstHour: await readFirstHour(shop, stored) }
}

const buttons = {
  keep: { done: 'Kept as it is', failed: 'Failed to keep this point' },
  'ask-again': { done: 'This point is open again', failed: 'Failed to open this point again' },
}

export async function action({ context, request }: Route.ActionArgs) {
  const { shop, user: admin, form, address } = await readPress({ context, request })
  const intent = textField(form, 'intent')
  if (intent !== 'keep' && intent !== 'ask-again')
    return data<ActionResult>({ ok: false, message: 'Unknown action.' }, { status: 400 })
  const button = { intent, id: textField(form, 'id') } as const
  return runAction(shop, buttons[intent], async () => {
    const isChanged = await changeAccepted(shop, admin, button, await readSenderDns(shop))
    const details = { account: admin.userId, address, section: 'ready' }
    if (isChanged) shop.securityLog.record('settings-changed', details)
    return isChanged
  })
}

export const clientAction = sendWithToast(buttons.keep.failed)

export const shouldRevalidate = skipRevalidationOnFailure

export const handle = { needsHeading: true }

export const meta = privateMeta({
  title: 'Ready to sell',
  description: 'What this shop still needs before it can sell.',
})

/** Lists what is missing, with a link or a command that fixes it. The dashboard around it listens for changes. */
export default function ReadyTab({
  loaderData: { open, advice, kept, senderDns, firstHour },
  actionData,
}: Route.ComponentProps) {
  const answer = useLastResult(actionData)
  return (
    <div className="stack import">
      <FirstHour steps={firstHour} />
      {open.length === 0 ? (
        <FormMessage tone="good">Your shop is ready to sell.</FormMessage>
      ) : (
        <p>
          {open.length === 1 ? 'One thing is missing' : `${open.length} things are missing`} before your shop can sell.
          Each leaves this list as soon as it is fixed.
        </p>
      )}
      {answer && !answer.ok && <FormMessage alert>{answer.message}</FormMessage>}
      <CheckList checks={open} intent="keep" />
      {senderDns?.records && (
        <p>
          Emails come from {senderDns.domain}: {describeRecords(senderDns.records)}.
        </p>
      )}
      <CheckList heading="Recommended" checks={advice} intent="keep" />
      <CheckList heading="Kept as it is" checks={kept} intent="ask-again" />
    </div>
  )
}

/** The steps of an owner's first hour, until all are done. */
function FirstHour({ steps }: { steps: readonly FirstStep[] }) {
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

type CheckListProps = { heading?: string; checks: readonly Check[]; intent: keyof typeof BUTTONS }

const BUTTONS = { keep: 'Keep as it is', 'ask-again': 'Show again' } as const

function CheckList({ heading, checks, intent }: CheckListProps) {
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
