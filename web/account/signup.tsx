import { useRef } from 'react'
import toast from 'react-hot-toast/headless'
import { data, Form, Link, redirect, useLocation, useNavigation } from 'react-router'
import { parseSignup, safeNext, signupAdvice } from '#domain/account.ts'
import { messages } from '#domain/messages.ts'
import { signUp } from '#server/accounts/signup.ts'
import { addressContext, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { useFocusOnProblem } from '#web/client/focus-on-problem.ts'
import { pageMeta } from '#web/page-meta.ts'
import { retryAfter } from '#web/retry-after.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FormMessage } from '#web/ui/forms/field.tsx'
import type { Route } from './+types/signup'
import { BUSY, textOf } from './form-text.ts'

export async function action({ context, request }: Route.ActionArgs) {
  const posted = await readForm(request)
  const form = parseSignup(posted)
  const values = { name: textOf(posted, 'name'), email: textOf(posted, 'email') }
  if (!form.ok) return data({ problems: form.problems, values }, { status: 400 })

  const shop = context.get(shopContext)
  const tooMany = await shop.limits.take('signup', { address: context.get(addressContext), account: form.value.email })
  if (tooMany) return data({ problems: { form: tooMany.message }, values }, tooManyRequests(tooMany))
  const made = await signUp(shop, form.value)
  if (!made.ok) {
    if (made.reason === 'busy') return data({ problems: { form: BUSY.message }, values }, BUSY)
    const email = 'This e-mail address has an account already. Log in, or use another address.'
    return data({ problems: { email }, values }, { status: 409 })
  }
  shop.securityLog.record('signup', { account: made.uid, address: context.get(addressContext) })
  const next = safeNext(new URL(request.url).searchParams.get('next'))
  throw redirect(next ? `/login?next=${encodeURIComponent(next)}` : '/login')
}

/** The toasts advise; whatever they say, the form is sent and the server decides. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const typed = { name: textOf(form, 'name'), email: textOf(form, 'email'), password: textOf(form, 'password') }
  for (const advice of signupAdvice(typed)) toast.error(advice)
  try {
    return await serverAction()
  } catch (answer) {
    if (!(answer instanceof Response))
      return { problems: { form: 'We could not reach the shop. Please try again.' }, values: typed }
    toast.success(messages.signupDone)
    throw answer
  }
}

export const headers: Route.HeadersFunction = retryAfter

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Signup', description: 'Make an account at Gamla to order pots and follow your orders.' })

export default function Signup({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  const { search } = useLocation()
  const problems: Record<string, string> = actionData?.problems ?? {}
  const form = useRef<HTMLFormElement>(null)
  useFocusOnProblem(form, actionData)
  return (
    <section className="page narrow" aria-labelledby="signup-heading">
      <h1 id="signup-heading">Signup</h1>
      <p className="quiet">An account lets you order, follow what you ordered, and ask to cancel it.</p>
      <Form ref={form} method="post" noValidate className="form">
        <Field
          label="Name"
          name="name"
          autoComplete="name"
          required
          defaultValue={actionData?.values.name}
          error={problems.name}
        />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          required
          defaultValue={actionData?.values.email}
          error={problems.email}
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          hint="6 characters or more."
          error={problems.password}
        />
        <Button type="submit" wide busy={busy}>
          Signup
        </Button>
        {actionData && (
          <FormMessage alert>{problems.form ?? 'Please mend the marked fields and try again.'}</FormMessage>
        )}
      </Form>
      <p className="quiet">
        Have an account? <Link to={`/login${search}`}>Login</Link>
      </p>
    </section>
  )
}
