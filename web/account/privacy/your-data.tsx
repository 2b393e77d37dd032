import { data, Form, Link } from 'react-router'
import { formatDateTime } from '#domain/time.ts'
import { limitEmail, ownMailbox } from '#server/accounts/email-limit.ts'
import { addressContext, getSession, getUser, shopContext } from '#server/contexts.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { requestExport } from '#server/privacy/export.ts'
import { CONNECTION_LOST, orIfLost, retryAfter } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import { LinkButton, SubmitButton } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { Prose } from '#web/ui/layout/prose.tsx'
import type { Route } from './+types/your-data'

export function loader({ context, request }: Route.LoaderArgs) {
  const { email } = getUser(context)
  return { email, isExpired: new URL(request.url).searchParams.get('link') === 'expired' }
}

/** Makes a link to the copy; the copy itself is made when the link is opened. */
export async function action({ context }: Route.ActionArgs) {
  const session = getSession(context)
  const { user } = session
  const shop = context.get(shopContext)
  const address = context.get(addressContext)
  const tooMany = await limitEmail(shop.limits, { kind: 'privacy', address, ...ownMailbox(session) })
  if (tooMany) return data({ problem: tooMany.message }, tooManyRequests(tooMany))
  const { path, until } = await requestExport(shop, user)
  shop.securityLog.record('data-exported', { account: user.userId, address, table: 'own' })
  return data({ path, until: until.toISOString() })
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orIfLost(serverAction(), { problem: CONNECTION_LOST })
}

export const headers: Route.HeadersFunction = retryAfter

export const meta = privateMeta({
  title: 'Your data',
  description: 'Download everything we store about you, or delete your account.',
})

export default function YourData({ loaderData: { email, isExpired }, actionData }: Route.ComponentProps) {
  return (
    <Prose
      title="Your data"
      intro={
        <>
          <Link to="/privacy">Privacy</Link> says what we store, why and for how long.
        </>
      }
    >
      <h2>Download</h2>
      <p>
        A zip file with everything we store about you, for spreadsheets (CSV) and for programs (JSON). It is made when
        you open it, and we keep no copy.
      </p>
      <Form method="post" className="form">
        <input type="hidden" name="intent" value="download" />
        <SubmitButton>Download my data</SubmitButton>
        <div role="status">{actionData && 'path' in actionData && <Ready {...actionData} email={email} />}</div>
        {actionData && 'problem' in actionData && <FormMessage alert>{actionData.problem}</FormMessage>}
        {isExpired && !actionData && (
          <FormMessage alert>
            This link has expired, or it belongs to another account. Press the button for a new one.
          </FormMessage>
        )}
      </Form>
      <h2>Delete</h2>
      <p>
        Deletes your name, email, phone number and address everywhere in our database. We first say what happens, and
        ask for a code that we email you.
      </p>
      <p>
        <LinkButton to="/account/privacy/delete" variant="quiet">
          Delete my account
        </LinkButton>
      </p>
    </Prose>
  )
}

function Ready({ path, until, email }: { path: string; until: string; email: string }) {
  return (
    <>
      <FormMessage tone="good">Your data is ready.</FormMessage>
      <p>
        <a href={path} download>
          Open the zip file
        </a>
        . The link works until {formatDateTime(until)}, and only while you are logged in. We have also emailed one to{' '}
        <strong>{email}</strong>.
      </p>
    </>
  )
}
