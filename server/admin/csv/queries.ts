import { and, asc, gt, ne } from 'drizzle-orm'
import { knownEmail } from '#domain/accounts/no-email.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import type { Order } from '#domain/orders/order.ts'
import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import { type StoredProduct, storedColumns } from '#server/catalog/queries.ts'
import type { Db } from '#server/db/connection.ts'
import { user } from '#server/db/schema/accounts.ts'
import { orders, products } from '#server/db/schema/shop.ts'
import { withLines } from '#server/orders/queries.ts'

/** Rows per batch; an order has up to a hundred lines. */
const BATCH = 500

export async function listProductsAfter(db: Db, id: ProductId): Promise<StoredProduct[]> {
  return db.select(storedColumns).from(products).where(gt(products.id, id)).orderBy(asc(products.id)).limit(BATCH)
}

export async function listOrdersAfter(db: Db, id: number): Promise<Order[]> {
  return withLines(db, await db.select().from(orders).where(gt(orders.id, id)).orderBy(asc(orders.id)).limit(BATCH))
}

export async function listUsersAfter(db: Db, id: string) {
  const { name, email, role, createdAt } = user
  const rows = await db
    .select({ userId: user.id, name, email, role, time: createdAt })
    .from(user)
    .where(and(gt(user.id, id), ne(user.id, DELETED_USER.id)))
    .orderBy(asc(user.id))
    .limit(BATCH)
  return rows.map((row) => ({ ...row, email: knownEmail(row.email) }))
}
