import type { ProductId } from '#domain/catalog/product.ts'

export const WISHLIST_LIMIT = 200

/** Newest first. `userId`: it is a copy of this account's; without it, it is a guest's, and becomes part of the next account's. */
export type Wishlist = { ids: readonly ProductId[]; userId?: string }

/** Parses `wishlist` from local storage. */
export function parseWishlist(text: string | null): Wishlist {
  try {
    const { ids, userId } = JSON.parse(text ?? '')
    if (Array.isArray(ids)) return { ids: boundIds(ids), ...(typeof userId === 'string' && { userId }) }
  } catch {
    // Unreadable: an empty one.
  }
  return { ids: [] }
}

/** Parses ids that a browser sent, such as `12,7`. */
export function parseIds(text: string | null): ProductId[] {
  return boundIds((text ?? '').split(',').map(Number))
}

function boundIds(ids: readonly unknown[]): ProductId[] {
  const known = ids.filter((id): id is ProductId => Number.isSafeInteger(id) && Number(id) > 0)
  return [...new Set(known)].slice(0, WISHLIST_LIMIT)
}
