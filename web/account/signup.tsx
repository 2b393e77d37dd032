import { data, Form, Link, redirect, useLocation } from 'react-router'
import { parseSignup, safeNext, signupAdvice } from '#domain/accounts/account.ts'
import { messages } from '#domain/messages.ts'
import { signUp } from '#server/accounts/signup.ts'
import { addressContext, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { useProblems } from '#web/client/problems.ts'
import { toast } from '#web/client/toast.ts'
import { failureText, LOGIN_OVERLOADED, retryAfter, textField } from '#web/form-actions.ts'
import { pageMeta } from '#web/page-meta.ts'
import { SubmitButton } from '#web/ui/forms/button.tsx'
import { DataNotice } from '#web/ui/forms/data-notice.tsx'
import { Field, FormMessage, fieldsOf } from '#web/ui/forms/field.tsx'
import type { Route } from './+types/signup'
import { NewPasswordField } from './new-password-field.tsx'

export async function action({ context, request }: Route.ActionArgs) {
  const posted = await readForm(request)
  const form = parseSignup(posted)
  const values = { name: textField(posted, 'name'), email: textField(posted, 'email') }
  if (!form.ok) return data({ problems: form.problems, values }, { status: 400 })

  const shop = context.get(shopContext)
  const tooMany = await shop.limits.consume('signup', {
    address: context.get(addressContext),
    account: form.value.email,
  })
  if (tooMany) return data({ problems: { form: tooMany.message }, values }, tooManyRequests(tooMany))
  const made = await signUp(shop, form.value)
  if (!made.ok) {
    if (made.reason === 'busy') return data({ problems: { form: LOGIN_OVERLOADED.message }, values }, LOGIN_OVERLOADED)
    const email = 'An account with this email already exists. Log in, or use another email.'
    return data({ problems: { email }, values }, { status: 409 })
  }
  shop.securityLog.record('signup', { account: made.userId, address: context.get(addressContext) })
  const next = safeNext(new URL(request.url).searchParams.get('next'))
  throw redirect(next ? `/login?next=${encodeURIComponent(next)}` : '/login')
}

/** The toasts are advice: the form is sent anyway and the server validates it. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const values = {
    name: textField(form, 'name'),
    email: textField(form, 'email'),
    password: textField(form, 'password'),
  }
  for (const advice of signupAdvice(values)) toast.error(advice)
  try {
    return await serverAction()
  } catch (error) {
    if (!(error instanceof Response)) return { problems: { form: failureText(error) }, values }
    // A redirect to the login page.
    toast.success(messages.signupDone)
    throw error
  }
}

export const headers: Route.HeadersFunction = retryAfter

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ shopName }, { nouns }) => ({
    title: 'Signup',
    description: `Create a ${shopName} account to order ${nouns} and track your orders.`,
  }))

export default function Signup({ actionData }: Route.ComponentProps) {
  const { search } = useLocation()
  const { form, problems, message } = useProblems(actionData, parseSignup)
  const field = fieldsOf(actionData?.values, problems)
  return (
    <section className="page narrow" aria-labelledby="signup-heading">
      <h1 id="signup-heading">Signup</h1>
      <p className="quiet">Create an account to place, track and cancel orders.</p>
      <Form ref={form} method="post" noValidate className="form">
        <Field label="Name" {...field('name')} autoComplete="name" required />
        <Field label="Email" {...field('email')} type="email" autoComplete="email" required />
        <NewPasswordField error={problems.password} />
        <SubmitButton wide>Signup</SubmitButton>
        {message && <FormMessage alert>{message}</FormMessage>}
        <DataNotice at="signup" />
      </Form>
      <p className="quiet">
        Already have an account? <Link to={`/login${search}`}>Login</Link>
      </p>
    </section>
  )
}
