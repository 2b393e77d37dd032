import toast from 'react-hot-toast/headless'
import { redirect } from 'react-router'
import { logOut } from '#server/accounts/sessions.ts'
import { shopContext } from '#server/contexts.ts'
import { clearStored } from '#web/client/local-storage-store.ts'
import type { Route } from './+types/logout'

export function loader() {
  return redirect('/login')
}

export async function action({ context, request }: Route.ActionArgs) {
  return redirect('/login', { headers: await logOut(context.get(shopContext), request) })
}

/** Whoever the shop could not log out still has a session, and must not look to the next person here as if they had none. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return serverAction().catch((answer: unknown) => {
    if (answer instanceof Response) {
      clearStored()
      throw answer
    }
    toast.error('We could not reach the shop, and you are still logged in. Please try again.')
    return redirect(location.pathname + location.search)
  })
}
