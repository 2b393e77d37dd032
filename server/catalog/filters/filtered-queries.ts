import { type SQL, sql } from 'drizzle-orm'
import { dimensionOf, type Filters, sizesThatFit } from '#domain/catalog/filters/filters.ts'
import { findBand } from '#domain/catalog/filters/price-bands.ts'
import { PAGE_SIZE, type Sort } from '#domain/catalog/listing.ts'
import type { Product, ProductId } from '#domain/catalog/product.ts'
import type { Catalogue } from '#domain/catalog/sizes.ts'
import type { Reduction } from '#domain/offers/offer.ts'
import { priceBefore } from '#domain/offers/price-before.ts'
import { isUnnamed, namedIds, ORDERS, type PriceOffers, withOffers } from '#server/catalog/price-offer-queries.ts'
import { listForSaleInOrder } from '#server/catalog/storefront-queries.ts'
import type { Db } from '#server/db/connection.ts'
import { ATTRIBUTES } from '#server/db/schema/shop.ts'

/**
 * How many products one request examines beyond those that it shows. A smaller shop is searched completely. In a larger
 * one the number is divided among the lists, so older products that fit may be missed where few do: with `in stock` if
 * nearly everything is Sold, and among counted products.
 */
const MAX_SCANNED_ROWS = 20_000
const MIN_SCANNED_ROWS = 200

export type FilteredQuery = {
  filters: Filters
  catalogue: Catalogue
  categories: readonly string[]
  sort: Sort
  /** From 1. */
  page: number
  /** How many products these categories have, filtered or not. */
  total: number
  /** Undefined: none lowers prices, or the list does not depend on prices. */
  offers?: PriceOffers | undefined
}

/**
 * One page of the products with a variant that fits, sorted by what the page shows: the price in their own size if that
 * fits, else the lowest of another size (`asMatched`).
 */
export async function listFiltered(db: Db, query: FilteredQuery): Promise<Product[]> {
  const sizes = sizesThatFit(query.filters, query.catalogue)
  if (sizes?.length === 0) return []
  const { rows } = await db.execute<{ id: string }>(pageSql(query, sizes ?? []))
  return listForSaleInOrder(
    db,
    rows.map(({ id }): ProductId => Number(id)),
  )
}

/**
 * Each category and size is a list of its own, held in order by an index. Products that are not counted have the same
 * variants as the others of their list, but for their own price, so those of one of them say what fits: `own`, their own
 * size, apart from its price; `other`, the lowest price of another size. Counted products, and those of another kind, are
 * examined one by one, and so are those that an offer on some products names.
 *
 * @param fitting codes of the sizes that fit the filters; empty: all of them
 */
