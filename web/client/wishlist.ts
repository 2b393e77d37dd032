import type { ProductId } from '#domain/catalog/product.ts'
import { parseWishlist, WISHLIST_LIMIT, type Wishlist } from '#domain/storage/stored-wishlist.ts'
import { localStorageStore } from './local-storage-store.ts'
import { toast } from './toast.ts'
import { findVisitor } from './visitor.ts'

/** The products whose hearts are filled. Pages are the same for everyone, so each browser draws its own. */
export const wishlistStore = localStorageStore<Wishlist>('wishlist', parseWishlist)

let last: Promise<unknown> = Promise.resolve()

/** One after the other, so that the last press counts. @returns the account's list; nothing: it was not reached, or the session has ended */
function ask(changes?: Record<string, string>): Promise<ProductId[] | null | undefined> {
  const asked = last.then(async () => {
    const form = changes && { method: 'POST', body: new URLSearchParams(changes) }
    const response = await fetch('/wishlist/items', { ...form, redirect: 'manual' })
    return response.ok ? response.json() : undefined
  })
  last = asked.catch(() => {})
  return asked.catch(() => undefined)
}

export async function toggleSaved(id: ProductId) {
  const { ids, ...owner } = wishlistStore.get()
  const isSaved = ids.includes(id)
  if (!isSaved && ids.length >= WISHLIST_LIMIT) return toast.error(`A wishlist holds ${WISHLIST_LIMIT} products.`)
  wishlistStore.set({ ...owner, ids: isSaved ? ids.filter((one) => one !== id) : [id, ...ids] })
  // A change that did not reach the account is kept as a guest's list, which becomes part of the account's later.
  if (findVisitor() && !(await ask({ [isSaved ? 'remove' : 'save']: `${id}` })))
    wishlistStore.set({ ids: wishlistStore.get().ids })
}

/** Adds a guest's list to the account, and copies the account's to this browser. */
export async function syncWishlist(userId: string) {
  const before = wishlistStore.get()
  const ids = await ask(before.userId || before.ids.length === 0 ? undefined : { save: before.ids.join() })
  // A heart pressed at the same time is on its way, and the next page asks again.
  if (ids && wishlistStore.get() === before) wishlistStore.set({ ids, userId })
}
