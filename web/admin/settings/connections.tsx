import { useState } from 'react'
import { data } from 'react-router'
import {
  type ConnectionState,
  fieldsOf,
  isServiceName,
  SERVICE_NAMES,
  SERVICES,
  type ServiceName,
  shownOf,
  USE_SANDBOX,
} from '#domain/settings/connections.ts'
import { settingsPath } from '#domain/settings/pages.ts'
import { originOf } from '#server/config.ts'
import { listConnections } from '#server/connections/queries.ts'
import { removeKeys, type SavedKeys, saveKeys } from '#server/connections/save.ts'
import { tryConnection, trySubmitTemplates } from '#server/connections/try.ts'
import { shopContext } from '#server/contexts.ts'
import { listStoredTemplates } from '#server/whatsapp/queries.ts'
import { fixFields } from '#web/admin/action-result.ts'
import { readPress } from '#web/admin/run-action.ts'
import { useProblems } from '#web/client/problems.ts'
import { type FormService, postContactMessage } from '#web/client/web3forms.ts'
import { textField, textFields } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FormMessage, HiddenFields } from '#web/ui/forms/field.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx'
import type { Route } from './+types/connections'
import { WhatsappButtons, WhatsappFacts } from './whatsapp-setup.tsx'

const TITLE = 'Connections'

export async function loader({ context }: Route.LoaderArgs) {
  const { auth, config, db, services } = context.get(shopContext)
  const stored = await listConnections(db, auth.secret)
  return {
    web3forms: services.web3forms,
    whatsapp: {
      webhook: `${originOf(config)}/webhooks/whatsapp`,
      hasSandbox: config.whatsapp !== undefined,
      templates: services.whatsapp ? await listStoredTemplates(db) : [],
    },
    connections: SERVICE_NAMES.map((service) => {
      const connection = stored.find((one) => one.service === service)
      return {
        service,
        state: services.states[service],
        version: connection?.version ?? '',
        shown: connection ? shownOf(service, connection.keys) : {},
        secrets: Object.keys(connection?.keys ?? {}),
      }
    }),
  }
}

type Connection = Awaited<ReturnType<typeof loader>>['connections'][number]

/** The result of a form, shown beside its button. `values` has no secret. */
type Answer = {
  service: ServiceName
  ok: boolean
  message: string
  problems?: Record<string, string>
  values?: Record<string, string>
}

export async function action({ context, request }: Route.ActionArgs) {
  const { shop, user: admin, form, address } = await readPress({ context, request })
  const [intent, service, seen] = ['intent', 'service', 'seen'].map((name) => textField(form, name))
  if (!isServiceName(service)) throw data('Unknown service.', { status: 400 })
  if (intent === 'test' || intent === 'submit') {
    if (service === 'web3forms') throw data('Unknown action.', { status: 400 })
    const tried = await (intent === 'submit' ? trySubmitTemplates(shop) : tryConnection(shop, admin, service))
    return data<Answer>({ service, ok: tried.ok, message: tried.answer })
  }
  const values = textFields(form)
  const saved =
    intent === 'remove'
      ? await removeKeys(shop, admin, { service, seen: seen ?? '' })
      : await saveKeys(shop, admin, { service, form: values, seen: seen ?? '' })
  if (!saved.ok)
    return data<Answer>({ service, ...refusalOf(saved), values: shownOf(service, values) }, { status: 409 })
  const section = `connection ${service}`
  shop.securityLog.record('settings-changed', { account: admin.userId, address, section })
  if (service === 'whatsapp' && intent !== 'remove') {
    // The stand-in approves what it is sent; Meta is only asked what it knows.
    const isSandbox = shop.services.states.whatsapp === 'sandbox'
    const tried = await (isSandbox ? trySubmitTemplates(shop) : tryConnection(shop, admin, 'whatsapp'))
    if (!tried.ok) return data<Answer>({ service, ok: false, message: `Saved, but: ${tried.answer}` })
  }
  return data<Answer>({ service, ok: true, message: intent === 'remove' ? 'Removed.' : 'Saved.' })
}

function refusalOf(saved: Exclude<SavedKeys, { ok: true }>): Omit<Answer, 'service'> {
  if (saved.reason === 'invalid') return fixFields(saved.problems)
  return {
    ok: false,
    message:
      saved.reason === 'locked'
        ? 'These keys are set in .env. Change them there.'
        : 'Someone else changed these keys since you opened the page. Check what is here, then save again.',
  }
}

export const meta = privateMeta({ title: TITLE, description: 'The keys of outside services.' })

