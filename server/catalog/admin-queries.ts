import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Cursor, ProductFilter } from '#domain/admin-lists.ts'
import type { StockedVariant } from '#domain/catalog/stock/stock-form.ts'
import { wordsOf } from '#domain/search/words.ts'
import type { Db } from '#server/db/connection.ts'
import {
  byNumber,
  containsText,
  type KeysetQuery,
  type Page,
  type PageOptions,
  readKeysetPage,
} from '#server/db/keyset-pagination.ts'
import { products } from '#server/db/schema/shop.ts'
import { toStocked } from './stock/grid-queries.ts'
import { readLowStock } from './stock/low-stock-queries.ts'
import { listStocked } from './stock/queries.ts'
import { listSold } from './storefront-queries.ts'

const columns = {
  id: products.id,
  userId: products.userId,
  username: products.username,
  email: products.email,
  productImageUrl: products.productImageUrl,
  title: products.title,
  price: products.price,
  sku: products.sku,
  category: products.category,
  sizeLabel: products.sizeLabel,
  stock: products.stock,
  discount: products.discount,
  approved: products.approved,
  featured: products.featured,
  onSale: products.onSale,
  // Sent back on approval, so that an admin approves only what they have seen.
  version: products.version,
  time: products.time,
}

/** A product as admins and its seller see it; without `userId` its creator's account was deleted. */
export type ProductRow = Omit<Pick<typeof products.$inferSelect, keyof typeof columns>, 'time'> & {
  sold: boolean
  /** The values that staff entered for the variants of a counted product. */
  cells: StockedVariant[]
  /** ISO 8601. */
  time: string
}

export async function listAllProducts(db: Db, filter: ProductFilter, cursor: Cursor, options?: PageOptions) {
  const approved = filter.approved === undefined ? [true, false] : [filter.approved]
  const featured = filter.featured === undefined ? [true, false] : [filter.featured]
  const category = filter.category === undefined ? sql`true` : sql`category = ${filter.category}`
  // One branch per pair of flags, because each has its own ordered index.
  const view = await whichIn(db, filter.view)
  const branches = approved.flatMap((a) =>
    featured.map((f) => sql`(${category} and approved = ${a} and featured = ${f} and ${view})`),
  )
  return listProducts(db, filter, cursor, branches, options)
}

/** A seller's own products, approved or not. */
export async function listProductsOfSeller(
  db: Db,
  userId: string,
  filter: ProductFilter,
  cursor: Cursor,
  options?: PageOptions,
): Promise<Page<ProductRow>> {
  const conditions = [sql`user_id = ${userId}`]
  if (filter.category !== undefined) conditions.push(sql`category = ${filter.category}`)
  if (filter.approved !== undefined) conditions.push(sql`approved = ${filter.approved}`)
  if (filter.featured !== undefined) conditions.push(sql`featured = ${filter.featured}`)
  return listProducts(db, filter, cursor, [sql`(${sql.join(conditions, sql` and `)})`], {
    ...options,
    isCounted: false,
  })
}

async function whichIn(db: Db, view: ProductFilter['view']): Promise<SQL> {
  if (view === 'to-approve') return sql`not approved`
  if (view === 'off-sale') return sql`not on_sale`
  if (view === undefined) return sql`true`
  const limit = await readLowStock(db)
  return sql`stock = 'counted' and approved and id in (
    select product_id from product_variants where offered and on_hand - held <= ${limit})`
}

async function listProducts(
  db: Db,
  filter: ProductFilter,
  cursor: Cursor,
  branches: KeysetQuery['branches'],
  options?: PageOptions,
) {
  const isByPrice = filter.sort === 'lowToHigh' || filter.sort === 'highToLow'
  const list = {
    table: sql`products`,
    order: [...(isByPrice ? [byNumber(sql`price`)] : []), byNumber(sql`id`)],
    descending: filter.sort === 'newest' || filter.sort === 'highToLow',
    branches,
    match: filter.q === undefined ? undefined : matching(filter.q),
    wholeWords: filter.q === undefined ? undefined : inWholeWords(filter.q),
  }
  return readKeysetPage(db, list, cursor, (ids) => readProducts(db, ids.map(Number)), options)
}

/** A part of the title, or a whole SKU of the product or of one of its variants. */
function matching(q: string): SQL {
  const sku = sql`lower(${q.trim()})`
  // As an array, so that the indexes of the SKUs find these products once, not for each product that is compared.
  const known = sql`array(
    select id from products where sku <> '' and lower(sku) = ${sku}
    union all select product_id from product_variants where sku is not null and lower(sku) = ${sku})`
  return sql`(${containsText(sql`lower(title)`, q)} or id = any(${known}))`
}

/** From this many words on, few products have all of them, while each part of a word may be in most titles. */
const MANY_WORDS = 4

/** A part of the title that consists of whole words. */
function inWholeWords(q: string): SQL | undefined {
  if (wordsOf(q).length < MANY_WORDS) return undefined
  // `position` has no index, so that only the index of words is read.
  return sql`search @@ plainto_tsquery('simple', ${q}) and position(lower(${q}) in lower(title)) > 0`
}

async function readProducts(db: Db, ids: number[]): Promise<ReadonlyMap<string, ProductRow>> {
  const [rows, sold, stocked] = await Promise.all([
    db.select(columns).from(products).where(inArray(products.id, ids)),
    listSold(db, ids),
    listStocked(db, ids),
  ])
  const cells = Map.groupBy(stocked, ({ productId }) => productId)
  return new Map(
    rows.map((row) => [
      String(row.id),
      {
        ...row,
        sold: sold.has(row.id),
        cells: row.stock === 'counted' ? (cells.get(row.id) ?? []).map(toStocked) : [],
        time: row.time.toISOString(),
      },
    ]),
  )
}
