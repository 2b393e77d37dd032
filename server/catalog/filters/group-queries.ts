import { sql } from 'drizzle-orm'
import type { ProductGroup } from '#domain/catalog/filters/counts.ts'
import { type Offer, offersOf, toOffer } from '#domain/catalog/filters/offers.ts'
import { BAND_STARTS, bandAt } from '#domain/catalog/filters/price-bands.ts'
import { type Catalogue, findSize } from '#domain/catalog/sizes.ts'
import type { Db } from '#server/db/connection.ts'

/** Only the newest counted products are read, because each may offer something else. */
export const MAX_COUNTED = 20_000

/** Everything for sale, as groups of products with the same offers. @param catalogue as stored */
export async function listGroups(db: Db, catalogue: Catalogue): Promise<ProductGroup[]> {
  const [all, sold, counted] = await Promise.all([readAll(db), readSold(db), readCounted(db)])
  return [...groupsBySize(all, sold, catalogue), ...groupsByCells(counted, catalogue)]
}

type SizeRow = { category: string; sizeCode: string; band: number; count: number }

const band = (price: string) => sql.raw(`width_bucket(${price}, array[${BAND_STARTS.join(', ')}])`)

/** Products whose stock is not counted. Grouped by price first, in index order, so that nothing is sorted or hashed. */
async function readAll(db: Db): Promise<SizeRow[]> {
  const { rows } = await db.execute<SizeRow>(sql`
    select category, size_code as "sizeCode", ${band('price')} as band, sum(count)::integer as count from (
      select category, size_code, price, count(*) as count from products
      where approved and on_sale and stock <> 'counted' group by category, size_code, price
    ) as by_price group by category, size_code, band`)
  return rows
}

/** Those of them that are Sold; `isSold` of domain/catalog/stock/stock.ts is the rule. */
async function readSold(db: Db): Promise<SizeRow[]> {
  const { rows } = await db.execute<SizeRow>(sql`
    select category, size_code as "sizeCode", ${band('price')} as band, count(*)::integer as count
    from products where approved and on_sale and is_sold
    group by category, size_code, band`)
  return rows
}

function groupsBySize(all: readonly SizeRow[], sold: readonly SizeRow[], catalogue: Catalogue): ProductGroup[] {
  const keyOf = ({ category, sizeCode, band }: SizeRow) => JSON.stringify([category, sizeCode, band])
  const soldCounts = new Map(sold.map((row) => [keyOf(row), row.count]))
  const shared = new Map<string, Offer[]>()
  const offers = (sizeCode: string, ownBand: number, isSold: boolean) => {
    const key = JSON.stringify([sizeCode, ownBand, isSold])
    const found = shared.get(key) ?? offersOf({ sizeCode, ownBand: bandAt(ownBand), isSold }, catalogue)
    shared.set(key, found)
    return found
  }
  return all.flatMap((row) => {
    // The two queries ran a moment apart, so they may disagree.
    const soldCount = Math.min(row.count, soldCounts.get(keyOf(row)) ?? 0)
    const { category, sizeCode, band } = row
    return [
      { category, count: row.count - soldCount, offers: offers(sizeCode, band, false) },
      { category, count: soldCount, offers: offers(sizeCode, band, true) },
    ].filter(({ count }) => count > 0)
  })
}

/** `cells`: size, finish, number of its band and `t` if a unit is free, joined by tabs. */
type CellsRow = { category: string; sizeCode: string; cells: string[]; count: number }

async function readCounted(db: Db): Promise<CellsRow[]> {
  const { rows } = await db.execute<CellsRow>(sql`
    select category, size_code as "sizeCode", cells, count(*)::integer as count from (
      select p.id, p.category, p.size_code, array_agg(
        concat_ws(E'\t', v.size_code, v.finish, ${band('v.price')}, v.is_available) order by v.size_code, v.finish) as cells
      from (
        select id, category, size_code from products
        where approved and on_sale and stock = 'counted' order by id desc limit ${MAX_COUNTED}
      ) as p
      join sellable_variants as v on v.product_id = p.id
      group by p.id, p.category, p.size_code
    ) as by_product group by category, size_code, cells`)
  return rows
}

function groupsByCells(rows: readonly CellsRow[], catalogue: Catalogue): ProductGroup[] {
  return rows.map(({ category, cells, count }) => {
    const choices = cells.map((cell) => {
      const [code = '', finish = '', number, free] = cell.split('\t')
      return { sizeCode: code, finish, band: bandAt(Number(number)), isAvailable: free === 't' }
    })
    const offers = choices.flatMap(({ band, ...choice }) => {
      const size = findSize(catalogue, choice.sizeCode)
      return size ? [toOffer({ size, ...choice }, band)] : []
    })
    return { category, count, offers }
  })
}
