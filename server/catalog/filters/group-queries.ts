import { sql } from 'drizzle-orm'
import type { ProductGroup } from '#domain/catalog/filters/facets.ts'
import { type FilteredVariant, toFaceted } from '#domain/catalog/filters/filters.ts'
import { BAND_STARTS } from '#domain/catalog/filters/price-bands.ts'
import { priceBefore } from '#domain/offers/price-before.ts'
import { findPriceOffers, isUnnamed, NAMED_MAX, namedIds } from '#server/catalog/price-offer-queries.ts'
import type { Db } from '#server/db/connection.ts'

/** Only the newest products that are counted, or of another kind, are read, because each may have other variants. */
export const MAX_COUNTED = 20_000

/**
 * Everything for sale, as groups of products with the same variants. Products that are not counted have the same if their
 * category, size, band of prices and whether they are Sold are the same, so the variants of one of them are read. They
 * are grouped by price first, in index order, so that nothing large is sorted.
 */
export async function listGroups(db: Db): Promise<ProductGroup[]> {
  const [common, offers] = await Promise.all([listCommonAttributes(db), findPriceOffers(db, NAMED_MAX)])
  const starts = BAND_STARTS.map((start) => priceBefore(offers?.everywhere ?? [], start))
  const band = sql`width_bucket(price, ${sql.param(starts)}::integer[])`
  const named = sql`id = any (${sql.param(namedIds(offers))}::bigint[])`
  const isCommon = sql`attributes = any (${sql.param(common)}::text[])`
  // Without attributes the index alone answers.
  const attributes = common.length === 0 ? sql`''` : sql`case when ${isCommon} then attributes else '' end`
  const { rows } = await db.execute<{
    category: string
    count: number
    attributes: string
    variants: FilteredVariant[]
  }>(sql`
    with alike as (
      select category, attributes, sum(count)::integer as count, min(id) as id from (
        select category, size_code, price, is_sold, ${attributes} as attributes, count(*) as count, min(id) as id from products
        where approved and on_sale and stock <> 'counted' and size_code is not null and ${isUnnamed(offers)}
        group by category, size_code, price, is_sold, 5
      ) as by_price group by category, size_code, ${band}, is_sold, attributes
      union all
      (select category, attributes, 1, id from products
        where approved and on_sale and (stock = 'counted' or size_code is null) order by id desc limit ${MAX_COUNTED})
      union all
      select category, attributes, 1, id from products
      where ${named} and approved and on_sale and stock <> 'counted' and size_code is not null
    ),
    offered as (
      select alike.category, alike.attributes, alike.count, jsonb_agg(jsonb_build_object('sizeCode', v.size_code, 'finish', v.finish, 'price', v.price, 'isAvailable', v.is_available) order by v.size_code, v.finish) as variants
      from alike cross join lateral (
        -- Joined without the offset, PostgreSQL reads the variants of all products first.
        select v.size_code, v.finish, v.price, v.is_available from sellable_variants as v where v.product_id = alike.id offset 0
      ) as v group by alike.id, alike.category, alike.attributes, alike.count
    )
    select category, attributes, sum(count)::integer as count, variants from offered group by category, attributes, variants`)
  return rows.map(({ variants, attributes, ...group }) => ({
    ...group,
    variants: variants.map((variant) => toFaceted({ ...variant, attributes })),
  }))
}

/** Products whose attributes fewer others share are counted as if they had none, so that the groups stay few. */
const MAX_ATTRIBUTES = 2000

async function listCommonAttributes(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ attributes: string }>(sql`
    select attributes from products where approved and on_sale and attributes <> ''
    group by attributes order by count(*) desc, attributes limit ${MAX_ATTRIBUTES}`)
  return rows.map(({ attributes }) => attributes)
}