function pageSql({ filters, categories, sort, page, total, offers }: FilteredQuery, fitting: readonly string[]): SQL {
  const skip = (page - 1) * PAGE_SIZE
  const most = skip + PAGE_SIZE
  const { byPrice, byShown } = ORDERS[sort]
  const scanned =
    total > MAX_SCANNED_ROWS
      ? sql`(select ${most}::integer + greatest(${MIN_SCANNED_ROWS}::integer, ${MAX_SCANNED_ROWS}::integer / greatest(1, count(*))) from lists)`
      : sql`${MAX_SCANNED_ROWS}::integer`
  const isIn = sql`approved and on_sale and category = lists.category and size_code = lists.code`
  const isChosen = sql`${isAny(sql`v.size_code`, fitting)} and ${isAny(sql`v.finish`, filters.finish)}`
  const isShownInOwn = sql`lists.own and ${inBands(sql`price`, filters, offers?.everywhere)}`
  const isAlike = sql`stock <> 'counted' and ${isUnnamed(offers)}`
  const walk = (which: SQL, order: SQL) => {
    const nearest = (limit: SQL) => sql`
      select id, price, is_sold from products where ${isIn} and ${isAlike} and ${which}
      order by ${order} limit ${limit}`
    if (filters.stock.length === 0) return nearest(sql`${most}`)
    return sql`select id, price from (${nearest(scanned)}) as p where not is_sold order by ${order} limit ${most}`
  }
  // Only where prices decide the order do those that are shown in another size need a scan of their own.
  const [own, others] =
    sort === 'newest'
      ? [sql`${isShownInOwn} and lists.other is null`, sql`lists.other is not null`]
      : [isShownInOwn, sql`lists.other is not null and not (${isShownInOwn})`]
  const shownOf = sql`
    select single.id, single.price, fitting.shown from single cross join lateral (
      select coalesce(min(price) filter (where v.size_code = single.size_code), min(price)) as shown
      from sellable_variants as v
      where v.product_id = single.id and ${isChosen} and ${inBands(sql`v.price`, filters)}
        and ${filters.stock.length === 0 ? sql`true` : sql`v.is_available`}
    ) as fitting
    where shown is not null order by ${byShown}`
  // Products with the same attributes are no list that an index holds: the newest of them are examined one by one.
  if (filters.attribute.length > 0) {
    return sql`
    with single as (
      select id, size_code, price from products
      where approved and on_sale and category = any (${texts(categories)}) and ${hasAttributes(filters)}
      order by id desc limit ${MAX_SCANNED_ROWS}
    )
    select id from (${shownOf} offset ${skip} limit ${PAGE_SIZE}) as found`
  }
  return sql`
    with lists as (
      select category, code, fitting.* from unnest(${texts(categories)}) as category
      cross join (
        select code from sizes where family in (select family from sizes where ${isAny(sql`code`, fitting)})
      ) as sizes
      left join lateral (
        select id from products where approved and on_sale and category = category.category and size_code = code
          and ${isAlike} limit 1
      ) as alike on true
      left join lateral (
        select bool_or(v.size_code = code) as own,
          min(v.price) filter (where v.size_code <> code and ${inBands(sql`v.price`, filters)}) as other
        from sellable_variants as v where v.product_id = alike.id and ${isChosen}
      ) as fitting on true
    ),
    single as (
      select p.* from lists cross join lateral (
        select id, size_code, price from products where ${isIn} and stock = 'counted' order by id desc limit ${scanned}) as p
      union all
      (select id, size_code, price from products
        where approved and on_sale and category = any (${texts(categories)}) and size_code is null order by id desc limit ${scanned})
      union all
      (select id, size_code, price from products
        where id = any (${sql.param(namedIds(offers))}::bigint[]) and approved and on_sale and category = any (${texts(categories)})
          and size_code is not null and stock <> 'counted')
    )
    select id from (
      select near.* from lists cross join lateral (
        (select id, price, ${withOffers(offers, sql`price`)} as shown from (${walk(own, byPrice)}) as own)
        union all
        (select id, price, lists.other as shown from (${walk(others, byPrice)}) as others)
      ) as near
      union all
      (${shownOf} limit ${most})
    ) as found
    order by ${byShown} offset ${skip} limit ${PAGE_SIZE}`
}

function isAny(value: SQL, chosen: readonly string[]): SQL {
  return chosen.length === 0 ? sql`true` : sql`${value} = any (${texts(chosen)})`
}

function hasAttributes({ attribute }: Filters): SQL {
  const byName = Map.groupBy(attribute, (value) => dimensionOf('attribute', value))
  const conditions = [...byName.values()].map((values) => sql`${ATTRIBUTES} && ${texts(values)}`)
  return sql`attributes <> '' and ${sql.join(conditions, sql` and `)}`
}

/** @param offers those with which a price is in the band */
function inBands(price: SQL, filters: Filters, offers: readonly Reduction[] = []): SQL {
  const bands = filters.price.flatMap((name) => findBand(name) ?? [])
  if (bands.length === 0) return sql`true`
  const ranges = bands.map(({ from, to }) => {
    const end = to === undefined ? 2 ** 31 - 1 : priceBefore(offers, to + 1) - 1
    return sql`${price} between ${priceBefore(offers, from)} and ${end}`
  })
  return sql`(${sql.join(ranges, sql` or `)})`
}

function texts(values: readonly string[]): SQL {
  return sql`${sql.param(values)}::text[]`
}
