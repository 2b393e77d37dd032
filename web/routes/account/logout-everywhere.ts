import { redirect } from 'react-router'
import { logOutEverywhere } from '#server/accounts.ts'
import { shopContext, userContext } from '#server/contexts.ts'
import type { Route } from './+types/logout-everywhere'

export { clientAction } from './logout.ts'

export function loader() {
  return redirect('/login')
}

/** For who has lost a telephone, or used somebody else's. */
export async function action({ context, request }: Route.ActionArgs) {
  const headers = await logOutEverywhere(context.get(shopContext), context.get(userContext), request)
  return redirect('/login', { headers })
}
