import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'

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
