import { redirect } from 'react-router'
import { logOutHere } from '#server/accounts/profile/notifications.ts'
import { shopContext } from '#server/contexts.ts'
import { clearBrowserStorage } from '#web/client/local-storage-store.ts'
import { toast } from '#web/client/toast.ts'
import type { Route } from './+types/logout'

export function loader() {
  return redirect('/login')
}

export async function action({ context, request }: Route.ActionArgs) {
  return redirect('/login', { headers: await logOutHere(context.get(shopContext), request) })
}

/** If logout fails the session is still alive, so the page must not look logged out on a shared computer. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return serverAction().catch((error: unknown) => {
    if (error instanceof Response) {
      clearBrowserStorage()
      throw error
    }
    toast.error('Connection lost. You’re still logged in. Please try again.')
    return redirect(location.pathname + location.search)
  })
}
