import type { User } from '#domain/account.ts'
import { userContext } from '#server/contexts.ts'
import type { Route } from './+types/session'

/** Who the server takes this browser for: the stored user as it should be, or null. */
export function loader({ context }: Route.LoaderArgs) {
  const user: User | undefined = context.get(userContext)
  return Response.json(user ?? null)
}
