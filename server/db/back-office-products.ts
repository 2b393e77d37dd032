import type { ProductFilter, Turn } from '#domain/back-office-lists.ts'
import type { Rupees } from '#domain/money.ts'
import type { ProductId } from '#domain/product.ts'
import type { Page } from './back-office-page.ts'
import type { Db } from './connection.ts'

/** A product as admins and its seller see it. */
export type ProductRow = {
  id: ProductId
  /** Who added it; null: the account is gone. */
  userId: string | null
  username: string
  email: string
  productImageUrl: string[]
  title: string
  price: Rupees
  category: string
  sizeLabel: string
  discount: number | null
  approved: boolean
  featured: boolean
  sold: boolean
  /** ISO 8601. */
  time: string
}

export async function listAllProducts(_db: Db, _filter: ProductFilter, _turn: Turn): Promise<Page<ProductRow>> {
  throw new Error('Being written')
}

/** A seller's own, waiting or approved. */
export async function listProductsOfSeller(
  _db: Db,
  _uid: string,
  _filter: ProductFilter,
  _turn: Turn,
): Promise<Page<ProductRow>> {
  throw new Error('Being written')
}

/** Every category that a product has, for the filter. */
export async function listCategories(_db: Db): Promise<string[]> {
  throw new Error('Being written')
}
