import type { ProductId } from '#domain/catalog/product.ts'
import type { VariantName } from '#domain/catalog/variant.ts'
import { readSettings } from '#domain/shop/settings.ts'
import { type Db, queryPrepared } from '#server/db/connection.ts'

/** Variants that the overview lists, and how many are counted at most. */
const SHOWN = 10
const COUNTED = 200

type LowVariant = VariantName & { productId: ProductId; title: string; free: number }

/** `limit` as the shop's settings have it; `total` at most 200. */
export type LowStock = { limit: number; total: number; choices: LowVariant[] }

const lowStockSql = {
  name: 'list_low_stock',
  text: `
    select p.id::float8 as "productId", p.title, v.size_code as "sizeCode", v.finish, v.available as free
    from (
      select product_id, id from product_variants where offered and on_hand - held <= $1 order by on_hand - held, product_id limit $2
    ) as low
    join products as p on p.id = low.product_id and p.stock = 'counted' and p.approved
    cross join lateral (
      -- Without the limit, PostgreSQL reads the variants of all products.
      select v.size_code, v.finish, v.available from sellable_variants as v where v.id = low.id and v.available <= $1 limit 1) as v
    order by free, p.id, v.size_code, v.finish limit $2`,
}

/** Counted variants that are nearly sold out, the lowest first. Undefined: the shop counts nothing. */
export async function readLowStockList(db: Db): Promise<LowStock | undefined> {
  const [any] = await queryPrepared(db, anyCountedSql, [])
  if (!any) return undefined
  const limit = await readLowStock(db)
  const low = await queryPrepared<LowVariant>(db, lowStockSql, [limit, COUNTED])
  return { limit, total: low.length, choices: low.slice(0, SHOWN) }
}

/** At how many units stock counts as low, as the settings have it. */
export async function readLowStock(db: Db): Promise<number> {
  return readSettings(await queryPrepared<{ name: string; value: unknown }>(db, readLowStockSql, [])).lowStock
}

const readLowStockSql = { name: 'read_low_stock', text: `select name, value from settings where name = 'lowStock'` }

const anyCountedSql = {
  name: 'any_counted',
  text: 'select 1 as one from product_variants where offered limit 1',
}
