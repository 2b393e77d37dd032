import { and, asc, eq, exists, inArray, lt, ne, or, sql } from 'drizzle-orm'
import type { FinishValues, SizeValues } from '#domain/catalog/forms/size-form.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import { type Catalogue, type Finish, findSize } from '#domain/catalog/sizes.ts'
import type { Rupees } from '#domain/money.ts'
import { type Db, queryPrepared, type Transaction } from '#server/db/connection.ts'
import { enqueueJob, READABLE_JOBS } from '#server/db/enqueue.ts'
import { families, finishes, sizes } from '#server/db/schema/catalogue.ts'
import { outbox } from '#server/db/schema/operations.ts'
import { products } from '#server/db/schema/shop.ts'
import { productVariants } from '#server/db/schema/stock.ts'

/** One prepared statement, because an order reads it while its products are locked. */
const readCatalogueSql = {
  name: 'read_catalogue',
  text: `
    select
      (select coalesce(json_agg(json_build_object('code', code, 'family', family, 'price', price, 'width', width,
          'depth', depth, 'height', height, 'weight', weight, 'isRetired', is_retired)
          order by families.position, width * depth * height, code), '[]')
        from sizes join families on families.name = sizes.family) as sizes,
      (select coalesce(json_agg(json_build_object('name', name, 'swatch', swatch, 'isRetired', is_retired)
          order by position), '[]')
        from finishes) as finishes`,
}

export async function readCatalogue(db: Db): Promise<Catalogue> {
  const [catalogue] = await queryPrepared<Catalogue>(db, readCatalogueSql, [])
  return catalogue as Catalogue
}

/** Sizes and finishes including this size, even if it is so new that this process's cache does not have it yet. */
export async function readCatalogueWith(
  { db, catalogue }: { db: Db; catalogue: { read(): Promise<Catalogue> } },
  sizeCode: string,
): Promise<Catalogue> {
  const known = await catalogue.read()
  return sizeCode === '' || findSize(known, sizeCode) ? known : readCatalogue(db)
}

/** Locks the catalogue for one change at a time, so that the audit log gets the true state before it. */
export async function lockCatalogue(tx: Transaction): Promise<Catalogue & { families: string[] }> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('catalogue', 0))`)
  // A new size or finish gives every product of a large shop new variants.
  await tx.execute(sql`select set_config('statement_timeout', '10min', true)`)
  return { ...(await readCatalogue(tx)), families: await listFamilies(tx) }
}

/** Keeps sizes and finishes as they are. Taken before products are locked, as `lockCatalogue` does. */
export async function holdCatalogue(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended('catalogue', 0))`)
}

/** All families, also those without a size. */
export async function listFamilies(db: Db): Promise<string[]> {
  const rows = await db.select({ name: families.name }).from(families).orderBy(asc(families.position))
  return rows.map(({ name }) => name)
}

export async function insertFamily(tx: Transaction, name: string): Promise<void> {
  await tx.insert(families).values({ name })
}

/** Renames a family. Its sizes follow by the foreign key; the labels of its products are updated here. */
export async function renameFamily(tx: Transaction, from: string, to: string): Promise<void> {
  await tx.update(families).set({ name: to }).where(eq(families.name, from))
  const codes = tx.select({ code: sizes.code }).from(sizes).where(eq(sizes.family, to))
  await tx
    .update(products)
    .set({ sizeLabel: sql`${to} || ' ' || ${products.sizeCode}` })
    .where(inArray(products.sizeCode, codes))
}

export async function removeFamily(tx: Transaction, name: string): Promise<void> {
  await tx.delete(families).where(eq(families.name, name))
}

export async function upsertSize(tx: Transaction, { code, ...values }: SizeValues): Promise<void> {
  await tx
    .insert(sizes)
    .values({ code, ...values })
    .onConflictDoUpdate({ target: sizes.code, set: values })
}

/**
 * Gives the new price to those products of this size that have its old price, and the new label to all of them.
 *
 * @returns how many prices have changed
 */
