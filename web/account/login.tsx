import { useEffect } from 'react'
import { data, Form, Link, redirect, useLocation, useNavigate } from 'react-router'
import { loginRefusal, parseLogin, safeNext } from '#domain/accounts/account.ts'
import type { Problems } from '#domain/form-fields.ts'
import { messages } from '#domain/messages.ts'
import { parseMobile } from '#domain/phone.ts'
import { requestLoginNumber } from '#server/accounts/codes/request.ts'
import { tryLogin } from '#server/accounts/login.ts'
import { addressContext, dataRequestContext, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import type { Shop } from '#server/shop.ts'
import { useProblems } from '#web/client/problems.ts'
import { toast } from '#web/client/toast.ts'
import { checkVisitor, fetchVisitor, findVisitor } from '#web/client/visitor.ts'
import { welcome } from '#web/client/welcome.ts'
import { CONNECTION_LOST, EMAIL_OR_NUMBER, LOGIN_OVERLOADED, retryAfter, textField } from '#web/form-actions.ts'
import { pageMeta } from '#web/page-meta.ts'
import { SubmitButton } from '#web/ui/forms/button.tsx'
import { Field, FormMessage } from '#web/ui/forms/field.tsx'
import { useRoot, useWords } from '#web/ui/shop-info.ts'
import type { Route } from './+types/login'
import { answerLogin } from './after-login.ts'
import { CodeForm } from './code-form.tsx'
import { PasskeyLoginButton } from './passkey-button.tsx'
import { PasswordField } from './proof-fields.tsx'

export async function action({ context, request }: Route.ActionArgs) {
  const posted = await readForm(request)
  const form = parseLogin(posted)
  const email = textField(posted, 'email')
  const address = context.get(addressContext)
  const shop = context.get(shopContext)
  const number = shop.whatsapp.isAvailable ? parseMobile(email) : undefined
  if (number) return sendCode(shop, { number, address, request })
  const login = form.ok
    ? await tryLogin(shop, form.value, { address, request })
    : { ok: false as const, reason: 'wrong' as const }
  if (!login.ok) {
    if (login.reason === 'second-factor')
      throw redirect(`/login/second-factor${new URL(request.url).search}`, { headers: login.headers })
    if (login.reason === 'too-many') {
      return data(refuse({ form: login.tooMany.message }, email), tooManyRequests(login.tooMany))
    }
    if (login.reason === 'busy') return data(refuse({ form: LOGIN_OVERLOADED.message }, email), LOGIN_OVERLOADED)
    return data(refuse(bothFields(messages.loginFailed), email), { status: 401 })
  }
  return answerLogin(request, login, !context.get(dataRequestContext))
}

/** The same for every number: the code is sent later, if an account has confirmed it. */
async function sendCode(shop: Shop, client: { number: string; address: string; request: Request }) {
  const { asked, headers } = await requestLoginNumber(shop, client)
  if (asked.ok) return data({ ...refuse({}, client.number), isCodeSent: true }, { headers })
  if (asked.reason === 'no-email') return data(refuse({ form: messages.loginFailed }, client.number), { status: 503 })
  return data(refuse({ form: asked.tooMany.message }, client.number), tooManyRequests(asked.tooMany))
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const email = textField(form, 'email')
  // Without WhatsApp the server refuses a number like every unknown address.
  const isNumber = parseMobile(email) !== undefined
  const refusal = isNumber ? undefined : loginRefusal({ email, password: textField(form, 'password') })
  if (refusal) return refuseAloud(bothFields(refusal), email)

  const result = await serverAction().catch((error: unknown) => {
    if (error instanceof Response) throw error
    return refuse({ form: error instanceof TypeError ? CONNECTION_LOST : messages.loginFailed }, email)
  })
  if (!result.ok && result.isCodeSent) return result
  if (!result.ok) return refuseAloud(result.problems, email)
  welcome(result.user)
  throw redirect(result.to)
}

/** It is about both fields, so another value of either is another attempt. */
function bothFields(problem: string): Problems {
  return { email: problem, password: problem }
}

function refuse(problems: Problems, email: string) {
  return { ok: false as const, problems, email, isCodeSent: false }
}

function refuseAloud(problems: Problems, email: string) {
  toast.error(problems.form ?? problems.email ?? messages.loginFailed)
  return refuse(problems, email)
}

export const headers: Route.HeadersFunction = retryAfter

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ shopName }, { nouns }) => ({
    title: 'Login',
    description: `Log in to ${shopName} to order ${nouns} and track your orders.`,
  }))

export default function Login({ actionData }: Route.ComponentProps) {
  const { search } = useLocation()
  const { canEmail, hasWhatsapp } = useRoot()
  const words = useWords()
  const next = safeNext(new URLSearchParams(search).get('next'))
  const isCheckout = next === '/cart'
  useSessionCheck(next)
  const refused = actionData?.ok === false ? actionData : undefined
  const { form, problems } = useProblems(refused)
  const problem = problems.form ?? (problems.email && problems.password)
  if (refused?.isCodeSent) {
    return (
      <div className="page narrow">
        <h1>Enter your code</h1>
        <CodeForm email={refused.email} action={`/login/code${search}`} submit="Log in" rejection={undefined} />
        <p className="quiet">
          <Link to={`/login${search}`}>Log in in another way</Link>
        </p>
      </div>
    )
  }
  return (
    <section className="page narrow" aria-labelledby="login-heading">
      <h1 id="login-heading">Login</h1>
      {isCheckout && <p className="quiet">Log in to place your order. Your cart is saved.</p>}
      <Form ref={form} method="post" noValidate className="form">
        <Field
          label={hasWhatsapp ? EMAIL_OR_NUMBER : 'Email'}
          name="email"
          type={hasWhatsapp ? 'text' : 'email'}
          autoComplete="username"
          required
          defaultValue={refused?.email}
          hint={hasWhatsapp ? 'A confirmed mobile number gets a code on WhatsApp, without a password.' : undefined}
        />
        <PasswordField required={!hasWhatsapp} />
        <SubmitButton wide>Login</SubmitButton>
        {problem && <FormMessage alert>{problem}</FormMessage>}
        {canEmail && (
          <SubmitButton formAction={`/login/code${search}`} variant="quiet" wide>
            Email me a code
          </SubmitButton>
        )}
      </Form>
      <PasskeyLoginButton />
      {canEmail && (
        <p className="quiet">
          <Link to="/forgot-password">Forgot password?</Link>
        </p>
      )}
      <p className="quiet">
        {`New to ${words.shop}? `}
        <Link to={`/signup${search}`}>Signup</Link>
      </p>
    </section>
  )
}

/**
 * A visitor who was redirected here while still shown as logged in has an expired session. One who logged in before the
 * scripts ran has a session that this browser does not show yet, and goes on to where they were asked to log in.
 */
function useSessionCheck(next: string | undefined) {
  const navigate = useNavigate()
  useEffect(() => {
    if (findVisitor()) return void checkVisitor()
    if (!next) return
    let isHere = true
    fetchVisitor().then((visitor) => {
      if (visitor && isHere) navigate(next, { replace: true })
    })
    return () => {
      isHere = false
    }
  }, [next, navigate])
}
