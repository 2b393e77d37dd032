import '#web/styles/security.css'
import { data, Form, redirect, useNavigation, useSubmit } from 'react-router'
import { homeAfterLogin, safeNext } from '#domain/accounts/account.ts'
import { type Confirmation, confirm, findMeans } from '#server/accounts/second-factor/confirm.ts'
import { confirmWithPasskey } from '#server/accounts/second-factor/passkeys.ts'
import { addressContext, getSession, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { toast } from '#web/client/toast.ts'
import { CONNECTION_LOST, LOGIN_OVERLOADED, retryAfter, textField } from '#web/form-actions.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FormMessage } from '#web/ui/forms/field.tsx'
import type { Route } from './+types/confirm'
import { AppCodeForm, RecoveryCodeForm } from './code-forms.tsx'
import { parseCredential } from './parse-credential.ts'
import { PasskeyButton } from './passkey-button.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { user } = getSession(context)
  return { means: await findMeans(context.get(shopContext), user), user }
}

/** Asks for the password or a second factor again, and leads back to where it was needed. */
export async function action({ context, request }: Route.ActionArgs) {
  const [shop, session, address] = [context.get(shopContext), getSession(context), context.get(addressContext)]
  const form = await readForm(request)
  if (form.has('credential')) {
    const isRight = await confirmWithPasskey(shop, session, { credential: parseCredential(form), address, request })
    if (!isRight) return data({ problem: 'This passkey did not work.' }, { status: 401 })
  } else {
    const proof = form.has('password')
      ? ({ kind: 'password', password: textField(form, 'password') } as const)
      : ({ kind: 'code', typed: textField(form, 'code') } as const)
    const confirmation = await confirm(shop, session, proof, address)
    if (!confirmation.ok) return answerFailure(confirmation, proof.kind)
  }
  const next = safeNext(new URL(request.url).searchParams.get('next'))
  return redirect(next ?? homeAfterLogin(session.user.role))
}

function answerFailure(confirmation: Extract<Confirmation, { ok: false }>, kind: 'password' | 'code') {
  switch (confirmation.reason) {
    case 'too-many':
      return data({ problem: confirmation.tooMany.message }, tooManyRequests(confirmation.tooMany))
    case 'busy':
      return data({ problem: LOGIN_OVERLOADED.message }, LOGIN_OVERLOADED)
    case 'locked':
      return data({ problem: 'Too many wrong codes. Please try again in 15 minutes.' }, { status: 401 })
    case 'wrong':
      return data({ problem: `This ${kind} is not right.` }, { status: 401 })
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return serverAction().catch((error: unknown) => {
    if (!(error instanceof Response)) return { problem: CONNECTION_LOST }
    // The session may have ended meanwhile.
    if (!error.headers.get('location')?.startsWith('/login')) toast.success('Confirmed. You can go on now.')
    throw error
  })
}

export const headers: Route.HeadersFunction = retryAfter

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, { title: 'Confirm it’s you', description: 'Enter your password or a code again.' })

export default function Confirm({ loaderData: { means, user }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  const submit = useSubmit()
  return (
    <section className="page narrow security" aria-labelledby="confirm-heading">
      <h1 id="confirm-heading">Confirm it’s you</h1>
      <p className="quiet">
        For your security, enter your password or a code again. You’ll then return to where you were.
      </p>
      {actionData && <FormMessage alert>{actionData.problem}</FormMessage>}
      {means.password && (
        <Form method="post" noValidate className="form">
          <input type="email" name="email" value={user.email} autoComplete="username" readOnly hidden />
          <Field label="Password" name="password" type="password" autoComplete="current-password" required />
          <Button type="submit" wide busy={busy}>
            Confirm
          </Button>
        </Form>
      )}
      {means.app && <AppCodeForm button="Confirm with code" />}
      {means.passkey && (
        <PasskeyButton onCredential={(credential) => submit({ credential }, { method: 'post' })}>
          Confirm with a passkey
        </PasskeyButton>
      )}
      {!Object.values(means).includes(true) && (
        <p>Your account has no password. Please log out and log in again with a code by email; then you can go on.</p>
      )}
      {means.recovery && <RecoveryCodeForm button="Confirm with recovery code" />}
    </section>
  )
}
