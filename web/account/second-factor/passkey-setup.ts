import { readJson } from '#domain/text.ts'
import { addPasskey } from '#server/accounts/second-factor/passkeys.ts'
import { registrationOptions } from '#server/accounts/second-factor/webauthn.ts'
import { addressContext, getUser, rateLimitKeyOf, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import type { Route } from './+types/passkey-setup'

/** Called by scripts: `options` returns the options to create a passkey with; then the new passkey is stored. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const user = getUser(context)
  const form = await readForm(request)
  const tooMany = await shop.limits.consume('passkey', rateLimitKeyOf(context))
  if (tooMany) return Response.json({ problem: tooMany.message }, tooManyRequests(tooMany))
  if (form.get('intent') === 'options') {
    const { shopName } = await shop.settings.read()
    const { options, headers } = await registrationOptions(shop, user, shopName)
    return Response.json(options, { headers })
  }
  const credential = readJson(form.get('credential'))
  const added = await addPasskey(shop, user, { credential, name: form.get('name'), request })
  if (!added.ok) return Response.json({ problem: problems[added.reason] }, { status: 409 })
  const details = { account: user.userId, address: context.get(addressContext), change: 'passkey added' }
  shop.securityLog.record('second-factor-changed', details)
  return Response.json({ recoveryCodes: added.recoveryCodes })
}

const problems = {
  refused: 'This passkey could not be added. Please try again.',
  'too-many': 'You have many passkeys already. Delete one first.',
}
