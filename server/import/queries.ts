import { and, asc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { ImportedProduct, Source } from '#domain/catalog/import/row.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import { PRODUCT_FIELD_NAMES } from '#domain/catalog/product-fields.ts'
import type { StockedVariant } from '#domain/catalog/stock/stock-form.ts'
import { listBySku, type StoredProduct, storedColumns } from '#server/catalog/queries.ts'
import { listStockVersions } from '#server/catalog/stock/grid-queries.ts'
import { listStocked, lockVariantsOf } from '#server/catalog/stock/queries.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { importedProducts, importPictures, imports } from '#server/db/schema/imports.ts'
import { products } from '#server/db/schema/shop.ts'
import { productVariants } from '#server/db/schema/stock.ts'

export type StoredImport = typeof imports.$inferSelect
export type ImportPicture = typeof importPictures.$inferSelect

export async function insertImport(db: Db, values: typeof imports.$inferInsert): Promise<void> {
  await db.insert(imports).values(values)
}

export async function findImport(db: Db, id: string): Promise<StoredImport | undefined> {
  const [row] = await db.select().from(imports).where(eq(imports.id, id))
  return row
}

/** Locks the file until the transaction ends, so that it is imported only once. */
export async function lockImport(tx: Transaction, id: string): Promise<StoredImport | undefined> {
  const [row] = await tx.select().from(imports).where(eq(imports.id, id)).for('update')
  return row
}

/** The files that were not imported yet, newest first. */
export async function listOpenImports(db: Db) {
  return db
    .select({ id: imports.id, fileName: imports.fileName, time: imports.time })
    .from(imports)
    .where(isNull(imports.result))
    .orderBy(sql`${imports.time} desc`)
    .limit(10)
}

export async function updateImport(
  tx: Transaction,
  id: string,
  values: Partial<Pick<StoredImport, 'choices' | 'result'>>,
): Promise<void> {
  await tx.update(imports).set(values).where(eq(imports.id, id))
}

export async function removeImport(tx: Transaction, id: string): Promise<void> {
  await tx.delete(imports).where(eq(imports.id, id))
}

export async function listOldImports(db: Db, before: Date): Promise<string[]> {
  const rows = await db.select({ id: imports.id }).from(imports).where(lt(imports.time, before)).limit(100)
  return rows.map(({ id }) => id)
}

export async function listPictures(db: Db, importId: string): Promise<ImportPicture[]> {
  return db.select().from(importPictures).where(eq(importPictures.importId, importId)).orderBy(asc(importPictures.name))
}

/** Inserts pictures. One that could not be read before is replaced; any other that is there already stays. */
export async function insertPictures(tx: Transaction, list: (typeof importPictures.$inferInsert)[]): Promise<void> {
  await tx
    .insert(importPictures)
    .values(list)
    .onConflictDoUpdate({
      target: [importPictures.importId, importPictures.name],
      set: { storeKey: sql`excluded.store_key`, problem: sql`excluded.problem` },
      setWhere: isNotNull(importPictures.problem),
    })
}

const isWaiting = and(isNull(importPictures.address), isNull(importPictures.problem))

export async function listWaiting(db: Db, importId: string, limit: number): Promise<ImportPicture[]> {
  return db
    .select()
    .from(importPictures)
    .where(and(eq(importPictures.importId, importId), isWaiting))
    .orderBy(asc(importPictures.name))
    .limit(limit)
}

/** False: the picture was prepared already, or its file is gone. */
export async function setPrepared(
  tx: Db,
  { importId, name }: Pick<ImportPicture, 'importId' | 'name'>,
  made: { address: string } | { problem: string },
): Promise<boolean> {
  const done = await tx
    .update(importPictures)
    .set(made)
    .where(and(eq(importPictures.importId, importId), eq(importPictures.name, name), isWaiting))
  return done.rowCount === 1
}

/** Products that earlier imports made, keyed by their id in the source shop. */
export async function listImportedProducts(db: Db, source: Source) {
  const rows = await db.select().from(importedProducts).where(eq(importedProducts.source, source))
  return new Map(rows.map(({ key, productId, mappings }) => [key, { productId, mappings }]))
}

export async function upsertMappings(tx: Transaction, list: (typeof importedProducts.$inferInsert)[]): Promise<void> {
  await tx
    .insert(importedProducts)
    .values(list)
    .onConflictDoUpdate({
      target: [importedProducts.source, importedProducts.key],
      set: { productId: sql`excluded.product_id`, mappings: sql`excluded.mappings` },
    })
}

/** The products that have these SKUs, as their own or in one of their variants, by SKU in lower case. */
export async function listByAnySku(db: Db, skus: readonly string[]): Promise<Map<string, ProductId>> {
  const wanted = skus.map((sku) => sku.toLowerCase()).filter((sku) => sku !== '')
  if (wanted.length === 0) return new Map()
  const ofCells = await db
    .select({ id: productVariants.productId, sku: sql<string>`lower(${productVariants.sku})` })
    .from(productVariants)
    .where(inArray(sql`lower(${productVariants.sku})`, wanted))
  return new Map([...ofCells.map(({ sku, id }) => [sku, id] as const), ...(await listBySku(db, skus))])
}

/** Products without counted stock; a new finish appears on all of them. */
export async function countUntrackedProducts(db: Db): Promise<number> {
  const others = or(eq(products.stock, 'as-delivered'), eq(products.stock, 'made-to-order'))
  return db.$count(products, others)
}

export type ProductWithStock = StoredProduct & { cells: StockedVariant[]; stockVersion: number | null }

/** Adds the counted variants. `stockVersion` is read first, so that an import refuses any change that comes later. */
export async function withStock(db: Db, list: readonly StoredProduct[]): Promise<ProductWithStock[]> {
  const ids = list.map(({ id }) => id)
  const versions = await listStockVersions(db, ids)
  const cells = Map.groupBy(await listStocked(db, ids), ({ productId }) => productId)
  return list.map((product) => ({
    ...product,
    cells: cells.get(product.id) ?? [],
    stockVersion: versions.get(product.id) ?? null,
  }))
}

/**
 * Products with their counted variants.
 *
 * @param lock locks both until this transaction ends; callers pass batches in order of ids
 */
export async function listPresent(
  db: Db,
  ids: readonly ProductId[],
  { lock }: { lock?: Transaction | undefined } = {},
): Promise<Map<ProductId, ProductWithStock>> {
  if (ids.length === 0) return new Map()
  const query = db.select(storedColumns).from(products).where(inArray(products.id, ids)).orderBy(asc(products.id))
  const rows = await (lock ? query.for('update') : query)
  if (lock) await lockVariantsOf(lock, ...rows.map(({ id }) => id))
  return new Map((await withStock(db, rows)).map((row) => [row.id, row]))
}

const IMPORTED = [
  ...PRODUCT_FIELD_NAMES,
  'sizeLabel',
  'productImageUrl',
  'altTexts',
  'approved',
  'featured',
  'onSale',
] as const
const assignments = sql.raw(
  IMPORTED.map(
    (name) =>
      `${toSnakeCase(name)} = ${name === 'sizeCode' ? "nullif(edited.size_code, '')" : `edited.${toSnakeCase(name)}`}`,
  ).join(', '),
)

/** Updates many products in one statement. */
export async function updateMany(tx: Transaction, edited: readonly (ImportedProduct & { id: ProductId })[]) {
  if (edited.length === 0) return
  const rows = edited.map((row) =>
    Object.fromEntries((['id', ...IMPORTED] as const).map((name) => [toSnakeCase(name), row[name]])),
  )
  await tx.execute(sql`
    update products set ${assignments}, version = products.version + 1
    from jsonb_populate_recordset(null::products, ${JSON.stringify(rows)}::jsonb) as edited
    where products.id = edited.id`)
}

/** A new version of products of which only the stock has changed. */
export async function updateVersions(tx: Transaction, ids: readonly ProductId[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(products)
    .set({ version: sql`${products.version} + 1` })
    .where(inArray(products.id, ids))
}

export async function insertMany(tx: Transaction, values: readonly (typeof products.$inferInsert)[]) {
  return values.length === 0
    ? []
    : tx
        .insert(products)
        .values(values.map((product) => ({ ...product, sizeCode: product.sizeCode || null })))
        .returning(storedColumns)
}
