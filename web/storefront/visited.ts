import { RECENTLY_VISITED_LIMIT } from '#domain/storage/recently-visited.ts'
import { parseIds } from '#domain/storage/stored-wishlist.ts'
import { withAvailability } from '#server/catalog/availability.ts'
import { listForSaleInOrder } from '#server/catalog/storefront-queries.ts'
import { shopContext } from '#server/contexts.ts'
import type { Route } from './+types/visited'

/** Products that a browser has visited, as they are on sale now. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const ids = parseIds(new URL(request.url).searchParams.get('ids')).slice(0, RECENTLY_VISITED_LIMIT)
  return { products: await withAvailability(shop, await listForSaleInOrder(shop.db, ids), []) }
}

/** Without an answer the cards stay as they were at the visit. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return serverLoader().catch(() => ({ products: [] }))
}
