import { isCommonPassword } from '#server/accounts/common-passwords.ts'
import { addressContext, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { orIfLost, textField } from '#web/form-actions.ts'
import type { Route } from './+types/password-advice'

export type PasswordAdvice = { isCommon: boolean }

/** Advice on a password while it is typed. It blocks nothing, so above the rate limit there simply is none. */
export async function action({ context, request }: Route.ActionArgs): Promise<PasswordAdvice> {
  const tooMany = await context
    .get(shopContext)
    .limits.consume('passwordAdvice', { address: context.get(addressContext) })
  const password = textField(await readForm(request), 'password')
  return { isCommon: !tooMany && (await isCommonPassword(password)) }
}

/** Advice that does not come is no failure that anybody must hear of. */
export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<PasswordAdvice> {
  return orIfLost(serverAction(), { isCommon: false })
}
