import { and, eq, inArray } from 'drizzle-orm'
import { expectedDay } from '#domain/delivery/delivery-area.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { orders } from '#server/db/schema/shop.ts'
import { findCoverage } from '#server/delivery/coverage.ts'
import type { Shop } from '#server/shop.ts'

/** The day by which each of these orders should arrive, such as `Thu 26 Nov`, where the shop promises one that is not over. */
export async function listExpectedDays(
  { db, settings, now }: Pick<Shop, 'db' | 'settings' | 'now'>,
  ids: readonly OrderId[],
): Promise<Record<OrderId, string>> {
  const { id, time, pincode } = orders
  const open = await db
    .select({ id, time, pincode })
    .from(orders)
    .where(and(inArray(id, [...ids]), eq(orders.status, 'confirmed'), eq(orders.cancel, 'none')))
  const current = await settings.readOrLast()
  const pincodes = [...new Set(open.map((order) => order.pincode))]
  const found = await Promise.all(pincodes.map((each) => findCoverage(db, each, current)))
  const days = new Map(pincodes.map((each, index) => [each, found[index]?.days ?? 0]))
  return Object.fromEntries(
    open.flatMap((order) => {
      const day = expectedDay(order.time, days.get(order.pincode) ?? 0, now())
      return day === undefined ? [] : [[order.id, day] as const]
    }),
  )
}
