import type { Product } from '#domain/catalog/product.ts'
import { parseRecentlyVisited, visit } from '#domain/storage/recently-visited.ts'
import { localStorageStore } from './local-storage-store.ts'

const visited = localStorageStore<Product[]>('lastVisitedProducts', parseRecentlyVisited)

export const useRecentlyVisited = visited.use

/** An offer may end before the card is shown again, so the price without it is kept until the shop tells today's. */
export function rememberVisit({ was: _, regular, ...product }: Product) {
  visited.set(visit(visited.get(), { ...product, price: regular ?? product.price }))
}
