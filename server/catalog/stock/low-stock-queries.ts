import type { ProductId } from '#domain/catalog/product.ts'
import { type CellName, choicesOnSale } from '#domain/catalog/stock/stock.ts'
import { readCatalogue } from '#server/catalog/sizes/queries.ts'
import { type Db, queryPrepared } from '#server/db/connection.ts'
import { readLowStock } from './queries.ts'

/** Choices that the overview lists, and how many are counted at most. */
const SHOWN = 10
const COUNTED = 200

type LowChoice = CellName & { productId: ProductId; title: string; free: number }

/** `limit` as the shop's settings have it; `total` at most 200. */
export type LowStock = { limit: number; total: number; choices: LowChoice[] }

const lowStockSql = {
  name: 'list_low_stock',
  text: `
    with candidates as (
      (select product_id, size_code, finish, units from stock_cells where units <= $1 order by units, product_id limit $2)
      union
      (select product_id, size_code, finish, units from stock_holds join stock_cells using (product_id, size_code, finish))
    )
    select p.id, p.title, p.size_code as "ownSize", c.size_code as "sizeCode", c.finish, greatest(0, units - held)::integer as free
    from candidates as c
    join products as p on p.id = c.product_id and p.stock = 'counted' and p.approved
    cross join lateral (
      select coalesce(sum(quantity), 0) as held from stock_holds as h
      where h.product_id = c.product_id and h.size_code = c.size_code and h.finish = c.finish
        and h.expires_at > clock_timestamp()) as holds
    where units - held <= $1
    order by free, p.id, c.size_code, c.finish limit $2`,
}

type LowRow = { id: string; title: string; ownSize: string; sizeCode: string; finish: string; free: number }

/** Counted choices that are nearly sold out, the lowest first. Undefined: the shop counts nothing. */
export async function readLowStockList(db: Db): Promise<LowStock | undefined> {
  const [any] = await queryPrepared(db, anyCountedSql, [])
  if (!any) return undefined
  const [limit, catalogue] = await Promise.all([readLowStock(db), readCatalogue(db)])
  const rows = await queryPrepared<LowRow>(db, lowStockSql, [limit, COUNTED])
  const low = rows.filter((row) => choicesOnSale([row], { sizeCode: row.ownSize }, catalogue).length > 0)
  return {
    limit,
    total: low.length,
    choices: low
      .slice(0, SHOWN)
      .map(({ id, title, sizeCode, finish, free }) => ({ productId: Number(id), title, sizeCode, finish, free })),
  }
}

const anyCountedSql = { name: 'any_counted', text: 'select 1 as one from stock_cells limit 1' }
