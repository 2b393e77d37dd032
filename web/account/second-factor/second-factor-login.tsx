import '#web/styles/account.css'
import { data, Link, redirect, useLocation } from 'react-router'
import { parseFactorCode } from '#domain/accounts/second-factor.ts'
import { findChallenge } from '#server/accounts/challenge.ts'
import { completeLogin, type SecondFactorLogin as Login } from '#server/accounts/second-factor/login.ts'
import { findFactors } from '#server/accounts/second-factor/queries.ts'
import { addressContext, shopContext } from '#server/contexts.ts'
import { readForm, wantsDocument } from '#server/http/forms.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { answerLogin } from '#web/account/after-login.ts'
import { PasskeyLoginButton } from '#web/account/passkey-button.tsx'
import { welcome } from '#web/client/welcome.ts'
import { CONNECTION_LOST, orIfLost, retryAfter } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import type { Route } from './+types/second-factor-login'
import { AppCodeForm, RecoveryCodeForm } from './code-forms.tsx'

/** `waiting` is undefined if no login in this browser waits for a second factor. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const challenge = await findChallenge(shop, request)
  if (!challenge) return { waiting: undefined }
  const { hasApp, codesLeft, passkeys } = await findFactors(shop.db, challenge.userId)
  return { waiting: { app: hasApp, recovery: codesLeft > 0, passkey: passkeys > 0 } }
}

export async function action({ context, request }: Route.ActionArgs) {
  const code = parseFactorCode((await readForm(request)).get('code'))
  if (!code) return refuse(WRONG, { status: 400 })
  const shop = context.get(shopContext)
  const login = await completeLogin(shop, code, { address: context.get(addressContext), request })
  if (!login.ok) return answerFailure(login)
  return answerLogin(request, login, wantsDocument(request))
}

const WRONG = 'This code is not right, or it was used before. Please enter a new one.'
const problems = {
  wrong: WRONG,
  locked: 'Too many wrong codes. Please log in again in 15 minutes.',
  'start-again': 'This login has ended. Please log in again.',
}

function answerFailure(login: Extract<Login, { ok: false }>) {
  if (login.reason === 'too-many') return refuse(login.tooMany.message, tooManyRequests(login.tooMany))
  return refuse(problems[login.reason], { status: 401 })
}

function refuse(problem: string, init: { status: number; headers?: Record<string, string> }) {
  return data({ ok: false as const, problem }, init)
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const result = await orIfLost(serverAction(), { ok: false as const, problem: CONNECTION_LOST })
  if (!result.ok) return result
  welcome(result.user)
  throw redirect(result.to)
}

export const headers: Route.HeadersFunction = retryAfter

export const meta = privateMeta({ title: 'Two-step login', description: 'The second step of logging in.' })

export default function SecondFactorLogin({ loaderData: { waiting }, actionData }: Route.ComponentProps) {
  const { search } = useLocation()
  const problem = actionData?.ok === false ? actionData.problem : undefined
  if (!waiting)
    return (
      <section className="page narrow security" aria-labelledby="second-factor-heading">
        <h1 id="second-factor-heading">Two-step login</h1>
        <FormMessage alert>{problem && problem !== WRONG ? problem : problems['start-again']}</FormMessage>
        <LinkButton to={`/login${search}`}>Log in again</LinkButton>
      </section>
    )
  return (
    <section className="page narrow security" aria-labelledby="second-factor-heading">
      <h1 id="second-factor-heading">Two-step login</h1>
      <p className="quiet">One more step to log in.</p>
      {problem && <FormMessage alert>{problem}</FormMessage>}
      {waiting.app && <AppCodeForm button="Log in" autoFocus />}
      {waiting.passkey && <PasskeyLoginButton />}
      {waiting.passkey && !waiting.app && (
        <noscript>
          <p>Passkeys need JavaScript. Without it, use a recovery code.</p>
        </noscript>
      )}
      {waiting.recovery && (
        <RecoveryCodeForm button="Log in with recovery code" isOpen={!waiting.app && !waiting.passkey} />
      )}
      <p className="quiet">
        Not you? <Link to={`/login${search}`}>Log in with another account</Link>
      </p>
    </section>
  )
}
