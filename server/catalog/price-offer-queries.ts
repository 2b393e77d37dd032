import { type SQL, sql } from 'drizzle-orm'
import { readRule } from '#domain/catalog/collection.ts'
import type { Sort } from '#domain/catalog/listing.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import type { Reduction } from '#domain/offers/offer.ts'
import type { Db } from '#server/db/connection.ts'
import { isInCollection } from './collection-queries.ts'

/**
 * The offers that lower prices now, for lists that are sorted and filtered by them. An index holds prices without offers:
 * offers on everything leave their order as it is, and products that another offer names are read apart.
 */
export type PriceOffers = {
  everywhere: readonly Reduction[]
  named: readonly (Reduction & { ids: readonly ProductId[] })[]
}

/**
 * Products of an offer that are read apart, the newest first; others are listed without it. Filtering reads the variants of each,
 * sorting only its price.
 */
export const NAMED_MAX = 300
export const SORTED_MAX = 20_000

/** @returns undefined: no offer lowers prices now */
export async function findPriceOffers(db: Db, most = SORTED_MAX): Promise<PriceOffers | undefined> {
  const { rows } = await db.execute<{
    [column: string]: unknown
    id: string
    kind: Reduction['kind']
    amount: number
    all: boolean
    collection: { id: number; rule: unknown } | null
  }>(sql`
    select o.id, o.kind, o.amount, o.applies_to = 'all' as all,
      case when c.id is not null then jsonb_build_object('id', c.id, 'rule', c.rule) end as collection
    from offers as o left join collections as c on c.id = o.collection_id
    where o.is_price and o.starts_at <= clock_timestamp() and (o.ends_at is null or o.ends_at > clock_timestamp())`)
  if (rows.length === 0) return undefined
  const named = await Promise.all(
    rows.flatMap(({ id, kind, amount, all, collection }) =>
      all ? [] : listNamed(db, which(id, collection), most).then((ids) => ({ kind, amount, ids })),
    ),
  )
  return { everywhere: rows.filter(({ all }) => all), named }
}

/** The products for sale of an offer on products or a collection, as `fits_offer` has it. */
function which(offer: string, collection: { id: number; rule: unknown } | null): SQL {
  if (collection)
    return isInCollection({ id: collection.id, rule: readRule(collection.rule) }, sql`coalesce(discount, 0) > 0`)
  return sql`approved and on_sale and id in (select product_id from offer_products where offer_id = ${offer})`
}

async function listNamed(db: Db, isNamed: SQL, most: number): Promise<ProductId[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from products where ${isNamed} order by id desc limit ${most}`,
  )
  return rows.map(({ id }) => Number(id))
}

/** A price with the offers on everything. */
export function withOffers(offers: PriceOffers | undefined, price: SQL): SQL {
  const reduced = offers?.everywhere.map(({ kind, amount }) => sql`reduced_price(${kind}, ${amount}, ${price})`) ?? []
  return reduced.length === 0 ? price : sql`least(${price}, ${sql.join(reduced, sql`, `)})`
}

export function namedIds(offers: PriceOffers | undefined): ProductId[] {
  return [...new Set(offers?.named.flatMap(({ ids }) => ids))]
}

/** Products that only offers on everything lower; asks for nothing that the indexes of the lists do not hold. */
export function isUnnamed(offers: PriceOffers | undefined): SQL {
  const ids = namedIds(offers)
  return ids.length === 0 ? sql`true` : sql`id <> all (${sql.param(ids)}::bigint[])`
}

/** Products whose prices are in the order of the index: sets are not, because they follow the offers on their parts. */
export function isInOrder(offers: PriceOffers | undefined): SQL {
  return offers ? sql`stock <> 'set' and ${isUnnamed(offers)}` : sql`true`
}

/** The products whose prices are not, with the price that is shown. */
export function listApart(offers: PriceOffers, isListed: SQL): SQL {
  return sql`
    (select id, price, min(least(${withOffers(offers, sql`price`)}, reduced_price(named.kind, named.amount, price))) as shown
      from jsonb_to_recordset(${JSON.stringify(offers.named)}::jsonb) as named (kind text, amount integer, ids bigint[])
      cross join unnest(named.ids) as named_id join products on id = named_id
      where stock <> 'set' and ${isListed} group by id)
    union all
    (select id, price, coalesce((set_prices_on_offer(id))[1], price) as shown from products
      where stock = 'set' and ${isListed})`
}

export type PageQuery = { sort: Sort; skip: number; limit: number; offers: PriceOffers | undefined }

/** The ids of a page of these products in the order of the prices that are shown. */
export function pageOf(isListed: SQL, { sort, skip, limit, offers }: PageQuery): SQL {
  const { byPrice, byShown } = ORDERS[sort]
  return sql`
    select id from (
      (select id, price, ${withOffers(offers, sql`price`)} as shown from products where ${isListed} and ${isInOrder(offers)}
        order by ${byPrice} limit ${skip + limit})
      ${offers ? sql`union all ${listApart(offers, isListed)}` : sql``}
    ) as near order by ${byShown} offset ${skip} limit ${limit}`
}

/** `byPrice` is the order of an index; `byShown` is the same for the price that is shown. */
export const ORDERS = {
  newest: { byPrice: sql`id desc`, byShown: sql`id desc` },
  lowToHigh: { byPrice: sql`price, id desc`, byShown: sql`shown, price, id desc` },
  highToLow: { byPrice: sql`price desc, id desc`, byShown: sql`shown desc, price desc, id desc` },
} as const satisfies Record<Sort, { byPrice: SQL; byShown: SQL }>
