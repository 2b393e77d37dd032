import { data, Form, Link } from 'react-router'
import { parseCode } from '#domain/accounts/account.ts'
import type { Problems } from '#domain/form-fields.ts'
import { confirmEmail } from '#server/accounts/codes/confirm.ts'
import { requestAccountEmail } from '#server/accounts/codes/request.ts'
import { addressContext, getSession, getUser, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { CONNECTION_LOST, NO_EMAIL, orIfLost, retryAfter, WRONG_CODE } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import { SubmitButton } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import type { Route } from './+types/confirm-email'
import { CodeForm } from './code-form.tsx'

type Result = { step: 'send' | 'code' | 'confirmed'; problems?: Problems }

export function loader({ context }: Route.LoaderArgs) {
  const { isAvailable } = context.get(shopContext).emails
  return { email: getUser(context).email, isConfirmed: getSession(context).isEmailConfirmed, canEmail: isAvailable }
}

/** Sends a code to the address of this session, or confirms the address with it. */
export async function action({ context, request }: Route.ActionArgs) {
  const session = getSession(context)
  const { user } = session
  const shop = context.get(shopContext)
  const address = context.get(addressContext)
  if (session.isEmailConfirmed) return data<Result>({ step: 'confirmed' })
  const posted = await readForm(request)
  if (!posted.has('code')) {
    const asked = await requestAccountEmail(shop, 'confirm-code', {
      email: user.email,
      address,
      askedBy: session.id,
    })
    if (asked.ok) return data<Result>({ step: 'code' })
    if (asked.reason === 'no-email')
      return data<Result>({ step: 'send', problems: { send: NO_EMAIL } }, { status: 503 })
    // The previous code still works.
    const step = posted.has('again') ? 'code' : 'send'
    return data<Result>({ step, problems: { [step]: asked.tooMany.message } }, tooManyRequests(asked.tooMany))
  }
  const form = parseCode({ email: user.email, code: posted.get('code') })
  if (!form.ok) return data<Result>({ step: 'code', problems: form.problems }, { status: 400 })
  const confirmed = await confirmEmail(shop, session, { code: form.value.code, address })
  if (confirmed.ok) return data<Result>({ step: 'confirmed' })
  if (confirmed.reason === 'wrong')
    return data<Result>({ step: 'code', problems: { code: WRONG_CODE } }, { status: 400 })
  return data<Result>(
    { step: 'code', problems: { code: confirmed.tooMany.message } },
    tooManyRequests(confirmed.tooMany),
  )
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs): Promise<Result> {
  const form = await request.clone().formData()
  const step = form.has('code') ? 'code' : 'send'
  return orIfLost(serverAction(), { step, problems: { [step]: CONNECTION_LOST } })
}

export const headers: Route.HeadersFunction = retryAfter

export const meta = privateMeta(({ shopName }) => ({
  title: 'Confirm your email',
  description: `Confirm the email address of your ${shopName} account.`,
}))

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { email, isConfirmed, canEmail } = loaderData
  const step = isConfirmed ? 'confirmed' : (actionData?.step ?? 'send')
  return (
    <div className="page narrow">
      <h1>Confirm your email</h1>
      {step === 'confirmed' && (
        <FormMessage tone="good" alert>
          {email} is confirmed.
        </FormMessage>
      )}
      {step === 'code' && <CodeForm email={email} submit="Confirm" rejection={actionData} />}
      {step === 'send' && <SendCode email={email} canEmail={canEmail} problem={actionData?.problems?.send} />}
      <p className="quiet">
        <Link to="/account">Back to your account</Link>
      </p>
    </div>
  )
}

function SendCode({ email, canEmail, problem }: { email: string; canEmail: boolean; problem: string | undefined }) {
  if (!canEmail) return <FormMessage>{NO_EMAIL}</FormMessage>
  return (
    <Form method="post" className="form">
      <p>
        We’ll email six digits to <strong>{email}</strong>. Your password stays as it is, and you stay logged in.
      </p>
      <SubmitButton wide>Email me a code</SubmitButton>
      {problem && <FormMessage alert>{problem}</FormMessage>}
    </Form>
  )
}
