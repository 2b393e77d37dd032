import '#web/styles/account.css'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { data, Form, redirect, useNavigate, useSubmit } from 'react-router'
import { readJson } from '#domain/text.ts'
import { type Confirmation, confirm, findMeans } from '#server/accounts/second-factor/confirm.ts'
import { confirmWithPasskey } from '#server/accounts/second-factor/passkeys.ts'
import { consumePressed, findPressed, type Pressed } from '#server/accounts/second-factor/pressed.ts'
import { addressContext, getSession, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { pathAfterLogin } from '#web/account/after-login.ts'
import { PasskeyButton } from '#web/account/passkey-button.tsx'
import { PasswordField } from '#web/account/proof-fields.tsx'
import { toast } from '#web/client/toast.ts'
import { CONNECTION_LOST, LOGIN_OVERLOADED, retryAfter, textField } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import { Button, SubmitButton } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import type { Route } from './+types/confirm'
import { AppCodeForm, RecoveryCodeForm } from './code-forms.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const session = getSession(context)
  const query = new URL(request.url).searchParams
  const pressed = await findPressed(shop, session, query.get('pressed') ?? '')
  return {
    means: await findMeans(shop, session.user),
    user: session.user,
    afterwards: pressed ? intentOf(pressed) : query.has('again') ? ('again' as const) : undefined,
  }
}

/** Such as `Delete` or `Save shop`; empty: the form has no name. */
function intentOf({ fields }: Pressed): { intent: string } {
  const [, intent = ''] = fields.find(([name]) => name === 'intent') ?? []
  const words = intent.replaceAll('-', ' ').slice(0, 40)
  return { intent: words.charAt(0).toUpperCase() + words.slice(1) }
}

/** Asks for the password or a second factor again, and goes on with what was pressed, or leads back to where it was needed. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const session = getSession(context)
  const address = context.get(addressContext)
  const form = await readForm(request)
  if (form.has('credential')) {
    const isRight = await confirmWithPasskey(shop, session, {
      credential: readJson(form.get('credential')),
      address,
      request,
    })
    if (!isRight) return data({ problem: 'This passkey did not work.' }, { status: 401 })
  } else {
    const proof = form.has('password')
      ? ({ kind: 'password', password: textField(form, 'password') } as const)
      : ({ kind: 'code', typed: textField(form, 'code') } as const)
    const confirmation = await confirm(shop, session, proof, address)
    if (!confirmation.ok) return answerFailure(confirmation, proof.kind)
  }
  const query = new URL(request.url).searchParams
  const next = pathAfterLogin(request, session.user)
  const pressed = await consumePressed(shop, session, query.get('pressed') ?? '')
  return pressed ? { pressed, next } : redirect(next)
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

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return serverAction().catch((error: unknown) => {
    if (!(error instanceof Response)) return { problem: CONNECTION_LOST }
    // The session may have ended meanwhile.
    if (!error.headers.get('location')?.startsWith('/login')) toast.success(confirmedText(request))
    throw error
  })
}

function confirmedText({ url }: Request): string {
  const query = new URL(url).searchParams
  if (query.has('again')) return 'Confirmed. Choose your files and send the form again.'
  // It was used, has expired, or was replaced in another tab.
  if (query.has('pressed')) return 'Confirmed. Please press the button again.'
  return 'Confirmed. You can go on now.'
}

export const headers: Route.HeadersFunction = retryAfter

export const meta = privateMeta({ title: 'Confirm it’s you', description: 'Enter your password or a code again.' })

export default function Confirm({ loaderData: { means, user, afterwards }, actionData }: Route.ComponentProps) {
  const submit = useSubmit()
  if (actionData && 'pressed' in actionData) return <GoOn {...actionData} />
  return (
    <section className="page narrow security" aria-labelledby="confirm-heading">
      <h1 id="confirm-heading">Confirm it’s you</h1>
      <p className="quiet">For your security, enter your password or a code again. {textAbout(afterwards)}</p>
      {actionData && 'problem' in actionData && <FormMessage alert>{actionData.problem}</FormMessage>}
      {means.password && (
        <Form method="post" noValidate className="form">
          <input type="email" name="email" value={user.email} autoComplete="username" readOnly hidden />
          <PasswordField />
          <SubmitButton wide>Confirm</SubmitButton>
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

function textAbout(afterwards: Route.ComponentProps['loaderData']['afterwards']): string {
  if (afterwards === 'again')
    return 'Your files can’t be kept until then, and nothing was saved yet: you’ll return to the form. Choose your files and send it again.'
  if (!afterwards) return 'You’ll then return to where you were.'
  return afterwards.intent
    ? `We’ll then carry out what you pressed: ${afterwards.intent}.`
    : 'We’ll then carry out what you pressed.'
}

/** Sends the form again as if it were pressed now, so that its own page answers. Without scripts its button does. */
function GoOn({ pressed, next }: { pressed: Pressed; next: string }) {
  const { method, path, fields, isDocument } = pressed
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const [isSent, setSent] = useState(false)
  const go = useEffectEvent(async () => {
    setSent(true)
    if (method === 'POST') return form.current?.requestSubmit()
    // A download does not replace this page, so the next one is opened first.
    await navigate(next, { replace: true })
    location.assign(fields.length > 0 ? `${path}?${new URLSearchParams(fields)}` : path)
  })
  useEffect(() => void go(), [])
  const button = (
    <Button type="submit" wide>
      Continue
    </Button>
  )
  return (
    <section className="page narrow security" aria-labelledby="confirm-heading">
      <h1 id="confirm-heading">Confirmed</h1>
      <Form ref={form} method={method} action={path} replace reloadDocument={isDocument} className="form">
        {fields.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields never change, and several may have one name
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        {isSent ? button : <noscript>{button}</noscript>}
      </Form>
    </section>
  )
}
