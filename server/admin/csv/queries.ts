import { and, asc, gt, inArray, ne, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { ImportedProduct } from '#domain/catalog/csv.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import { PRODUCT_FIELD_NAMES } from '#domain/catalog/product-fields.ts'
import type { StockedVariant } from '#domain/catalog/stock/stock.ts'
import type { Order } from '#domain/orders/order.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import { type StoredProduct, storedColumns } from '#server/catalog/queries.ts'
import { listStockVersions } from '#server/catalog/stock/grid-queries.ts'
import { listStocked } from '#server/catalog/stock/queries.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { user } from '#server/db/schema/accounts.ts'
import { orders, products } from '#server/db/schema/shop.ts'
import { withLines } from '#server/orders/queries.ts'

/** Rows per batch; an order has up to a hundred lines. */
const BATCH = 500

export async function listProductsAfter(db: Db, id: ProductId): Promise<StoredProduct[]> {
  return db.select(storedColumns).from(products).where(gt(products.id, id)).orderBy(asc(products.id)).limit(BATCH)
}

export type ProductWithStock = StoredProduct & { cells: StockedVariant[]; stockVersion: number | null }

/** Adds the counted choices. `stockVersion` is read first, so that an import refuses any change that comes later. */
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

export async function listOrdersAfter(db: Db, id: number): Promise<Order[]> {
  return withLines(db, await db.select().from(orders).where(gt(orders.id, id)).orderBy(asc(orders.id)).limit(BATCH))
}

export async function listOrdersById(db: Db, ids: readonly OrderId[]): Promise<Order[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(asc(orders.id))
  return withLines(db, rows)
}

export async function listUsersAfter(db: Db, id: string) {
  const { name, email, role, createdAt } = user
  return db
    .select({ uid: user.id, name, email, role, time: createdAt })
    .from(user)
    .where(and(gt(user.id, id), ne(user.id, DELETED_USER.id)))
    .orderBy(asc(user.id))
    .limit(BATCH)
}

/** @param lock locks the rows until the transaction ends; callers pass batches in order of ids */
export async function listStored(
  db: Db,
  ids: readonly ProductId[],
  { lock = false } = {},
): Promise<Map<ProductId, StoredProduct>> {
  const query = db
    .select(storedColumns)
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(asc(products.id))
  const rows = await (lock ? query.for('update') : query)
  return new Map(rows.map((row) => [row.id, row]))
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
export async function updateMany(
  tx: Transaction,
  edited: readonly (ImportedProduct & { id: ProductId })[],
): Promise<void> {
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
    .where(inArray(products.id, [...ids]))
}

export async function insertMany(
  tx: Transaction,
  values: readonly (typeof products.$inferInsert)[],
): Promise<StoredProduct[]> {
  return values.length === 0
    ? []
    : tx
        .insert(products)
        .values([...values])
        .returning(storedColumns)
}
