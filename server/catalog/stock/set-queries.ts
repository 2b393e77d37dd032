import { eq, sql } from 'drizzle-orm'
import type { ProductId } from '#domain/catalog/product.ts'
import type { SetContents, SetPart, SetParts } from '#domain/catalog/sets.ts'
import { type Db, queryPrepared, rowsBy, type Transaction } from '#server/db/connection.ts'
import { products } from '#server/db/schema/shop.ts'
import { setParts, variantWords } from '#server/db/schema/stock.ts'

/** In SQL, the ids of `$1`, written so that PostgreSQL plans once: `any ($1)` is planned anew for each query, in 10 ms. */
export const WANTED = 'array(select unnest($1::bigint[]))'

const listPartsSql = {
  name: 'list_set_parts',
  text: `
    select s.product_id::float8 as "setId", s.variant_id::float8 as "variantId", s.quantity, p.id::float8 as "productId", coalesce(p.title, '') as title,
      coalesce(v.size_code, '') as "sizeCode", case when v.id is null then '' else ${variantWords('v')} end as finish,
      coalesce(v.image, p.product_image_url[1], '') as image
    from set_parts as s left join product_variants as v on v.id = s.variant_id left join products as p on p.id = v.product_id
    where s.product_id = any (${WANTED}) order by s.product_id, s.position`,
}

/** In SQL, the ids of `$1` with those of the products that these sets hold. */
export const WITH_PARTS = `array(
  select unnest($1::bigint[])
  union select v.product_id from set_parts as s join product_variants as v on v.id = s.variant_id
  where s.product_id = any ($1::bigint[]))`

/** The parts of these products; those that are no sets have none. */
export async function listSetParts(db: Db, ids: readonly ProductId[]): Promise<SetParts> {
  if (ids.length === 0) return new Map()
  const rows = await queryPrepared<SetPart & { setId: ProductId }>(db, listPartsSql, [ids])
  return rowsBy(rows, 'setId')
}

/** Of a product that is a set. */
export async function findSetContents(
  db: Db,
  { id, setPrice, setPercent }: { id: ProductId; setPrice: number | null; setPercent: number | null },
): Promise<SetContents> {
  return { price: setPrice, percent: setPercent, parts: [...((await listSetParts(db, [id])).get(id) ?? [])] }
}

/** Writes the parts of a locked set. */
export async function replaceParts(
  tx: Transaction,
  productId: ProductId,
  parts: readonly Pick<SetPart, 'variantId' | 'quantity'>[],
): Promise<void> {
  await tx.delete(setParts).where(eq(setParts.productId, productId))
  const rows = parts.map(({ variantId, quantity }, index) => ({ productId, position: index + 1, variantId, quantity }))
  if (rows.length > 0) await tx.insert(setParts).values(rows)
}

/** Sets whose stored price, by which lists are sorted, is no longer that of their parts. */
export async function listToPrice(db: Db): Promise<ProductId[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select p.id from products as p
    where p.id in (select product_id from set_parts)
      and p.price <> (select regular from sellable_variants where product_id = p.id limit 1)
    order by p.id`)
  return rows.map(({ id }) => Number(id))
}

/** Gives a locked set the price that its parts have now. */
export async function updateSetPrice(tx: Transaction, id: ProductId): Promise<void> {
  await tx
    .update(products)
    .set({ price: sql`(select regular from sellable_variants where product_id = ${id} limit 1)` })
    .where(eq(products.id, id))
}
