import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { FEATURED_LIMIT, SEARCH_LIMIT } from '#domain/catalog/listing.ts'
import type { Product, ProductId } from '#domain/catalog/product.ts'
import type { ProductRequest } from '#domain/catalog/product-request.ts'
import { type Db, queryPrepared, type Transaction } from '#server/db/connection.ts'
import { productRaise, products } from '#server/db/schema/shop.ts'

/** The columns that visitors may see, without the seller's data. */
export const publicColumns = {
  id: products.id,
  title: products.title,
  price: products.price,
  productImageUrl: products.productImageUrl,
  category: products.category,
  description: products.description,
  quantity: products.quantity,
  sizeCode: products.sizeCode,
  sizeLabel: products.sizeLabel,
  featured: products.featured,
  discount: products.discount,
  rating: products.rating,
  reviewCount: products.reviewCount,
  time: products.time,
}

type PublicRow = Pick<typeof products.$inferSelect, keyof typeof publicColumns>

/** `sold` is read separately (`listSold`), because a page can render without it. */
export function toProduct({ discount, rating, reviewCount, time, ...row }: PublicRow): Product {
  return {
    ...row,
    sold: false,
    ...(discount !== null && { discount }),
    ...(rating !== null && reviewCount !== null && reviewCount > 0 && { reviews: { rating, count: reviewCount } }),
    time: time.toISOString(),
  }
}

export async function listFeatured(db: Db): Promise<Product[]> {
  const rows = await db
    .select(publicColumns)
    .from(products)
    .where(and(products.approved, products.featured))
    .orderBy(desc(products.id))
    .limit(FEATURED_LIMIT)
  return rows.map(toProduct)
}

/** Undefined: unknown or not approved. */
export async function findApprovedProduct(db: Db, id: ProductId): Promise<Product | undefined> {
  const [row] = await db
    .select(publicColumns)
    .from(products)
    .where(and(eq(products.id, id), products.approved))
  return row && toProduct(row)
}

/** The Sold ones of these products: delivered since they were last restocked. */
export async function listSold(db: Db, ids: readonly ProductId[]): Promise<Set<ProductId>> {
  if (ids.length === 0) return new Set()
  const rows = await queryPrepared<{ id: string }>(db, listSoldSql, [ids])
  return new Set(rows.map(({ id }) => Number(id)))
}

const listSoldSql = {
  name: 'list_sold',
  text: `
    select id from products
    where id = any ($1::bigint[]) and exists (
      select from order_lines
      where product_id = products.id and delivered_at > coalesce(restocked_at, '-infinity')
    )`,
}

/** These products, Sold or not; deleted or unapproved ones are left out. */
export async function listForSale(db: Db, ids: readonly ProductId[]): Promise<Map<ProductId, Product>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select(publicColumns)
    .from(products)
    .where(and(inArray(products.id, [...ids]), products.approved))
  return withSold(db, rows.map(toProduct))
}

/**
 * Share-locks products until this transaction ends: they cannot be delivered, deleted or re-priced, but other orders can
 * lock them too. Locked in order of their ids, to avoid deadlocks.
 */
export async function lockForSale(
  tx: Transaction,
  ids: readonly ProductId[],
): Promise<{ products: Map<ProductId, Product>; sellers: Map<ProductId, string | null> }> {
  const rows = await queryPrepared<StableRow>(tx, lockForSaleSql, [ids])
  const locked = rows.map(({ id, sellerId, sold, ...row }) => ({
    product: { ...toProduct({ id: Number(id), ...row }), sold },
    sellerId,
  }))
  return {
    products: new Map(locked.map(({ product }) => [product.id, product])),
    sellers: new Map(locked.map(({ product, sellerId }) => [product.id, sellerId])),
  }
}

type StableRow = Omit<PublicRow, 'id'> & { id: string; sellerId: string | null; sold: boolean }

/** The public columns as SQL; a test compares them with `publicColumns`. */
const lockForSaleSql = {
  name: 'lock_for_sale',
  text: `
    select (product).id, (product).title, (product).price, (product).product_image_url as "productImageUrl",
      (product).category, (product).description, (product).quantity, (product).size_code as "sizeCode",
      (product).size_label as "sizeLabel", (product).featured, (product).discount,
      (product).rating::double precision, (product).review_count as "reviewCount", (product).time,
      (product).user_id as "sellerId", sold
    from lock_for_sale($1::bigint[])`,
}

async function withSold(db: Db, list: Product[]): Promise<Map<ProductId, Product>> {
  const sold = await listSold(
    db,
    list.map(({ id }) => id),
  )
  return new Map(list.map((product) => [product.id, { ...product, sold: sold.has(product.id) }]))
}

/** Locks products exclusively, so that nobody orders one while it is being delivered. */
export async function lockForDelivery(tx: Transaction, ids: readonly ProductId[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(products.id)
    .for('no key update')
}

/** Approved products whose title contains this text, ignoring case; newest first. */
export async function searchProducts(db: Db, text: string): Promise<Product[]> {
  // PostgreSQL text cannot contain NUL or half an emoji.
  if (text === '' || text.includes('\0')) return []
  const rows = await db
    .select(publicColumns)
    .from(products)
    .where(sql`${products.id} = any (array(select search_products(${text.toWellFormed()})))`)
    .orderBy(desc(products.id))
    .limit(SEARCH_LIMIT)
  return rows.map(toProduct)
}

export async function insertProductRequest(
  db: Db,
  { uid, ...request }: ProductRequest & { productId: ProductId; uid: string | undefined },
): Promise<void> {
  await db.insert(productRaise).values({ ...request, userId: uid })
}
