import { useEffect } from 'react'
import toast from 'react-hot-toast/headless'
import { data, Form, Link, redirect, useLocation, useNavigation } from 'react-router'
import { homeAfterLogin, loginRefusal, parseLogin, safeNext } from '#domain/account.ts'
import { messages } from '#domain/messages.ts'
import { tryLogin } from '#server/accounts/login.ts'
import { addressContext, shopContext } from '#server/contexts.ts'
import { readForm, wantsDocument } from '#server/http/forms.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { checkVisitor, setVisitor } from '#web/client/visitor.ts'
import { pageMeta } from '#web/page-meta.ts'
import { retryAfter } from '#web/retry-after.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FormMessage } from '#web/ui/forms/field.tsx'
import type { Route } from './+types/login'
import { BUSY, textOf } from './form-text.ts'

export async function action({ context, request }: Route.ActionArgs) {
  const posted = await readForm(request)
  const form = parseLogin(posted)
  const email = textOf(posted, 'email')
  const address = context.get(addressContext)
  const entered = form.ok
    ? await tryLogin(context.get(shopContext), form.value, { address, request })
    : { ok: false as const, reason: 'wrong' as const }
  if (!entered.ok) {
    if (entered.reason === 'too-many') {
      return data({ ok: false as const, problem: entered.tooMany.message, email }, tooManyRequests(entered.tooMany))
    }
    if (entered.reason === 'busy') return data({ ok: false as const, problem: BUSY.message, email }, BUSY)
    return data({ ok: false as const, problem: messages.loginFailed, email }, { status: 401 })
  }
  const next = safeNext(new URL(request.url).searchParams.get('next'))
  const to = next ?? homeAfterLogin(entered.user.role)
  if (wantsDocument(request)) throw redirect(to, { headers: entered.headers })
  return data({ ok: true as const, user: entered.user, to }, { headers: entered.headers })
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const email = textOf(form, 'email')
  const refusal = loginRefusal({ email, password: textOf(form, 'password') })
  if (refusal) return refuse(refusal, email)

  const answer = await serverAction().catch(() => undefined)
  if (!answer?.ok) return refuse(answer?.problem ?? messages.loginFailed, email)
  setVisitor(answer.user)
  toast.success(messages.loginDone)
  throw redirect(answer.to)
}

function refuse(problem: string, email: string) {
  toast.error(problem)
  return { ok: false as const, problem, email }
}

export const headers: Route.HeadersFunction = retryAfter

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Login', description: 'Log in to Gamla to order pots and follow your orders.' })

export default function Login({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  const { search } = useLocation()
  const isCheckout = safeNext(new URLSearchParams(search).get('next')) === '/cart'
  // Who is sent here although the browser believes them logged in has a session that ran out.
  useEffect(() => void checkVisitor(), [])
  const problem = actionData?.ok === false ? actionData : undefined
  return (
    <section className="page narrow" aria-labelledby="login-heading">
      <h1 id="login-heading">Login</h1>
      {isCheckout && <p className="quiet">Log in to order. Your cart waits as you left it.</p>}
      <Form method="post" noValidate className="form">
        <Field label="Email" name="email" type="email" autoComplete="username" required defaultValue={problem?.email} />
        <Field label="Password" name="password" type="password" autoComplete="current-password" required />
        <Button type="submit" wide busy={busy}>
          Login
        </Button>
        {problem && <FormMessage alert>{problem.problem}</FormMessage>}
      </Form>
      <p className="quiet">
        New here? <Link to={`/signup${search}`}>Signup</Link>
      </p>
    </section>
  )
}
