import { listAddresses } from '#server/accounts/profile/address-queries.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import type { Route } from './+types/saved-addresses'

/** The addresses that checkout offers, the last used first. */
export async function loader({ context }: Route.LoaderArgs) {
  return Response.json(await listAddresses(context.get(shopContext).db, getUser(context).userId))
}
