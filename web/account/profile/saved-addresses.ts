import { findLastAddress, listAddresses } from '#server/accounts/profile/address-queries.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import type { Route } from './+types/saved-addresses'

/** The addresses that checkout offers: the saved ones, the last used first, and that of the last order. */
export async function loader({ context }: Route.LoaderArgs) {
  const [{ db }, { userId }] = [context.get(shopContext), getUser(context)]
  const [saved, last] = await Promise.all([listAddresses(db, userId), findLastAddress(db, userId)])
  return Response.json({ saved, last })
}
