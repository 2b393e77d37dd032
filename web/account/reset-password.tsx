import { data, Form } from 'react-router'
import { parseNewPassword } from '#domain/accounts/account.ts'
import { LINK_MINUTES } from '#domain/accounts/email-code.ts'
import type { Problems } from '#domain/form-fields.ts'
import { findResetToken } from '#server/accounts/recovery/queries.ts'
import { resetPassword } from '#server/accounts/recovery/reset-password.ts'
import { addressContext, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { OverloadedError } from '#server/http/load-shedding.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { useProblems } from '#web/client/problems.ts'
import { COMMON_PASSWORD, CONNECTION_LOST, LOGIN_OVERLOADED, retryAfter } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import { LinkButton, SubmitButton } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import type { Route } from './+types/reset-password'
import { NewPasswordField } from './new-password-field.tsx'

type Result = { state: 'done' | 'expired' } | { state: 'problem'; problems: Problems }

/** Opening the link does not use up its token, because mail programs open links, too. */
export async function loader({ context, request }: Route.LoaderArgs) {
  return { isUsable: (await findResetToken(context.get(shopContext).db, tokenOf(request))) !== undefined }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const address = context.get(addressContext)
  const form = parseNewPassword(await readForm(request))
  if (!form.ok) return data<Result>({ state: 'problem', problems: form.problems }, { status: 400 })
  const tooMany = await shop.limits.consume('resetPassword', { address })
  if (tooMany) return data<Result>({ state: 'problem', problems: { form: tooMany.message } }, tooManyRequests(tooMany))
  try {
    const reset = await resetPassword(shop, { token: tokenOf(request), password: form.value.password })
    if (reset.ok) {
      shop.sessions.forget(reset.userId)
      shop.securityLog.record('password-changed', { account: reset.userId, address, by: 'link' })
      return data<Result>({ state: 'done' })
    }
    if (reset.reason === 'common')
      return data<Result>({ state: 'problem', problems: { password: COMMON_PASSWORD } }, { status: 400 })
    shop.securityLog.record('reset-failed', { address })
    return data<Result>({ state: 'expired' }, { status: 410 })
  } catch (error) {
    if (!(error instanceof OverloadedError)) throw error
    return data<Result>({ state: 'problem', problems: { form: LOGIN_OVERLOADED.message } }, LOGIN_OVERLOADED)
  }
}

function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get('token') ?? ''
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<Result> {
  return serverAction().catch(() => ({ state: 'problem', problems: { form: CONNECTION_LOST } }))
}

export const headers: Route.HeadersFunction = retryAfter

export const meta = privateMeta(({ shopName }) => ({
  title: 'New password',
  description: `Set a new password for your ${shopName} account.`,
}))

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.state === 'done') return <Done />
  if (!loaderData.isUsable || actionData?.state === 'expired') return <Expired />
  return <NewPassword rejection={actionData?.state === 'problem' ? actionData : undefined} />
}

function NewPassword({ rejection }: { rejection: { problems: Problems } | undefined }) {
  const { form, problems } = useProblems(rejection, parseNewPassword)
  return (
    <div className="page narrow">
      <h1>New password</h1>
      <p className="quiet">Everyone who is logged in to your account now is logged out.</p>
      <Form ref={form} method="post" noValidate className="form">
        <NewPasswordField label="New password" error={problems.password} />
        <SubmitButton wide>Save password</SubmitButton>
        {problems.form && <FormMessage alert>{problems.form}</FormMessage>}
      </Form>
    </div>
  )
}

function Expired() {
  return (
    <div className="page narrow">
      <h1>This link no longer works</h1>
      <p className="quiet">Links to set a new password work once, for {LINK_MINUTES} minutes.</p>
      <div className="form">
        <LinkButton to="/forgot-password" wide>
          Get a new link
        </LinkButton>
      </div>
    </div>
  )
}

function Done() {
  return (
    <div className="page narrow">
      <h1>Your password is changed</h1>
      <p className="quiet" role="status">
        You are logged out everywhere. Log in with the new password.
      </p>
      <div className="form">
        <LinkButton to="/login" wide>
          Login
        </LinkButton>
      </div>
    </div>
  )
}
