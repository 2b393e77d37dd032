import { type SQL, sql } from 'drizzle-orm'
import type { Filters } from '#domain/catalog/filters/filters.ts'
import { fits, toOffer } from '#domain/catalog/filters/offers.ts'
import { bandOf, findBand } from '#domain/catalog/filters/price-bands.ts'
import { PAGE_SIZE, type Sort } from '#domain/catalog/listing.ts'
import type { Product, ProductId } from '#domain/catalog/product.ts'
import { type Catalogue, finishesOnSale, type Size, sizesOf } from '#domain/catalog/sizes.ts'
import type { Rupees } from '#domain/money.ts'
import { listForSaleInOrder } from '#server/catalog/storefront-queries.ts'
import type { Db } from '#server/db/connection.ts'

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
}

/**
 * One page of the products with an offer that fits, sorted by what the page shows: the price in their own size if that
 * fits, else the lowest of another size (`asMatched`). Each category and size is a list of its own, held in order by an
 * index.
 */
export async function listFiltered(db: Db, query: FilteredQuery): Promise<Product[]> {
  const { rows } = await db.execute<{ id: string }>(pageSql(query))
  return listForSaleInOrder(
    db,
    rows.map(({ id }): ProductId => Number(id)),
  )
}

function pageSql({ filters, catalogue, categories, sort, page, total }: FilteredQuery): SQL {
  const lists = sizeLists(filters, catalogue)
  const skip = (page - 1) * PAGE_SIZE
  const most = skip + PAGE_SIZE
  const share = Math.max(MIN_SCANNED_ROWS, Math.ceil(MAX_SCANNED_ROWS / Math.max(1, lists.length * categories.length)))
  const scanned = total > MAX_SCANNED_ROWS ? most + share : MAX_SCANNED_ROWS
  const { byPrice, byShown } = ORDERS[sort]
  const isInBand = inBands(sql`price`, filters)
  const isIn = sql`approved and on_sale and category = lists.category and size_code = lists.code`
  const walk = (which: SQL, order: SQL) => {
    const nearest = (limit: number) => sql`
      select id, price, is_sold from products where ${isIn} and stock <> 'counted' and ${which}
      order by ${order} limit ${limit}`
    if (filters.stock.length === 0) return nearest(most)
    return sql`select id, price from (${nearest(scanned)}) as p where not (${isSold}) order by ${order} limit ${most}`
  }
  // When sorted by price, products shown in their own size and those shown in another one need separate index scans.
  const isSplit = sort !== 'newest'
  const own = sql`lists.own and ${isInBand}`
  return sql`
    with lists as (
      select category, size.* from unnest(${texts(categories)}) as category
      cross join jsonb_to_recordset(${JSON.stringify(lists)}::jsonb) as size (code text, own boolean, other integer, cells text[])
    )
    select id from lists cross join lateral (
      (select id, price as shown from (${walk(sql`${own} ${isSplit ? sql`` : sql`and lists.other is null`}`, byPrice)}) as own)
      union all
      (select id, lists.other as shown from (${walk(
        isSplit
          ? sql`lists.other is not null and not (${own}) and exists (
              select from products where ${isIn} and stock <> 'counted' and not (${own}))`
          : sql`lists.other is not null`,
        sql`id desc`,
      )}) as others)
      union all
      (${countedSql({ filters, catalogue, isIn, order: byShown, most, scanned })})
    ) as near
    order by ${byShown} offset ${skip} limit ${PAGE_SIZE}`
}

/** `byPrice` is the order of an index; `byShown` is the same for the price that is shown. */
const ORDERS = {
  newest: { byPrice: sql`id desc`, byShown: sql`id desc` },
  lowToHigh: { byPrice: sql`price, id desc`, byShown: sql`shown, id desc` },
  highToLow: { byPrice: sql`price desc, id desc`, byShown: sql`shown desc, id desc` },
}

/** As `isSold` of domain/catalog/stock/stock.ts says; a test compares them. */
const isSold = sql`is_sold`

/**
 * For products with this own size. `own`: does that size fit, apart from its price? `other`: the lowest price of
 * another size that fits.
 */
type SizeList = { code: string; own: boolean; other: Rupees | null; cells: string[] }

function sizeLists(filters: Filters, catalogue: Catalogue): SizeList[] {
  const finishes = finishesOnSale(catalogue)
  const anyPrice = { ...filters, price: [] }
  const fitsIn = (size: Size, which: Filters) =>
    finishes.some(({ name }) => fits(toOffer({ size, finish: name, isAvailable: true }, bandOf(size.price)), which))
  return catalogue.sizes.flatMap((size) => {
    const others = sizesOf(catalogue, { sizeCode: size.code }).filter((other) => other !== size)
    const prices = others.filter((other) => fitsIn(other, filters)).map(({ price }) => price)
    const cells = [size, ...others].filter((one) => fitsIn(one, anyPrice)).map(({ code }) => code)
    if (cells.length === 0) return []
    const own = cells.includes(size.code)
    return [{ code: size.code, own, other: prices.length > 0 ? Math.min(...prices) : null, cells }]
  })
}

/** Counted products: their cells that fit. */
function countedSql({
  filters,
  catalogue,
  isIn,
  order,
  most,
  scanned,
}: {
  filters: Filters
  catalogue: Catalogue
  isIn: SQL
  order: SQL
  most: number
  scanned: number
}): SQL {
  const finishes = finishesOnSale(catalogue)
    .map(({ name }) => name)
    .filter((name) => filters.finish.length === 0 || filters.finish.includes(name))
  return sql`
    select p.id, fitting.shown from (
      select id, price from products where ${isIn} and stock = 'counted' order by id desc limit ${scanned}
    ) as p
    cross join lateral (
      select coalesce(min(price) filter (where size_code = lists.code), min(price)) as shown from (
        select v.size_code, v.price from sellable_variants as v
        where v.product_id = p.id and v.size_code = any(lists.cells) and v.finish = any(${texts(finishes)})
          ${filters.stock.length > 0 ? sql`and v.is_available` : sql``}
      ) as offered where ${inBands(sql`price`, filters)}
    ) as fitting
    where shown is not null order by ${order} limit ${most}`
}

function inBands(price: SQL, filters: Filters): SQL {
  const bands = filters.price.flatMap((name) => findBand(name) ?? [])
  if (bands.length === 0) return sql`true`
  const ranges = bands.map(({ from, to }) => sql`${price} between ${from} and ${to ?? 2 ** 31 - 1}`)
  return sql`(${sql.join(ranges, sql` or `)})`
}

function texts(values: readonly string[]): SQL {
  return sql`${sql.param(values)}::text[]`
}
