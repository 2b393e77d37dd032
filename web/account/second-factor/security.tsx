import '#web/styles/account.css'
import { useState } from 'react'
import { data, useRevalidator } from 'react-router'
import { isSecondFactorRequired } from '#domain/accounts/second-factor.ts'
import { findFactors, listPasskeys } from '#server/accounts/second-factor/queries.ts'
import { addressContext, getUser, rateLimitKeyOf, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { toast } from '#web/client/toast.ts'
import { CONNECTION_LOST, orIfLost, retryAfter, textField } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import type { Route } from './+types/security'
import { AuthenticatorSection } from './authenticator-section.tsx'
import { changes, type FactorResult } from './change-factors.ts'
import { PasskeysSection } from './passkeys-section.tsx'
import { RecoveryCodesSection } from './recovery-codes-section.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const user = getUser(context)
  const factors = await findFactors(shop.db, user.userId)
  const passkeys = await listPasskeys(shop.db, user.userId)
  const isRequired = isSecondFactorRequired(user, await shop.settings.read())
  const mustSetUp = isRequired && !factors.hasApp && factors.passkeys === 0
  return { factors, passkeys, mustSetUp }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const user = getUser(context)
  const form = await readForm(request)
  const tooMany = await shop.limits.consume('secondFactor', rateLimitKeyOf(context))
  if (tooMany) return data<FactorResult>({ ok: false, message: tooMany.message }, tooManyRequests(tooMany))
  const intent = textField(form, 'intent')
  const change = changes[intent]
  if (!change) throw data('Unknown action.', { status: 400 })
  const result = await change(shop, user, form)
  const details = { account: user.userId, address: context.get(addressContext), change: intent }
  if (result.ok) shop.securityLog.record('second-factor-changed', details)
  return data(result, { status: result.ok ? 200 : 409 })
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<FactorResult> {
  const result: FactorResult = await orIfLost(serverAction(), { ok: false, message: CONNECTION_LOST })
  // The message is above the sections, and the button may be far below.
  if (result.message) toast[result.ok ? 'success' : 'error'](result.message)
  return result
}

export const headers: Route.HeadersFunction = retryAfter

export const meta = privateMeta({
  title: 'Two-step login',
  description: 'Authenticator app, recovery codes and passkeys of your account.',
})

export default function Security({ loaderData: { factors, passkeys, mustSetUp }, actionData }: Route.ComponentProps) {
  // A passkey that is added reloads the page, and the recovery codes are shown once.
  const answer = useLastResult(actionData)
  const [passkeyCodes, setPasskeyCodes] = useState<string[]>()
  const { revalidate } = useRevalidator()
  const hasFactor = factors.hasApp || passkeys.length > 0
  function handleAdded(recoveryCodes: string[] | undefined) {
    setPasskeyCodes(recoveryCodes)
    void revalidate()
  }
  return (
    <div className="page narrow security">
      <h1>Two-step login</h1>
      <p className="quiet">
        With two-step login, no one gets into your account with your password alone. Use an authenticator app, a
        passkey, or both.
      </p>
      {mustSetUp && (
        <FormMessage alert>
          This shop requires admins to use two-step login. Set it up here to continue to the back office.
        </FormMessage>
      )}
      {answer?.message && <FormMessage tone={answer.ok ? 'good' : 'problem'}>{answer.message}</FormMessage>}
      <AuthenticatorSection hasApp={factors.hasApp} answer={answer} />
      {hasFactor && <RecoveryCodesSection {...factors} newCodes={answer?.recoveryCodes ?? passkeyCodes} />}
      <PasskeysSection passkeys={passkeys} onAdded={handleAdded} />
    </div>
  )
}
