import { inArray } from 'drizzle-orm'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { Db } from '#server/db/connection.ts'
import { orderLines } from '#server/db/schema/shop.ts'

/** The SKUs of these orders' lines, by order and position. */
export async function listSkusOf(db: Db, orderIds: readonly OrderId[]): Promise<Map<string, string>> {
  if (orderIds.length === 0) return new Map()
  const { orderId, position, sku } = orderLines
  const rows = await db
    .select({ orderId, position, sku })
    .from(orderLines)
    .where(inArray(orderId, [...orderIds]))
  return new Map(rows.map((row) => [`${row.orderId}/${row.position}`, row.sku]))
}