export async function updateProductsOfSize(
  tx: Transaction,
  { code, price, label }: { code: string; price: { before: Rupees; after: Rupees }; label: string },
): Promise<number> {
  // Locked in order of their ids, as everywhere, to avoid deadlocks with orders.
  await tx
    .select({ id: products.id })
    .from(products)
    .where(eq(products.sizeCode, code))
    .orderBy(products.id)
    .for('update')
  await tx
    .update(products)
    .set({ sizeLabel: label })
    .where(and(eq(products.sizeCode, code), ne(products.sizeLabel, label)))
  if (price.before === price.after) return 0
  const changed = await tx
    .update(products)
    .set({ price: price.after, version: sql`${products.version} + 1` })
    .where(and(eq(products.sizeCode, code), eq(products.price, price.before)))
  return changed.rowCount ?? 0
}

/** How many of the products that would get the new price have an MRP below it. */
export async function countLowMrp(tx: Transaction, code: string, price: { before: Rupees; after: Rupees }) {
  const follows = and(eq(products.sizeCode, code), eq(products.price, price.before))
  return tx.$count(products, and(follows, lt(products.mrp, price.after)))
}

export async function setSizesRetired(tx: Transaction, codes: readonly string[], isRetired: boolean): Promise<void> {
  await tx.update(sizes).set({ isRetired }).where(inArray(sizes.code, codes))
}

/** The sizes that are a product's own size, or are counted for one. */
export async function listUsedSizes(db: Db): Promise<string[]> {
  const own = db.select({ id: products.id }).from(products).where(eq(products.sizeCode, sizes.code))
  const counted = db
    .select({ code: productVariants.sizeCode })
    .from(productVariants)
    .where(and(eq(productVariants.sizeCode, sizes.code), productVariants.offered))
  const rows = await db
    .select({ code: sizes.code })
    .from(sizes)
    .where(or(exists(own), exists(counted)))
  return rows.map(({ code }) => code)
}

/**
 * The finishes that a counted variant has, and, while a product that is not counted is for sale, those that are offered:
 * such a product comes in all of them.
 */
export async function listUsedFinishes(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from finishes
    where exists (select from product_variants as v where v.finish = name and v.offered)
      or (not is_retired and exists (select from products where approved and on_sale and stock <> 'counted'))`)
  return rows.map(({ name }) => name)
}

export async function removeFinish(tx: Transaction, name: string): Promise<void> {
  await tx.delete(productVariants).where(eq(productVariants.finish, name))
  await tx.delete(finishes).where(eq(finishes.name, name))
}

export async function removeSize(tx: Transaction, code: string): Promise<void> {
  await tx.delete(productVariants).where(eq(productVariants.sizeCode, code))
  await tx.delete(sizes).where(eq(sizes.code, code))
}

/** The first pots have it at once; a job gives it to the others. */
export async function insertFinish(tx: Transaction, values: FinishValues): Promise<void> {
  await tx.insert(finishes).values(values)
  await enqueueJob(tx, { job: 'add-finish', finish: values.name })
}

/** Pots that get a new finish in one transaction, which keeps them from being deleted. */
const POTS_AT_ONCE = 2000

const giveFinishSql = {
  name: 'give_finish',
  text: `
    with batch as (
      select id, size_code from products where id > $2 and size_code is not null order by id limit ${POTS_AT_ONCE}
    ),
    added as (
      insert into product_variants (product_id, size_code, finish)
      select batch.id, s.code, f.name from batch join sizes as own on own.code = batch.size_code
        join sizes as s on s.family = own.family join finishes as f on f.name = $1
      on conflict (product_id, size_code, finish) where size_code is not null do nothing
      returning 1
    )
    select (select max(id) from batch) as last, (select count(*)::integer from added) as added`,
}

/** Gives the next pots after this one a finish. @returns how many variants that made, and the last pot, if there was one */
export async function giveFinish(tx: Transaction, finish: string, after: ProductId) {
  const [row] = await queryPrepared<{ last: string | null; added: number }>(tx, giveFinishSql, [finish, after])
  return { last: row?.last ? Number(row.last) : undefined, added: row?.added ?? 0 }
}

/** Publishes that pages show another choice of finishes. */
export async function publishFinish(tx: Transaction, finish: string): Promise<void> {
  await tx.insert(outbox).values({ change: `settings ${finish}` })
}

/** The new finishes that not all pots have yet. */
export async function listFinishesToGive(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select distinct payload ->> 'finish' as name from ${sql.raw(READABLE_JOBS)} as job
    where task_identifier = 'add-finish' order by 1`)
  return rows.map(({ name }) => name)
}

export async function updateFinish(tx: Transaction, name: string, values: Partial<Finish>): Promise<void> {
  await tx.update(finishes).set(values).where(eq(finishes.name, name))
}
