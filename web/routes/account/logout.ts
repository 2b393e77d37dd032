import { redirect } from 'react-router'
import { logOut } from '#server/accounts.ts'
import { shopContext } from '#server/contexts.ts'
import { clearStored } from '#web/browser/stored.ts'
import type { Route } from './+types/logout'

export function loader() {
  return redirect('/login')
}

export async function action({ context, request }: Route.ActionArgs) {
  return redirect('/login', { headers: await logOut(context.get(shopContext), request) })
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } finally {
    clearStored()
  }
}
