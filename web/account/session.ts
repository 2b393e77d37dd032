import { toStoredUser } from '#domain/accounts/user.ts'
import { userContext } from '#server/contexts.ts'
import type { Route } from './+types/session'

/** The session's user as the browser stores it, or null. */
export function loader({ context }: Route.LoaderArgs) {
  const user = context.get(userContext)
  return Response.json(user ? toStoredUser(user) : null)
}
