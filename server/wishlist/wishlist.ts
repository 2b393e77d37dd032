import type { User } from '#domain/accounts/user.ts'
import type { Product, ProductId } from '#domain/catalog/product.ts'
import { WISHLIST_LIMIT } from '#domain/storage/stored-wishlist.ts'
import { withAvailability } from '#server/catalog/availability.ts'
import { listForSaleInOrder } from '#server/catalog/storefront-queries.ts'
import { requestProduct } from '#server/contact/contact.ts'
import type { Shop } from '#server/shop.ts'
import { deleteLink, deleteSaved, insertLink, insertSaved, listAsked, listSaved, lockWishlist } from './queries.ts'

/** `toggle` is a heart without scripts, which cannot show whether it is saved. */
export type WishlistChange = { save: readonly ProductId[] } | { remove: ProductId } | { toggle: ProductId }

/** @returns what is saved then, newest first; what no longer fits is left out */
export async function changeWishlist({ db }: Pick<Shop, 'db'>, owner: string, change: WishlistChange) {
  return db.transaction(async (tx) => {
    await lockWishlist(tx, owner)
    const saved = await listSaved(tx, owner)
    const wanted = 'save' in change ? change.save : 'toggle' in change ? [change.toggle] : []
    const removed = 'remove' in change ? change.remove : saved.find((id) => 'toggle' in change && id === change.toggle)
    if (removed !== undefined) await deleteSaved(tx, owner, removed)
    else {
      const added = wanted.filter((id) => !saved.includes(id)).slice(0, WISHLIST_LIMIT - saved.length)
      await insertSaved(tx, owner, added)
    }
    return listSaved(tx, owner)
  })
}

/** The old link, if there is one, leads nowhere from then on. */
export async function renewLink({ db }: Pick<Shop, 'db'>, owner: string): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteLink(tx, owner)
    await insertLink(tx, owner)
  })
}

/** Asks once to be emailed when a Sold product is available again, as the form on its page does. */
export async function askWhenBack({ db }: Pick<Shop, 'db'>, user: User, id: ProductId | undefined): Promise<void> {
  await db.transaction(async (tx) => {
    await lockWishlist(tx, user.userId)
    const asked = await listAsked(tx, user.userId)
    if (id && !asked.includes(id))
      await requestProduct({ db: tx }, user, id, { name: user.name, email: user.email, note: '' })
  })
}

/** Those of a wishlist that are on sale now. */
export async function readSaved(
  shop: Pick<Shop, 'db' | 'log'>,
  ids: readonly ProductId[],
  failures: string[],
): Promise<Product[]> {
  return withAvailability(shop, await listForSaleInOrder(shop.db, ids), failures)
}
