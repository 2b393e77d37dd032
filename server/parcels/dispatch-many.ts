import { createHash } from 'node:crypto'
import type { User } from '#domain/accounts/user.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { Shop } from '#server/shop.ts'
import { type Dispatched, dispatchOrder } from './dispatch.ts'

/**
 * Dispatches what is left of each of these orders, by hand, except of those that wait for their buyers' word. Each order has a transaction of its own, so that one that
 * cannot be sent does not stop the others.
 *
 * @param key of the form: sent twice, it dispatches each order once
 */
export async function dispatchMany(
  shop: Pick<Shop, 'db' | 'now'>,
  admin: User,
  { key, ids }: { key: string; ids: readonly OrderId[] },
): Promise<{ id: OrderId; dispatched: Dispatched }[]> {
  const report = []
  for (const orderId of ids) {
    const by = { courier: '', awb: '', trackingLink: '', book: false, onlyConfirmed: true }
    const request = { key: keyFor(key, orderId), orderId, lines: 'rest' as const, ...by }
    report.push({ id: orderId, dispatched: await dispatchOrder(shop, admin, request) })
  }
  return report
}

/** A UUID derived from the form and the order, so that both always give the same one. */
function keyFor(key: string, id: OrderId): string {
  const hex = createHash('sha256').update(`${key} ${id}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