export default function Connections({
  loaderData: { connections, web3forms, whatsapp },
  actionData,
}: Route.ComponentProps) {
  const answer = useLastResult<Answer>(actionData)
  return (
    <div className="stack settings">
      <div className="stack gap-1">
        <Breadcrumbs trail={[{ label: 'Settings', to: '/adminDashboard/settings' }, { label: TITLE }]} />
        <h1>{TITLE}</h1>
        <p className="quiet">
          Keys are stored encrypted, are not shown again, and work at once. A key in the file .env is used instead of
          one from here.
        </p>
      </div>
      {connections.map((connection) => (
        <ConnectionSection
          key={connection.service}
          connection={connection}
          answer={answer?.service === connection.service ? answer : undefined}
          facts={connection.service === 'whatsapp' && <WhatsappFacts {...whatsapp} />}
        >
          {connection.service === 'web3forms' && web3forms && <TryWeb3forms service={web3forms} />}
          {connection.service === 'whatsapp' && (
            <WhatsappButtons connection={connection} hasSandbox={whatsapp.hasSandbox} />
          )}
        </ConnectionSection>
      ))}
    </div>
  )
}

const STATES: Record<ConnectionState, string> = {
  locked: 'Connected by .env',
  saved: 'Connected',
  sandbox: 'Sandbox',
  off: 'Not connected',
}

type SectionProps = {
  connection: Connection
  answer: Answer | undefined
  facts: React.ReactNode
  children: React.ReactNode
}

/** The forms send a whole page, so that it may use the address of a service that was just connected. */
function ConnectionSection({ connection, answer, facts, children }: SectionProps) {
  const { service, state, version, shown, secrets } = connection
  const { label, isFor } = SERVICES[service]
  const id = `connection-${service}`
  // As of the opening: the page reloads when another person saves, and these forms are still to be told.
  const [seen] = useState(version)
  const { form, problems, message } = useProblems(answer?.ok === false ? answer : undefined)
  const said = answer?.ok ? answer.message : message
  const path = settingsPath('connections')
  return (
    <section className="stack gap-3 apart minor" aria-labelledby={id}>
      <div className="stack gap-1">
        <h2 id={id} className="cluster gap-2">
          {label} <span className="badge">{STATES[state]}</span>
        </h2>
        <p className="quiet">{isFor}</p>
      </div>
      {facts}
      {state === 'locked' ? (
        <p>The keys are set in .env.</p>
      ) : (
        <form ref={form} method="post" action={path} className="form" aria-labelledby={id} autoComplete="off">
          <HiddenFields of={{ intent: 'save', service, seen }} />
          {fieldsOf(service).map(([variable, field]) => {
            const isKept = field.isSecret && secrets.includes(variable)
            return (
              <Field
                key={variable}
                label={field.label}
                name={variable}
                type={field.isSecret ? 'password' : 'text'}
                autoComplete="off"
                spellCheck={false}
                maxLength={500}
                required={!field.isOptional && !isKept}
                defaultValue={answer?.values?.[variable] ?? shown[variable] ?? ''}
                hint={
                  [isKept && 'Saved. Leave it empty to keep it.', field.hint].filter(Boolean).join(' ') || undefined
                }
                error={problems[variable]}
              />
            )
          })}
          <div>
            <Button type="submit">Save</Button>
          </div>
        </form>
      )}
      <div className="cluster gap-2">
        {service !== 'web3forms' && state !== 'off' && (
          <form method="post" action={path}>
            <HiddenFields of={{ intent: 'test', service, seen }} />
            <Button type="submit" variant="quiet" aria-describedby={id}>
              Test
            </Button>
          </form>
        )}
        {children}
        {(state === 'saved' || secrets.includes(USE_SANDBOX)) && (
          <form method="post" action={path}>
            <HiddenFields of={{ intent: 'remove', service, seen }} />
            <Button type="submit" variant="quiet" aria-describedby={id}>
              {state === 'saved' ? 'Remove keys' : 'Stop using the sandbox'}
            </Button>
          </form>
        )}
      </div>
      {said && (
        <FormMessage alert={!answer?.ok} tone={answer?.ok ? 'good' : 'problem'}>
          {said}
        </FormMessage>
      )}
    </section>
  )
}

const ANSWERS = {
  sent: 'Web3Forms has taken a message. It is in your mailbox in a minute.',
  refused: 'Web3Forms refused the access key.',
  unanswered: 'Web3Forms did not answer.',
}

/** Sends a message from this browser, as shoppers do, because Web3Forms refuses servers. */
function TryWeb3forms({ service }: { service: FormService }) {
  const [result, setResult] = useState<keyof typeof ANSWERS | 'busy'>()
  const send = async () => {
    setResult('busy')
    setResult(
      await postContactMessage(service, {
        name: 'Test',
        email: 'test@example.com',
        phone: '',
        message: 'A test of this shop.',
      }),
    )
  }
  return (
    <>
      <Button variant="quiet" busy={result === 'busy'} onClick={send} aria-describedby="connection-web3forms">
        Test
      </Button>
      <div role="status">
        {result && result !== 'busy' && (
          <FormMessage tone={result === 'sent' ? 'good' : 'problem'}>{ANSWERS[result]}</FormMessage>
        )}
      </div>
    </>
  )
}
