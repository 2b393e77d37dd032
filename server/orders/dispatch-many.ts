import { createHash } from 'node:crypto'
import type { User } from '#domain/accounts/user.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { Shop } from '#server/shop.ts'
import { type Dispatched, dispatchOrder } from './shipments/dispatch.ts'

/**
 * Dispatches what is left of each of these orders, by hand. Each order is its own transaction, so that one that cannot be
 * sent stops no other.
 *
 * @param key of the form; pressed twice, each order is sent once
 */
export async function dispatchMany(
  shop: Pick<Shop, 'db' | 'now'>,
  admin: User,
  { key, ids }: { key: string; ids: readonly OrderId[] },
): Promise<{ id: OrderId; dispatched: Dispatched }[]> {
  const report = []
  for (const orderId of ids) {
    const by = { courier: '', awb: '', trackingLink: '', book: false }
    const request = { key: keyFor(key, orderId), orderId, lines: 'rest' as const, ...by }
    report.push({ id: orderId, dispatched: await dispatchOrder(shop, admin, request) })
  }
  return report
}

/** The same UUID for the same form and order. */
function keyFor(key: string, id: OrderId): string {
  const hex = createHash('sha256').update(`${key} ${id}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
