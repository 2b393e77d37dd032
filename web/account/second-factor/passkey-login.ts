import { readJson } from '#domain/text.ts'
import { logInWithPasskey, loginOptions } from '#server/accounts/second-factor/passkeys.ts'
import { addressContext, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { pathAfterLogin } from '#web/account/after-login.ts'
import type { Route } from './+types/passkey-login'

/** Called by scripts: `options` returns the challenge for the passkey to sign; then the signed answer logs in. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const address = context.get(addressContext)
  const form = await readForm(request)
  if (form.get('intent') === 'options') {
    const answer = await loginOptions(shop, address)
    if (!answer.ok) return Response.json({ problem: answer.tooMany.message }, tooManyRequests(answer.tooMany))
    return Response.json(answer.options, { headers: answer.headers })
  }
  const credential = readJson(form.get('credential'))
  if (credential === undefined) return Response.json({ problem: 'This is no passkey.' }, { status: 400 })
  const login = await logInWithPasskey(shop, { credential, address, request })
  if (!login.ok && login.reason === 'too-many')
    return Response.json({ problem: login.tooMany.message }, tooManyRequests(login.tooMany))
  if (!login.ok)
    return Response.json({ problem: 'This passkey does not work here. Please log in another way.' }, { status: 401 })
  const { user, headers } = login
  return Response.json({ user, to: pathAfterLogin(request, user) }, { headers })
}
