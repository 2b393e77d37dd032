import type { Product } from '#domain/catalog/product.ts'
import { parseRecentlyVisited, visit } from '#domain/storage/recently-visited.ts'
import { localStorageStore } from './local-storage-store.ts'

const visited = localStorageStore<Product[]>('lastVisitedProducts', parseRecentlyVisited)

export const useRecentlyVisited = visited.use

export function rememberVisit(product: Product) {
  visited.set(visit(visited.get(), product))
}
