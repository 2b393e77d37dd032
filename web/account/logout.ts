import { redirect } from 'react-router'
import { forgetThisDevice } from '#server/accounts/profile/notifications.ts'
import { logOut } from '#server/accounts/sessions.ts'
import { shopContext } from '#server/contexts.ts'
import { clearBrowserStorage } from '#web/client/local-storage-store.ts'
import { toast } from '#web/client/toast.ts'
import type { Route } from './+types/logout'

export function loader() {
  return redirect('/login')
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  // First, because whoever fails to log out tries again.
  const forgotten = await forgetThisDevice(shop, request)
  const headers = await logOut(shop, request)
  if (forgotten) headers.append('set-cookie', forgotten)
  return redirect('/login', { headers })
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
