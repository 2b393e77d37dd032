import { and, desc, eq, gt, inArray, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { FEATURED_LIMIT, SEARCH_LIMIT } from '#domain/catalog/listing.ts'
import type { Product, ProductId } from '#domain/catalog/product.ts'
import { pickFields } from '#domain/catalog/product-fields.ts'
import type { ProductRequest } from '#domain/catalog/product-request.ts'
import type { SetParts } from '#domain/catalog/sets.ts'
import type { Variants } from '#domain/catalog/variant.ts'
import { type Db, queryPrepared, type Transaction } from '#server/db/connection.ts'
import { contains, containsText, hasTrigram } from '#server/db/keyset-pagination.ts'
import { user } from '#server/db/schema/accounts.ts'
import { productRaise, products } from '#server/db/schema/shop.ts'
import { type StoredProduct, storedColumns } from './queries.ts'
import { listVariants } from './stock/queries.ts'
import { listSetParts, WANTED, WITH_PARTS } from './stock/set-queries.ts'

/** The columns that visitors may see, without the seller's data. */
export const publicColumns = {
  ...pickFields(products),
  id: products.id,
  sizeCode: storedColumns.sizeCode,
  productImageUrl: products.productImageUrl,
  altTexts: products.altTexts,
  video: products.video,
  glb: products.glb,
  usdz: products.usdz,
  quantity: products.quantity,
  sizeLabel: products.sizeLabel,
  featured: products.featured,
  rating: products.rating,
  reviewCount: products.reviewCount,
  isFrom: sql<boolean>`size_code is null and exists (
    select from product_variants as v where v.product_id = products.id and v.offered and v.price > products.price)`,
  time: products.time,
  /** Its price with an offer, and the one to strike through. */
  offer: sql<[number, number] | null>`case when stock = 'set'
    then set_prices_on_offer(id)
    else prices_on_offer(id, price, null, size_code) end`,
}

/** The columns that only pages need. */
const SHOWN_ONLY = ['isFrom', 'offer']

type PublicRow = Pick<StoredProduct, Exclude<keyof typeof publicColumns, 'isFrom' | 'offer'>> & {
  isFrom?: boolean
  offer?: [number, number] | null
}

/** The storefront shows products that are approved and not taken off sale. */
const isForSale = and(products.approved, products.onSale)

/** `sold` is read separately (`listSold`), because a page can render without it. */
export function toProduct({ rating, reviewCount, stock, time, isFrom, offer, ...row }: PublicRow): Product {
  const {
    discount,
    sku,
    hsn,
    gstRate,
    mrp,
    countryOfOrigin,
    tags,
    attributes,
    goesWith,
    altTexts,
    video,
    glb,
    usdz,
    ...rest
  } = row
  return {
    ...rest,
    sold: false,
    ...(isFrom && { isFrom }),
    ...(offer && { price: offer[0], was: offer[1], regular: row.price }),
    ...(discount !== null && { discount }),
    ...(sku && { sku }),
    ...(hsn && { hsn }),
    ...(gstRate !== null && { gstRate }),
    ...(mrp !== null && { mrp }),
    ...(countryOfOrigin && { countryOfOrigin }),
    ...(tags && { tags }),
    ...(attributes && { attributes }),
    ...(goesWith && { goesWith }),
    ...(Object.keys(altTexts).length > 0 && { altTexts }),
    ...(video && { video }),
    ...(glb && { glb }),
    ...(usdz && { usdz }),
    ...(stock !== 'as-delivered' && { stock }),
    ...(rating !== null && reviewCount !== null && reviewCount > 0 && { reviews: { rating, count: reviewCount } }),
    time: time.toISOString(),
  }
}

export async function listFeatured(db: Db): Promise<Product[]> {
  const rows = await selectForSale(db, products.featured).orderBy(desc(products.id)).limit(FEATURED_LIMIT)
  return rows.map(toProduct)
}

/** A query of those of these products that are for sale. */
export function selectForSale(db: Db, which: SQLWrapper) {
  return db.select(publicColumns).from(products).where(and(isForSale, which))
}

/** Undefined: unknown, not approved or off sale. */
export async function findForSale(db: Db, id: ProductId): Promise<Product | undefined> {
  const [row] = await selectForSale(db, eq(products.id, id))
  return row && toProduct(row)
}

/** The title of an approved product that was taken off sale. */
export async function findTitleOffSale(db: Db, id: ProductId): Promise<string | undefined> {
  const [row] = await db
    .select({ title: products.title })
    .from(products)
    .where(and(eq(products.id, id), products.approved, not(products.onSale)))
  return row?.title
}

/** The name of the seller who added a product; undefined: it is the shop's own. */
export async function findSellerName(db: Db, id: ProductId): Promise<string | undefined> {
  const [row] = await db
    .select({ name: products.username })
    .from(products)
    .innerJoin(user, eq(user.id, products.userId))
    .where(and(eq(products.id, id), eq(user.role, 'seller')))
  return row?.name
}

/** The ones of these that are Sold: a counted product or a set without a unit that somebody can have; else as specified (`is_sold`). */
export async function listSold(db: Db, ids: readonly ProductId[]): Promise<Set<ProductId>> {
  if (ids.length === 0) return new Set()
  const rows = await queryPrepared<{ id: string }>(db, listSoldSql, [ids])
  return new Set(rows.map(({ id }) => Number(id)))
}

const listSoldSql = {
  name: 'list_sold',
  text: `
    select id from products as p where id = any (${WANTED}) and case when stock in ('counted', 'set')
      then not exists (select from sellable_variants where product_id = p.id and is_available) else is_sold end`,
}

/** These products as they are on sale now, in this order; `sold` is read separately. */
export async function listForSaleInOrder(db: Db, ids: readonly ProductId[]): Promise<Product[]> {
  if (ids.length === 0) return []
  const rows = await selectForSale(db, inArray(products.id, ids))
  const byId = new Map(rows.map((row) => [row.id, toProduct(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** More than are shown, because some may be Sold. */
const NEAR_EACH = 12

/**
 * Other products for sale that are nearest in price, Sold or not: of these sizes, and of all. Each is a walk from the
 * price up and down one index.
 */
export async function listNearInPrice(
  db: Db,
  { id, price }: Pick<Product, 'id' | 'price'>,
  sizeCodes: readonly string[],
): Promise<Product[]> {
  const rows = await queryPrepared<{ id: string }>(db, listNearSql, [id, price, sizeCodes])
  return listForSaleInOrder(
    db,
    rows.map((row) => Number(row.id)),
  )
}

const nearIn = (which: string) => `
    (select id from products where approved and on_sale and id <> $1 and price >= $2 ${which} order by price limit ${NEAR_EACH})
    union all
    (select id from products where approved and on_sale and id <> $1 and price < $2 ${which} order by price desc limit ${NEAR_EACH})`

const listNearSql = {
  name: 'list_near_in_price',
  text: `
    select near.id from unnest($3::text[]) as wanted (code) cross join lateral (${nearIn('and size_code = wanted.code')}) as near
    union
    select id from (${nearIn('')}) as all_sizes`,
}

/** These products as they are on sale now, Sold or not; whatever is missing, not approved or off sale is left out. */
export async function listForSale(db: Db, ids: readonly ProductId[]): Promise<Map<ProductId, Product>> {
  const list = await withSold(db, await listForSaleInOrder(db, ids))
  return new Map(list.map((product) => [product.id, product]))
}

async function withSold(db: Db, list: Product[]): Promise<Product[]> {
  const sold = await listSold(
    db,
    list.map(({ id }) => id),
  )
  return list.map((product) => ({ ...product, sold: sold.has(product.id) }))
}

const BATCH = 200

/** The next products for sale in the sequence of their ids, Sold or not. */
export async function listForSaleAfter(db: Db, id: ProductId): Promise<Product[]> {
  const rows = await selectForSale(db, gt(products.id, id)).orderBy(products.id).limit(BATCH)
  return withSold(db, rows.map(toProduct))
}

export type ForSale = {
  products: Map<ProductId, Product>
  sellers: Map<ProductId, string | null>
  variants: Variants
  parts: SetParts
}

/**
 * Share-locks products until this transaction ends: they cannot be delivered, deleted or re-priced, but other orders
 * can lock them too. The products of a set's parts are among them. Locked in order of their ids, to avoid deadlocks.
 *
 * @param userId the shopper, who may take the units of their own holds
 */
export async function lockForSale(tx: Transaction, ids: readonly ProductId[], userId?: string): Promise<ForSale> {
  // Two statements, because the second must see what was committed while the first waited for the locks. All are sent
  // before the first is answered.
  const [held, rows, variants, parts] = await Promise.all([
    queryPrepared<{ id: string }>(tx, holdForSaleSql, [ids]),
    queryPrepared<StableRow>(tx, readForSaleSql, [ids]),
    listVariants(tx, ids, userId, { withParts: true }),
    listSetParts(tx, ids),
  ])
  const isHeld = new Set(held.map(({ id }) => id))
  const list = rows
    .filter(({ id }) => isHeld.has(id))
    .map(({ id, sellerId, isSold, ...row }) => ({
      // For counted products, orders check the units of the variant instead.
      product: { ...toProduct({ id: Number(id), ...row }), sold: isSold },
      sellerId,
    }))
  return {
    products: new Map(list.map(({ product }) => [product.id, product])),
    sellers: new Map(list.map(({ product, sellerId }) => [product.id, sellerId])),
    variants,
    // A part that came into its set while the locks were awaited is not locked, so it counts as not for sale.
    parts,
  }
}

const holdForSaleSql = {
  name: 'hold_for_sale',
  text: `select id from products where id = any (${WITH_PARTS}) and approved and on_sale order by id for share`,
}

type StableRow = Omit<PublicRow, 'id'> & { id: string; sellerId: string | null; isSold: boolean }

/** Columns that plain SQL reads as Drizzle does. */
const READ_AS: Record<string, string> = { rating: 'rating::double precision', sizeCode: "coalesce(size_code, '')" }

/** The public columns for plain SQL; a test compares them with Drizzle's. */
const readable = Object.keys(publicColumns)
  .filter((name) => !SHOWN_ONLY.includes(name))
  .map((name) => `${READ_AS[name] ?? toSnakeCase(name)} as "${name}"`)

const readForSaleSql = {
  name: 'read_for_sale',
  text: `
    select ${readable.join(', ')}, user_id as "sellerId", is_sold as "isSold"
    from products where id = any (${WITH_PARTS}) order by id`,
}

/** Locks products exclusively, so that nobody orders one while it is being delivered. */
export async function lockForDelivery(tx: Transaction, ids: readonly ProductId[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(products.id)
    .for('no key update')
}

/** Common words are searched in this many of the newest titles only. */
const MAX_TITLES_SCANNED = 5000

/**
 * Products for sale whose title contains this text, in capitals or not; newest first.
 * The newest titles are compared one by one. If that finds too few, the trigram index finds older ones, and for text in
 * other letters than a to z, which it may lack, the index of titles with such letters. One or two characters have no
 * trigram, so in older titles they are found at the beginning of words only. Symbols are found among the newest only.
 */
export async function searchProducts(
  db: Db,
  text: string,
  { limit = SEARCH_LIMIT, maxScanned = MAX_TITLES_SCANNED } = {},
): Promise<Product[]> {
  // PostgreSQL accepts neither NUL nor half of a surrogate pair.
  if (text === '' || text.includes('\0')) return []
  const title = sql`lower(title)`
  const wanted = text.toWellFormed()
  // "+ 0" keeps PostgreSQL from walking all products by id in the hope of a few matches, so that it uses the trigram
  // index. The index of titles in other letters has to be walked by id: a `like` would read all trigrams.
  const [older, order] = hasTrigram(wanted)
    ? [containsText(title, wanted), sql`id + 0`]
    : [/[\p{L}\p{N}\p{M}]{3}/u.test(wanted) ? containsNonAscii(title, wanted) : sql`false`, sql`id`]
  const ids = sql`
    with near as (
      select id from (select id, title from products where approved and on_sale order by id desc limit ${maxScanned}) as newest
      where ${contains(title, wanted)} order by id desc limit ${limit}
    )
    select id from near
    union (
      select id from products
      where approved and on_sale and ${older}
        and (select count(*) from near) < ${SEARCH_LIMIT}
      order by ${order} desc limit ${limit}
    )`
  const rows = await db
    .select(publicColumns)
    .from(products)
    .where(sql`${products.id} in (${ids})`)
    .orderBy(desc(products.id))
    .limit(limit)
  return rows.map(toProduct)
}

function containsNonAscii(title: SQL, wanted: string): SQL {
  return sql`octet_length(title) <> length(title) and strpos(${title}, lower(${wanted})) > 0`
}

export async function insertProductRequest(
  db: Db,
  { userId, ...request }: ProductRequest & { productId: ProductId; userId: string | undefined },
): Promise<void> {
  await db.insert(productRaise).values({ ...request, userId })
}
