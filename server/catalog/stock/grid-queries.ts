import { desc, eq, inArray, max, sql } from 'drizzle-orm'
import { kindOf } from '#domain/catalog/kind.ts'
import { readOptionWords } from '#domain/catalog/options.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import { formatStock, type StockedVariant, type VariantChange } from '#domain/catalog/stock/stock-form.ts'
import type { StockReason } from '#domain/catalog/stock-mode.ts'
import type { VariantName } from '#domain/catalog/variant.ts'
import { batchesOf, type Db, queryPrepared, type Transaction } from '#server/db/connection.ts'
import { user } from '#server/db/schema/accounts.ts'
import { stockChanges, variantWords } from '#server/db/schema/stock.ts'

/** Variants per statement. */
const BATCH = 2000

/** A change of a variant. `stocked` undefined: it is not offered any more. */
export type StockWrite = VariantName & {
  productId: ProductId
  stocked: Omit<StockedVariant, 'sizeCode' | 'finish'> | undefined
  /** Of the units on hand. */
  change: number
  reason: StockReason
}

/**
 * Changes locked variants, and records the reasons. A change of price or SKU alone belongs in the audit log, not in the
 * history of units.
 */
export async function writeStocked(tx: Transaction, writes: readonly StockWrite[], actorId: string | null) {
  for (const batch of batchesOf(writes, BATCH)) {
    const rows = batch.map(({ stocked, ...write }, n) => ({ n, ...write, ...stocked, isOffered: Boolean(stocked) }))
    const list = JSON.stringify(rows)
    const options = JSON.stringify(
      rows.flatMap((row) => (kindOf(row) === 'Other' && row.isOffered ? optionsOf(row) : [])),
    )
    await Promise.all([
      queryPrepared(tx, addVariantsSql, [list]),
      ...(options === '[]' ? [] : [queryPrepared(tx, addOptionsSql, [options])]),
      queryPrepared(tx, writeStockedSql, [list, actorId]),
      ...(rows.some((row) => kindOf(row) === 'Other') ? [queryPrepared(tx, followPricesSql, [list])] : []),
    ])
  }
}

const written = `jsonb_to_recordset($1::jsonb) as w ("productId" bigint, "sizeCode" text, finish text,
  "isOffered" boolean, units integer, price integer, sku text, barcode text, weight numeric, image text, change integer,
  reason text, n integer)`

/** A file may offer a pot in sizes of another family. */
const addVariantsSql = {
  name: 'add_stocked_variants',
  text: `
    insert into product_variants (product_id, size_code, finish)
    select "productId", "sizeCode", finish from ${written} where "isOffered" and "sizeCode" <> ''
    on conflict (product_id, size_code, finish) where size_code is not null do nothing`,
}

function optionsOf({ productId, finish, n }: Pick<StockWrite, 'productId' | 'finish'> & { n: number }) {
  const options = readOptionWords(finish)
  return { productId, position: n, names: options.map(({ name }) => name), options: options.map(({ value }) => value) }
}

/** A file brings the options of products of other kinds. The names of the first variant stay. */
const addOptionsSql = {
  name: 'add_variants_with_options',
  text: `
    with wanted as (
      select w.* from jsonb_to_recordset($1::jsonb) as w ("productId" bigint, position integer, names text[], options text[])
      join products as p on p.id = "productId" and p.size_code is null
    ),
    named as (
      insert into product_options (product_id, position, name)
      select distinct on ("productId", number) "productId", number, name
      from wanted cross join unnest(names) with ordinality as parts (name, number) order by "productId", number, position
      on conflict do nothing
    )
    insert into product_variants (product_id, position, options) select "productId", position, options from wanted
    on conflict (product_id, options) where size_code is null do nothing`,
}

const writeStockedSql = {
  name: 'write_stocked_variants',
  text: `
    with saved as (
      update product_variants as v
      set offered = "isOffered", on_hand = coalesce(w.units, 0), price = w.price, sku = w.sku,
        barcode = case when v.size_code is null then w.barcode else v.barcode end,
        weight = case when v.size_code is null then w.weight else v.weight end,
        image = case when v.size_code is null then w.image else v.image end
      from ${written} cross join lateral (
        select id from product_variants
        where product_id = w."productId" and size_code = w."sizeCode" and finish = w.finish
        union all
        select id from product_variants where w."sizeCode" = '' and product_id = w."productId" and size_code is null
          and ${variantWords('product_variants')} = w.finish) as named
      where v.id = named.id
      returning v.*, w.change, w.reason, w.units, w.n
    ),
    released as (delete from stock_holds using saved where variant_id = saved.id and not saved.offered)
    insert into stock_changes (variant_id, product_id, size_code, finish, options, change, units_after, reason, actor_id)
    select id, product_id, size_code, finish, options, change, units, reason, $2 from saved
    where not offered or change <> 0 or units = 0 order by n`,
}

