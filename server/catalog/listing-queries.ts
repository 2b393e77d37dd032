import { type SQL, sql } from 'drizzle-orm'
import { clampPage, PAGE_SIZE, pagesFor, type Sort } from '#domain/catalog/listing.ts'
import type { Product } from '#domain/catalog/product.ts'
import { containsText } from '#domain/text.ts'
import type { Db } from '#server/db/connection.ts'
import { countUpTo } from '#server/db/keyset-pagination.ts'
import {
  isInOrder,
  listApart,
  ORDERS,
  type PageQuery,
  type PriceOffers,
  pageOf,
  withOffers,
} from './price-offer-queries.ts'
import { selectForSale, toProduct } from './storefront-queries.ts'

/** `count` is at most one above the number up to which lists are counted; see `formatCount`. */
export type ProductPage = { products: Product[]; page: number; pages: number; count: number }

/**
 * One page of the products for sale. A page past the end means the last one, so that never more than a few thousand
 * index entries are skipped.
 *
 * @param category only categories that contain this text, in capitals or not
 * @param offers by which it is sorted; undefined: none lowers prices, or it is not sorted by them
 */
export async function listProducts(
  db: Db,
  { sort, page: wanted, category }: { sort: Sort; page: number; category?: string },
  offers?: PriceOffers,
): Promise<ProductPage> {
  const categories = category === undefined ? undefined : await listMatching(db, category)
  const which = categories
    ? sql`approved and on_sale and category = any(${textArray(categories)})`
    : sql`approved and on_sale`
  const count = await countUpTo(db, sql`products`, which)
  const pages = pagesFor(count)
  const page = clampPage(wanted, pages)
  const skip = (page - 1) * PAGE_SIZE
  const products = count > 0 ? await listFrom(db, categories, { sort, skip, limit: PAGE_SIZE, offers }) : []
  return { products, page, pages, count }
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

async function listFrom(db: Db, categories: string[] | undefined, page: PageQuery): Promise<Product[]> {
  const ids = categories ? inCategories(textArray(categories), page) : pageOf(sql`approved and on_sale`, page)
  const rows = await selectForSale(db, sql`id in (${ids})`)
  return rows.map(toProduct).sort(IN_ORDER[page.sort])
}

/** Each category is a scan of its own over one index; the first rows of all scans are merged. */
function inCategories(categories: SQL, { sort, skip, limit, offers }: PageQuery): SQL {
  const { byPrice, byShown } = ORDERS[sort]
  return sql`
    select id from (
      select near.* from unnest(${categories}) as lists (name) cross join lateral (
        select id, price, ${withOffers(offers, sql`price`)} as shown from products
        where approved and on_sale and category = lists.name and ${isInOrder(offers)} order by ${byPrice} limit ${skip + limit}
      ) as near
      ${offers ? sql`union all ${listApart(offers, sql`approved and on_sale and category = any(${categories})`)}` : sql``}
    ) as nearest order by ${byShown} offset ${skip} limit ${limit}`
}

const IN_ORDER: Record<Sort, (one: Product, other: Product) => number> = {
  newest: byId,
  lowToHigh: (one, other) => byPrices(one, other) || byId(one, other),
  highToLow: (one, other) => byPrices(other, one) || byId(one, other),
}

function byPrices(one: Product, other: Product): number {
  return one.price - other.price || (one.regular ?? one.price) - (other.regular ?? other.price)
}

function byId(one: Product, other: Product): number {
  return other.id - one.id
}

function textArray(values: string[]) {
  return sql`${sql.param(values)}::text[]`
}

/** Every category that a product has. Each takes one index lookup, however many products have it. */
export async function listCategories(db: Db, { forSaleOnly = false } = {}): Promise<string[]> {
  const which = forSaleOnly ? sql`approved and on_sale` : sql`true`
  const { rows } = await db.execute<{ category: string }>(sql`
    with recursive names as (
      (select category from products where ${which} order by category limit 1)
      union all
      select (select category from products where ${which} and category > names.category order by category limit 1)
      from names where names.category is not null
    )
    select category from names where category is not null`)
  return rows.map(({ category }) => category)
}
