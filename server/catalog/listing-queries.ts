import { and, desc, sql } from 'drizzle-orm'
import { clampPage, PAGE_SIZE, pagesFor, type Sort } from '#domain/catalog/listing.ts'
import type { Product } from '#domain/catalog/product.ts'
import type { Db } from '#server/db/connection.ts'
import { products } from '#server/db/schema/shop.ts'
import { publicColumns, toProduct } from './storefront-queries.ts'

export type ProductPage = { products: Product[]; page: number; pages: number; count: number }

/** The whole shop's name among the lists; every other list is a category. */
const WHOLE_SHOP = ''

/**
 * One page of the approved products. A page past the end is the last one.
 *
 * @param category only categories that contain this text, in capitals or not
 * @see migrations/0001_listing.sql for how the last page is as near as the first
 */
export async function listProducts(
  db: Db,
  { sort, page: wanted, category }: { sort: Sort; page: number; category?: string },
): Promise<ProductPage> {
  const { lists, count } = await countLists(db, category)
  const pages = pagesFor(count)
  const page = clampPage(wanted, pages)
  const place = count > 0 && (await findPlace(db, lists, sort, (page - 1) * PAGE_SIZE))
  return { products: place ? await listFrom(db, lists, sort, place) : [], page, pages, count }
}

type Lists = { lists: string[]; count: number }

async function countLists(db: Db, category: string | undefined): Promise<Lists> {
  // PostgreSQL has no NUL, so no category holds one.
  if (category?.includes('\0')) return { lists: [], count: 0 }
  const isMeant = category === undefined ? sql`false` : sql`strpos(fold(name), fold(${category.toWellFormed()})) > 0`
  const { rows } = await db.execute<Lists & { all: number }>(sql`
    select coalesce(array_agg(name) filter (where ${isMeant}), '{}') as lists,
      coalesce(sum(products) filter (where ${isMeant}), 0)::integer as count,
      (select products from categories where name = ${WHOLE_SHOP}) as all
    from categories where name <> ${WHOLE_SHOP} and products > 0`)
  const { lists, count, all } = rows[0] as Lists & { all: number }
  return category === undefined || count === all ? { lists: [WHOLE_SHOP], count: all } : { lists, count }
}

/** Start of a page: this price and id, then `skip` rows. */
type Place = { price: number; lastId: number; skip: number }

async function findPlace(db: Db, lists: string[], sort: Sort, skip: number): Promise<Place | undefined> {
  if (skip === 0) return FIRST_PLACE[sort]
  const { rows } = await db.execute<Record<keyof Place, string>>(
    sql`select price, last_id as "lastId", skip from find_place(${textArray(lists)}, ${sort}, ${skip})`,
  )
  const row = rows[0]
  // Products may have gone between counting and finding.
  if (!row || row.lastId === null) return undefined
  return { price: Number(row.price), lastId: Number(row.lastId), skip: Number(row.skip) }
}

const FIRST_PLACE: Record<Sort, Place> = {
  newest: { price: -1, lastId: Number.MAX_SAFE_INTEGER, skip: 0 },
  lowToHigh: { price: -1, lastId: Number.MAX_SAFE_INTEGER, skip: 0 },
  highToLow: { price: 2 ** 31 - 1, lastId: Number.MAX_SAFE_INTEGER, skip: 0 },
}

/** Index range and order of each sort; the expressions must equal those of the indexes. */
const WALKS = {
  newest: {
    from: ({ lastId }: Place) => sql`id <= ${lastId}`,
    order: sql`id desc`,
  },
  lowToHigh: {
    from: ({ price, lastId }: Place) => sql`(price, (-id)) >= (${price}::integer, ${-lastId}::bigint)`,
    order: sql`price, (-id)`,
  },
  highToLow: {
    from: ({ price, lastId }: Place) => sql`(price, id) <= (${price}::integer, ${lastId}::bigint)`,
    order: sql`price desc, id desc`,
  },
}

async function listFrom(db: Db, lists: string[], sort: Sort, place: Place): Promise<Product[]> {
  const { from, order } = WALKS[sort]
  const near = place.skip + PAGE_SIZE
  // Several categories are several walks over one index, of which the nearest rows are taken together.
  const ids = lists.includes(WHOLE_SHOP)
    ? sql`select id, price from products where approved and ${from(place)} order by ${order} limit ${near}`
    : sql`select near.id, near.price from unnest(${textArray(lists)}) as lists (name) cross join lateral (
            select id, price from products where approved and category = lists.name and ${from(place)}
            order by ${order} limit ${near}
          ) as near`
  const rows = await db
    .select(publicColumns)
    .from(products)
    .where(
      and(
        products.approved,
        sql`id in (select id from (${ids}) as nearest order by ${order} offset ${place.skip} limit ${PAGE_SIZE})`,
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
