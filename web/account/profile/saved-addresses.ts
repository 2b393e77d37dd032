import { findLastAddress, listAddresses } from '#server/accounts/profile/address-queries.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readOrFallback } from '#server/http/degraded-reads.ts'
import type { Route } from './+types/saved-addresses'

/** The addresses that checkout offers: the saved ones, the last used first, and that of the last order. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { userId } = getUser(context)
  const [saved, last] = await Promise.all([
    listAddresses(shop.db, userId),
    // The saved ones are offered although orders cannot be read.
    readOrFallback(shop, { read: () => findLastAddress(shop.db, userId), fallback: undefined, failures: [] }),
  ])
  return Response.json({ saved, last })
}
