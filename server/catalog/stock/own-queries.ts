import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { OwnDecision, OwnVariant, OwnVariants } from '#domain/catalog/forms/own-variants.ts'
import type { FinishPictures } from '#domain/catalog/forms/product-form.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import { type Db, queryPrepared, type Transaction } from '#server/db/connection.ts'
import { productOptions, productVariants } from '#server/db/schema/stock.ts'

/** Options and variants of a product of another kind, on sale or not. */
export async function listOwn(db: Db, productId: ProductId): Promise<OwnVariants> {
  const { id, options, offered, onHand, price, sku, barcode, weight, image, position } = productVariants
  const [names, variants] = await Promise.all([
    db
      .select({ name: productOptions.name })
      .from(productOptions)
      .where(eq(productOptions.productId, productId))
      .orderBy(asc(productOptions.position)),
    db
      .select({ id, options, isOffered: offered, units: onHand, price, sku, barcode, weight, image })
      .from(productVariants)
      .where(and(eq(productVariants.productId, productId), isNull(productVariants.sizeCode)))
      .orderBy(asc(position), asc(id)),
  ])
  return { names: names.map(({ name }) => name), variants }
}

/** Pictures of a pot in its finishes. */
export async function listFinishPictures(db: Db, productId: ProductId): Promise<FinishPictures> {
  const { finish, image, sizeCode } = productVariants
  const rows = await db
    .selectDistinct({ finish, image })
    .from(productVariants)
    .where(and(eq(productVariants.productId, productId), isNotNull(image), isNotNull(sizeCode)))
  return Object.fromEntries(rows.map((row) => [row.finish ?? '', row.image ?? '']))
}

const writePicturesSql = {
  name: 'write_finish_pictures',
  text: `
    update product_variants as v set image = w.image
    from jsonb_to_recordset($2::jsonb) as w (finish text, image text) where v.product_id = $1 and v.size_code is not null and v.finish = w.finish`,
}

/** A finish has one picture in all sizes of a locked pot. Null: the product's pictures show it. */
export async function writeFinishPictures(
  tx: Transaction,
  productId: ProductId,
  pictures: ReadonlyMap<string, string | null>,
): Promise<void> {
  if (pictures.size === 0) return
  const list = [...pictures].map(([finish, image]) => ({ finish, image }))
  await queryPrepared(tx, writePicturesSql, [productId, JSON.stringify(list)])
}

const holdOwnSql = {
  name: 'hold_own_variants',
  text: 'select from product_variants where product_id = $1 and size_code is null order by id for update',
}

/** Locks all variants of a locked product of another kind. */
export async function lockOwn(tx: Transaction, productId: ProductId): Promise<OwnVariants> {
  await queryPrepared(tx, holdOwnSql, [productId])
  return listOwn(tx, productId)
}

const written = `jsonb_to_recordset($2::jsonb) as w (id bigint, position integer, options text[], "isOffered" boolean,
  units integer, price integer, sku text, barcode text, weight numeric, image text, change integer, reason text)`

const removeOwnSql = {
  name: 'remove_own_variants',
  text: `
    with gone as (
      delete from product_variants where product_id = $1 and size_code is null and id in (select value::bigint from jsonb_array_elements_text($2::jsonb))
      returning *
    )
    insert into stock_changes (variant_id, product_id, options, change, units_after, reason, actor_id)
    select id, product_id, options, -on_hand, null, 'not-offered', $3 from gone where offered or on_hand > 0`,
}

/** Two variants may change their names with each other, so that none may be in the way of another. */
const clearOwnNamesSql = {
  name: 'clear_own_names',
  text: `
    update product_variants as v set options = array['renamed ' || v.id] from ${written}
    where v.product_id = $1 and v.size_code is null and v.id = w.id and v.options <> w.options`,
}

const addOwnSql = {
  name: 'add_own_variants',
  text: `
    insert into product_variants (id, product_id, options)
    select coalesce(w.id, nextval('product_variants_id_seq')), $1, w.options from ${written} order by position
    on conflict (id) do nothing`,
}

const writeOwnSql = {
  name: 'write_own_variants',
  text: `
    with saved as (
      update product_variants as v
      set options = w.options, position = w.position, offered = "isOffered", on_hand = w.units, price = w.price, sku = w.sku,
        barcode = w.barcode, weight = w.weight, image = w.image
      from ${written}
      where v.product_id = $1 and v.size_code is null and (v.id = w.id or w.id is null and v.options = w.options)
      returning v.*, w.change, w.reason
    ),
    released as (delete from stock_holds using saved where variant_id = saved.id and not saved.offered)
    insert into stock_changes (variant_id, product_id, options, change, units_after, reason, actor_id)
    select id, product_id, options, change, on_hand, reason, $3 from saved where change <> 0 order by position`,
}

/** Writes options and variants of a locked product of another kind, and the history of its units. */
export async function writeOwn(
  tx: Transaction,
  productId: ProductId,
  {
    names,
    writes,
    gone,
  }: Pick<Extract<OwnDecision, { ok: true }>, 'names' | 'writes'> & { gone: readonly OwnVariant[] },
  actorId: string | null,
): Promise<void> {
  const list = JSON.stringify(writes.map((write, position) => ({ ...write, position })))
  const removed = JSON.stringify(gone.map(({ id }) => id))
  const { position } = productOptions
  const ofProduct = eq(productOptions.productId, productId)
  await tx.delete(productOptions).where(and(ofProduct, gt(position, names.length)))
  if (names.length > 0)
    await tx
      .insert(productOptions)
      .values(names.map((name, index) => ({ productId, position: index + 1, name })))
      .onConflictDoUpdate({
        target: [productOptions.productId, position],
        set: { name: sql`excluded.name` },
      })
  if (gone.length > 0) await queryPrepared(tx, removeOwnSql, [productId, removed, actorId])
  await queryPrepared(tx, clearOwnNamesSql, [productId, list])
  await queryPrepared(tx, addOwnSql, [productId, list])
  await queryPrepared(tx, writeOwnSql, [productId, list, actorId])
}
