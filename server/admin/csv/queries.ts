import { asc, gt, inArray, sql } from 'drizzle-orm'
import type { ImportedProduct } from '#domain/catalog/csv.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import type { Order } from '#domain/orders/order.ts'
import type { StoredProduct } from '#server/catalog/queries.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { user } from '#server/db/schema/accounts.ts'
import { orders, products } from '#server/db/schema/shop.ts'
import { withLines } from '#server/orders/queries.ts'

/** Rows per batch; an order has up to a hundred lines. */
const BATCH = 500

export async function listProductsAfter(db: Db, id: ProductId): Promise<StoredProduct[]> {
  return db.select().from(products).where(gt(products.id, id)).orderBy(asc(products.id)).limit(BATCH)
}

export async function listOrdersAfter(db: Db, id: number): Promise<Order[]> {
  return withLines(db, await db.select().from(orders).where(gt(orders.id, id)).orderBy(asc(orders.id)).limit(BATCH))
}

export async function listUsersAfter(db: Db, id: string) {
  const { name, email, role, createdAt } = user
  return db
    .select({ uid: user.id, name, email, role, time: createdAt })
    .from(user)
    .where(gt(user.id, id))
    .orderBy(asc(user.id))
    .limit(BATCH)
}

/** @param lock until this transaction ends; callers pass batches in order of ids */
export async function listStored(
  db: Db,
  ids: readonly ProductId[],
  { lock = false } = {},
): Promise<Map<ProductId, StoredProduct>> {
  const query = db
    .select()
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(asc(products.id))
  const rows = await (lock ? query.for('update') : query)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Updates many products in one statement. */
export async function updateMany(
  tx: Transaction,
  edited: readonly (ImportedProduct & { id: ProductId })[],
): Promise<void> {
  if (edited.length === 0) return
  await tx.execute(sql`
    update products set
      title = e.title, price = e.price, size_code = e."sizeCode", size_label = e."sizeLabel", category = e.category,
      description = e.description, discount = e.discount, product_image_url = e."productImageUrl",
      approved = e.approved, featured = e.featured, version = version + 1
    from jsonb_to_recordset(${JSON.stringify(edited)}::jsonb) as e (
      id bigint, title text, price integer, "sizeCode" text, "sizeLabel" text, category text, description text,
      discount smallint, "productImageUrl" text[], approved boolean, featured boolean
    )
    where products.id = e.id`)
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
        .returning()
}
