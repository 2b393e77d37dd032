import { useEffect } from 'react'
import { data, Form, Link, redirect, useLocation } from 'react-router'
import { parseCode, parseEmail } from '#domain/accounts/account.ts'
import type { Problems } from '#domain/form-fields.ts'
import { parseMobile } from '#domain/phone.ts'
import { tryCodeLogin } from '#server/accounts/codes/login.ts'
import { requestLoginEmail, requestLoginNumber } from '#server/accounts/codes/request.ts'
import { addressContext, dataRequestContext, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { useProblems } from '#web/client/problems.ts'
import { welcome } from '#web/client/welcome.ts'
import {
  CONNECTION_LOST,
  EMAIL_OR_NUMBER,
  NO_EMAIL,
  orIfLost,
  retryAfter,
  textField,
  WRONG_CODE,
} from '#web/form-actions.ts'
import { pageMeta } from '#web/page-meta.ts'
import { SubmitButton } from '#web/ui/forms/button.tsx'
import { DataNotice } from '#web/ui/forms/data-notice.tsx'
import { Field, FormMessage } from '#web/ui/forms/field.tsx'
import { useRoot } from '#web/ui/shop-info.ts'
import type { Route } from './+types/login-code'
import { answerLogin } from './after-login.ts'
import { CodeForm } from './code-form.tsx'

/** `email`: an address is asked for. `code`: the code that was sent to it. */
type Asking = { ok: false; step: 'email' | 'code'; email: string; problems?: Problems }

export async function action({ context, request }: Route.ActionArgs) {
  const posted = await readForm(request)
  return posted.has('code') ? enter(context, request, posted) : send(context, request, posted)
}

/** The same for every address: the email is sent later. */
async function send(context: Route.ActionArgs['context'], request: Request, posted: FormData) {
  const email = textField(posted, 'email')
  const shop = context.get(shopContext)
  const number = shop.whatsapp.isAvailable ? parseMobile(email) : undefined
  const form = number ? { ok: true as const, value: { email: number } } : parseEmail(posted)
  if (!form.ok) return data<Asking>({ ok: false, step: 'email', email, problems: form.problems }, { status: 400 })
  const client = { address: context.get(addressContext), request }
  const { asked, headers } = await (number
    ? requestLoginNumber(shop, { ...client, number })
    : requestLoginEmail(shop, 'login-code', { ...client, email: form.value.email }))
  if (asked.ok) return data<Asking>({ ok: false, step: 'code', email: form.value.email }, { headers })
  if (asked.reason === 'no-email')
    return data<Asking>({ ok: false, step: 'email', email, problems: { email: NO_EMAIL } }, { status: 503 })
  // The previous code still works.
  const step = posted.has('again') ? 'code' : 'email'
  return data<Asking>(
    { ok: false, step, email, problems: { [step]: asked.tooMany.message } },
    tooManyRequests(asked.tooMany),
  )
}

async function enter(context: Route.ActionArgs['context'], request: Request, posted: FormData) {
  const email = textField(posted, 'email')
  const form = parseCode(posted)
  if (!form.ok) {
    const step = form.problems.email ? 'email' : 'code'
    return data<Asking>({ ok: false, step, email, problems: form.problems }, { status: 400 })
  }
  const address = context.get(addressContext)
  const login = await tryCodeLogin(context.get(shopContext), form.value, { address, request })
  if (!login.ok) {
    if (login.reason === 'second-factor')
      throw redirect(`/login/second-factor${new URL(request.url).search}`, { headers: login.headers })
    if (login.reason === 'too-many')
      return data<Asking>(
        { ok: false, step: 'code', email, problems: { code: login.tooMany.message } },
        tooManyRequests(login.tooMany),
      )
    return data<Asking>({ ok: false, step: 'code', email, problems: { code: WRONG_CODE } }, { status: 400 })
  }
  return answerLogin(request, login, !context.get(dataRequestContext))
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const result = await orIfLost(serverAction(), undefined)
  if (!result) {
    const step = form.has('code') ? ('code' as const) : ('email' as const)
    return { ok: false as const, step, email: textField(form, 'email'), problems: { [step]: CONNECTION_LOST } }
  }
  if (!result.ok) return result
  welcome(result.user)
  throw redirect(result.to)
}

export const headers: Route.HeadersFunction = retryAfter

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ shopName }) => ({
    title: 'Log in with a code',
    description: `Log in to ${shopName} with a code by email, without a password.`,
  }))

export default function LoginCode({ actionData }: Route.ComponentProps) {
  const { search, state } = useLocation()
  // A code that was asked for at /forgot-password can be entered without another one.
  const sent: Asking | undefined =
    typeof state?.email === 'string' ? { ok: false, step: 'code', email: state.email } : undefined
  const asking = actionData?.ok === false ? actionData : sent
  const step = asking?.step ?? 'email'
  // The page stays, so its new heading has to be announced and read from the top.
  useEffect(() => {
    if (step === 'code') window.scrollTo(0, 0)
  }, [step])
  return (
    <div className="page narrow">
      <h1>{step === 'code' ? 'Enter your code' : 'Log in with a code'}</h1>
      {asking?.step === 'code' ? (
        <>
          <CodeForm email={asking.email} submit="Log in" rejection={asking} />
          {/* A login that began elsewhere has not shown it yet. */}
          <DataNotice at="code" />
        </>
      ) : (
        <AskForCode asking={asking} />
      )}
      <p className="quiet">
        Have a password? <Link to={`/login${search}`}>Log in with it</Link>
      </p>
    </div>
  )
}

function AskForCode({ asking }: { asking: Asking | undefined }) {
  const { canEmail, hasWhatsapp } = useRoot()
  const { form, problems } = useProblems(asking, hasWhatsapp ? undefined : parseEmail)
  if (!canEmail && !hasWhatsapp) return <FormMessage>{NO_EMAIL}</FormMessage>
  return (
    <>
      <p className="quiet">
        We’ll email you six digits. You don’t need a password or an account.
        {hasWhatsapp && ' A mobile number that you have confirmed on your account page gets them on WhatsApp.'}
      </p>
      <Form ref={form} method="post" noValidate className="form">
        <Field
          label={hasWhatsapp ? EMAIL_OR_NUMBER : 'Email'}
          name="email"
          type={hasWhatsapp ? 'text' : 'email'}
          autoComplete={hasWhatsapp ? 'username' : 'email'}
          required
          defaultValue={asking?.email}
          error={problems.email}
        />
        <SubmitButton wide>Email me a code</SubmitButton>
        <DataNotice at="code" />
      </Form>
    </>
  )
}
