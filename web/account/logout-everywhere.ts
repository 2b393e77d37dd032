import { redirect } from 'react-router'
import { logOutEverywhere } from '#server/accounts/sessions.ts'
import { addressContext, shopContext, userContext } from '#server/contexts.ts'
import type { Route } from './+types/logout-everywhere'

export { clientAction } from './logout.ts'

export function loader() {
  return redirect('/login')
}

/** Ends all sessions, after a lost phone or on a shared computer. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const user = context.get(userContext)
  const headers = await logOutEverywhere(shop, user, request)
  if (user) shop.securityLog.record('logout-everywhere', { account: user.userId, address: context.get(addressContext) })
  return redirect('/login', { headers })
}
