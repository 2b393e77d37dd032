import { data, Form, Link } from 'react-router'
import { parseEmail } from '#domain/accounts/account.ts'
import { LINK_MINUTES } from '#domain/accounts/email-code.ts'
import type { Problems } from '#domain/form-fields.ts'
import { requestLoginEmail } from '#server/accounts/codes/request.ts'
import { addressContext, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { useProblems } from '#web/client/problems.ts'
import { CONNECTION_LOST, NO_EMAIL, retryAfter, textField } from '#web/form-actions.ts'
import { pageMeta } from '#web/page-meta.ts'
import { SubmitButton } from '#web/ui/forms/button.tsx'
import { Field, FormMessage } from '#web/ui/forms/field.tsx'
import { useRoot } from '#web/ui/shop-info.ts'
import type { Route } from './+types/forgot-password'

type Result = { ok: boolean; email: string; problems?: Problems }

/** The same for every address: whether it has an account is looked up later, when the email is sent. */
export async function action({ context, request }: Route.ActionArgs) {
  const posted = await readForm(request)
  const email = textField(posted, 'email')
  const form = parseEmail(posted)
  if (!form.ok) return data<Result>({ ok: false, email, problems: form.problems }, { status: 400 })
  const client = { email: form.value.email, address: context.get(addressContext), request }
  const { asked, headers } = await requestLoginEmail(context.get(shopContext), 'reset-link', client)
  if (asked.ok) return data<Result>({ ok: true, email: form.value.email }, { headers })
  if (asked.reason === 'no-email')
    return data<Result>({ ok: false, email, problems: { email: NO_EMAIL } }, { status: 503 })
  return data<Result>({ ok: false, email, problems: { email: asked.tooMany.message } }, tooManyRequests(asked.tooMany))
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs): Promise<Result> {
  const form = await request.clone().formData()
  return serverAction().catch(() => ({
    ok: false,
    email: textField(form, 'email'),
    problems: { email: CONNECTION_LOST },
  }))
}

export const headers: Route.HeadersFunction = retryAfter

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Forgot password', description: 'Get an email with a link to set a new password.' })

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const { canEmail } = useRoot()
  return (
    <div className="page narrow">
      <h1>Forgot password?</h1>
      {!canEmail && <FormMessage>{NO_EMAIL}</FormMessage>}
      {canEmail && (actionData?.ok ? <Sent email={actionData.email} /> : <AskForLink result={actionData} />)}
      <p className="quiet">
        <Link to="/login">Back to login</Link>
      </p>
    </div>
  )
}

function AskForLink({ result }: { result: Result | undefined }) {
  const { form, problems } = useProblems(result, parseEmail)
  return (
    <>
      <p className="quiet">We’ll email you a link to set a new one.</p>
      <Form ref={form} method="post" noValidate className="form">
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={result?.email}
          error={problems.email}
        />
        <SubmitButton wide>Email me a link</SubmitButton>
      </Form>
    </>
  )
}

function Sent({ email }: { email: string }) {
  return (
    <div className="form">
      <FormMessage tone="good" alert>
        Check your email.
      </FormMessage>
      <p>
        If <strong>{email}</strong> has an account, a link to set a new password is on its way. It works once, for{' '}
        {LINK_MINUTES} minutes. Also look in your spam folder.
      </p>
      <p>
        If that address was never confirmed, you get a code instead.{' '}
        <Link to="/login/code" state={{ email }}>
          Log in with it
        </Link>
      </p>
    </div>
  )
}