/** If every variant has a price of its own, the product's is the lowest of them, which lists show and sort by. */
const followPricesSql = {
  name: 'follow_prices_of_variants',
  text: `
    update products as p set price = lowest.price from (
      select product_id, min(price) as price from product_variants
      where product_id in (select distinct "productId" from ${written} where "sizeCode" = '') and size_code is null and offered
      group by product_id having count(*) = count(price)) as lowest
    where p.id = lowest.product_id and p.size_code is null and p.price <> lowest.price`,
}

const restoreSql = {
  name: 'restore_variants',
  text: `
    update product_variants as v
    set id = coalesce(w.id, (select max(variant_id) from stock_changes as c where c.product_id = v.product_id
        and (c.size_code, c.finish, c.options) is not distinct from (v.size_code, v.finish, v.options)), v.id),
      on_hand = w.units, price = w.price, sku = w.sku, offered = true
    from jsonb_to_recordset($2::jsonb) as w (id bigint, "sizeCode" text, finish text, units integer, price integer, sku text)
    where v.product_id = $1 and coalesce(v.size_code, '') = w."sizeCode" and ${variantWords('v')} = w.finish`,
}

/** The stock of a restored product, whose history still exists: its variants have their old ids again. */
export async function restoreStocked(
  tx: Transaction,
  productId: ProductId,
  list: readonly (StockedVariant & { id?: number })[],
): Promise<void> {
  await queryPrepared(tx, restoreSql, [productId, JSON.stringify(list)])
}

/** The id of the last change of each product's stock; products without any change are left out. */
export async function listStockVersions(db: Db, ids: readonly ProductId[]): Promise<Map<ProductId, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: stockChanges.productId, version: max(stockChanges.id) })
    .from(stockChanges)
    .where(inArray(stockChanges.productId, ids))
    .groupBy(stockChanges.productId)
  return new Map(rows.flatMap(({ id, version }) => (version === null ? [] : [[id, version] as const])))
}

/** How many changes the history of a product shows. */
const HISTORY = 50

export type StockChange = Awaited<ReturnType<typeof listStockChanges>>[number]

/**
 * The latest changes of a product's stock, newest first. Without an actor it was the shopper of the order, or somebody whose
 * account is deleted.
 */
export async function listStockChanges(db: Db, productId: ProductId) {
  const { id, change, unitsAfter, reason, orderId, time } = stockChanges
  const rows = await db
    .select({
      id,
      change,
      unitsAfter,
      reason,
      orderId,
      time,
      actor: user.name,
      sizeCode: sql<string>`coalesce(${stockChanges.sizeCode}, '')`,
      finish: sql<string>`${sql.raw(variantWords('stock_changes'))}`,
    })
    .from(stockChanges)
    .leftJoin(user, eq(user.id, stockChanges.actorId))
    .where(eq(stockChanges.productId, productId))
    .orderBy(desc(stockChanges.id))
    .limit(HISTORY)
  return rows.map((row) => ({ ...row, time: row.time.toISOString() }))
}

/** Writes changes of products' locked variants, and their histories. */
export async function saveStocked(
  tx: Transaction,
  products: readonly { id: ProductId; changes: readonly VariantChange[] }[],
  actorId: string,
): Promise<void> {
  const writes = products.flatMap(({ id, changes }) => changes.map((change) => ({ productId: id, ...change })))
  await writeStocked(tx, writes, actorId)
}

/** The changed variants before and after, as the audit log tells them. */
export function auditStocked(current: readonly StockedVariant[], changes: readonly VariantChange[]) {
  if (changes.length === 0) return { before: {}, after: {} }
  const isChanged = (one: StockedVariant) =>
    changes.some(({ sizeCode, finish }) => sizeCode === one.sizeCode && finish === one.finish)
  return {
    before: { cells: formatStock(current.filter(isChanged)) },
    after: { cells: formatStock(changes.flatMap(({ stocked, ...name }) => (stocked ? { ...name, ...stocked } : []))) },
  }
}

/** A variant as forms and the audit log hold it. */
export function toStocked({ sizeCode, finish, units, price, sku, ...rest }: StockedVariant): StockedVariant {
  const { barcode = null, weight = null, image = null } = rest
  return { sizeCode, finish, units, price, sku, ...(kindOf({ sizeCode }) === 'Other' && { barcode, weight, image }) }
}
