import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { OwnVariants } from '#domain/catalog/forms/own-variants.ts'
import { MEDIA_NAMES, type Media, mediaFolder } from '#domain/catalog/media.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import type { SetPart } from '#domain/catalog/sets.ts'
import type { StockedVariant } from '#domain/catalog/stock/stock-form.ts'
import { type Db, getWritten, type Transaction } from '#server/db/connection.ts'
import { user } from '#server/db/schema/accounts.ts'
import { audit, products, uploads } from '#server/db/schema/shop.ts'

/** `sizeCode` is empty for a product of another kind. */
const { search: _, ...columns } = getTableColumns(products)
export const storedColumns = {
  ...columns,
  sizeCode: sql<string>`coalesce(${products.sizeCode}, '')`.as('size_code'),
}
export type StoredProduct = Omit<typeof products.$inferSelect, 'sizeCode' | 'search'> & { sizeCode: string }
export type ProductValues = typeof products.$inferInsert

export async function findStored(db: Db, id: ProductId): Promise<StoredProduct | undefined> {
  const [row] = await db.select(storedColumns).from(products).where(eq(products.id, id))
  return row
}

/** In no order; ids that do not exist are left out. */
export async function listStored(db: Db, ids: readonly ProductId[]): Promise<StoredProduct[]> {
  if (ids.length === 0) return []
  return db.select(storedColumns).from(products).where(inArray(products.id, ids))
}

/** Products of this seller that wait for an admin's approval. */
export async function countWaiting(db: Db, userId: string): Promise<number> {
  return db.$count(products, and(eq(products.userId, userId), eq(products.approved, false)))
}

/** Locked against changes, orders and deliveries until this transaction ends. */
export async function lockProduct(tx: Transaction, id: ProductId): Promise<StoredProduct | undefined> {
  const [row] = await tx.select(storedColumns).from(products).where(eq(products.id, id)).for('update')
  return row
}

export async function insertProduct(tx: Transaction, values: ProductValues): Promise<StoredProduct> {
  return getWritten(tx.insert(products).values(values).returning(storedColumns))
}

/** Saves an edit and increments the version for optimistic locking. */
export async function updateEdited(tx: Transaction, id: ProductId, values: Partial<ProductValues>): Promise<void> {
  await tx
    .update(products)
    .set({ ...values, version: sql`${products.version} + 1` })
    .where(eq(products.id, id))
}

/** Finds the products that have these SKUs, by SKU in lower case. */
export async function listBySku(db: Db, skus: readonly string[]): Promise<Map<string, ProductId>> {
  const wanted = skus.filter((sku) => sku !== '').map((sku) => sku.toLowerCase())
  if (wanted.length === 0) return new Map()
  const sku = sql<string>`lower(sku)`
  const rows = await db
    .select({ id: products.id, sku })
    .from(products)
    .where(and(sql`sku <> ''`, inArray(sku, wanted)))
  return new Map(rows.map((row) => [row.sku, row.id]))
}

/** Keeps the version, because no form shows these flags and open forms need not conflict. */
export async function setFlag(
  tx: Transaction,
  id: ProductId,
  flag: { approved: true } | { featured: true } | { onSale: boolean },
): Promise<void> {
  await tx.update(products).set(flag).where(eq(products.id, id))
}

/** Deliveries before this time no longer make the product Sold. */
export async function updateRestocked(tx: Transaction, id: ProductId): Promise<void> {
  // The database's clock, read under the lock, so that deliveries and restock have a clear sequence.
  await tx.update(products).set({ restockedAt: sql`clock_timestamp()` }).where(eq(products.id, id))
}

export async function removeProduct(tx: Transaction, id: ProductId): Promise<void> {
  await tx.delete(products).where(eq(products.id, id))
}

/** A deleted product and its stock as the audit log holds them. */
export async function findDeleted(db: Db, id: ProductId) {
  const [record] = await db
    .select({ before: audit.before })
    .from(audit)
    .where(and(eq(audit.subject, `product ${id}`), eq(audit.action, 'delete product')))
    .orderBy(desc(audit.id))
    .limit(1)
  if (!record?.before) return undefined
  type Deleted = StoredProduct & {
    time: string
    restockedAt: string | null
    cells?: (StockedVariant & { id?: number })[]
    own?: OwnVariants
    parts?: SetPart[]
  }
  const { time, restockedAt, cells = [], own, parts = [], ...values } = record.before as Deleted
  const restocked = restockedAt === null ? null : new Date(restockedAt)
  return { product: { ...values, time: new Date(time), restockedAt: restocked }, cells, own, parts }
}

/** The video and the models of a deleted product whose files are still there. */
async function keepMedia(tx: Transaction, row: Partial<Media>): Promise<Media> {
  const folders = MEDIA_NAMES.flatMap((name) => row[name] ?? []).map(mediaFolder)
  const kept = folders.length > 0 ? await tx.delete(uploads).where(inArray(uploads.folder, folders)).returning() : []
  const isKept = (address: string | null | undefined) =>
    address && kept.some(({ folder }) => folder === mediaFolder(address)) ? address : null
  return { video: isKept(row.video), glb: isKept(row.glb), usdz: isKept(row.usdz) }
}

/**
 * Undefined: restored already. The creator is left out if that account is gone, the SKU if another product has it now.
 */
export async function insertRestored(tx: Transaction, row: StoredProduct): Promise<StoredProduct | undefined> {
  const [creator] = row.userId ? await tx.select({ id: user.id }).from(user).where(eq(user.id, row.userId)) : []
  const kept = await keepMedia(tx, row)
  // Products that were deleted before there were SKUs have none.
  const isSkuTaken = (await listBySku(tx, [row.sku ?? ''])).size > 0
  const [restored] = await tx
    .insert(products)
    .values({
      ...row,
      ...kept,
      ...(isSkuTaken && { sku: '' }),
      sizeCode: row.sizeCode || null,
      userId: creator?.id ?? null,
      deliveredAt: sql`(select max(delivered_at) from order_lines where product_id = ${row.id} and delivered_at is not null)`,
    })
    .onConflictDoNothing({ target: products.id })
    .returning(storedColumns)
  return restored
}
