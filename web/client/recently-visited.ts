import type { Product } from '#domain/product.ts'
import { parseRecentlyVisited, visit } from '#domain/recently-visited.ts'
import { stored } from './stored.ts'

const visited = stored<Product[]>('lastVisitedProducts', parseRecentlyVisited)

export const useRecentlyVisited = visited.use

export function rememberVisit(product: Product) {
  visited.set(visit(visited.get(), product))
}
