import { and, desc, sql } from 'drizzle-orm'
import { clampPage, PAGE_SIZE, pagesFor, type Sort } from '#domain/catalog/listing.ts'
import type { Product, ProductId } from '#domain/catalog/product.ts'
import { containsText } from '#domain/text.ts'
import type { Db } from '#server/db/connection.ts'
import { countUpTo } from '#server/db/keyset-pagination.ts'
import { products } from '#server/db/schema/shop.ts'
import { listCategories } from './category-queries.ts'
import { publicColumns, toProduct } from './storefront-queries.ts'

/** `count` is at most one above the number up to which lists are counted; see `formatCount`. */
export type ProductPage = { products: Product[]; page: number; pages: number; count: number }

/**
 * One page of the products for sale. A page past the end means the last one, so that never more than a few thousand
 * index entries are skipped.
 *
 * @param category only categories that contain this text, in capitals or not
 */
export async function listProducts(
  db: Db,
  { sort, page: wanted, category }: { sort: Sort; page: number; category?: string },
): Promise<ProductPage> {
  const categories = category === undefined ? undefined : await listMatching(db, category)
  const which = categories
    ? sql`approved and on_sale and category = any(${textArray(categories)})`
    : sql`approved and on_sale`
  const count = await countUpTo(db, sql`products`, which)
  const pages = pagesFor(count)
  const page = clampPage(wanted, pages)
  const skip = (page - 1) * PAGE_SIZE
  return { products: count > 0 ? await listFrom(db, categories, sort, skip) : [], page, pages, count }
}

/** Products for sale, newest first; undefined: there are more than that. */
export async function listIds(db: Db, category: string | undefined, most: number): Promise<ProductId[] | undefined> {
  const categories = category === undefined ? undefined : await listMatching(db, category)
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from products where approved and on_sale
      and ${categories ? sql`category = any(${textArray(categories)})` : sql`true`}
    order by id desc limit ${most + 1}`)
  return rows.length > most ? undefined : rows.map(({ id }) => Number(id))
}

/** Does any product, for sale or not, have a category that contains this text? */
export async function hasCategory(db: Db, text: string): Promise<boolean> {
  return (await listCategories(db)).some((name) => containsText(name, text))
}

/** Undefined: every category matches. */
async function listMatching(db: Db, text: string): Promise<string[] | undefined> {
  const all = await listCategories(db, { forSaleOnly: true })
  const matching = matchingCategories(all, text)
  return matching.length === all.length ? undefined : matching
}

/** Those that contain this text, in capitals or not. @param text undefined: any */
export function matchingCategories(all: readonly string[], text: string | undefined): string[] {
  return all.filter((name) => text === undefined || containsText(name, text))
}

const ORDERS = {
  newest: sql`id desc`,
  lowToHigh: sql`price, id desc`,
  highToLow: sql`price desc, id desc`,
}

async function listFrom(db: Db, categories: string[] | undefined, sort: Sort, skip: number): Promise<Product[]> {
  const order = ORDERS[sort]
  const near = skip + PAGE_SIZE
  // Each category is a scan of its own over one index; the first rows of all scans are merged.
  const ids = categories
    ? sql`select near.id, near.price from unnest(${textArray(categories)}) as lists (name) cross join lateral (
            select id, price from products where approved and on_sale and category = lists.name order by ${order} limit ${near}
          ) as near`
    : sql`select id, price from products where approved and on_sale order by ${order} limit ${near}`
  const rows = await db
    .select(publicColumns)
    .from(products)
    .where(
      and(
        products.approved,
        products.onSale,
        sql`id in (select id from (${ids}) as nearest order by ${order} offset ${skip} limit ${PAGE_SIZE})`,
      ),
    )
    .orderBy(
      ...(sort === 'newest' ? [] : [sort === 'lowToHigh' ? products.price : desc(products.price)]),
      desc(products.id),
    )
  return rows.map(toProduct)
}

function textArray(values: string[]) {
  return sql`${sql.param(values)}::text[]`
}
