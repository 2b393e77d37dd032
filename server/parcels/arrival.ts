import { mayDeliver, type OrderId } from '#domain/orders/order-state.ts'
import { hasArrived } from '#domain/orders/shipment-steps.ts'
import { lockForDelivery } from '#server/catalog/storefront-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { type LockedOrder, listProductsOf, updateDelivered } from '#server/orders/queries.ts'
import { listStepsOf } from './shipment-queries.ts'

/** Marks a locked order delivered and its products Sold. */
export async function markDelivered(tx: Transaction, id: OrderId): Promise<void> {
  // A concurrent order for one of these products either commits first or sees the product as Sold.
  await lockForDelivery(tx, await listProductsOf(tx, id))
  await updateDelivered(tx, id)
}

export async function enqueueDeliveredEmail(tx: Transaction, orderId: OrderId): Promise<void> {
  await enqueueJob(tx, { job: 'send-status-email', orderId, template: 'delivered' })
}

/**
 * Marks a locked order delivered when the last of its shipments has arrived, and emails the shopper.
 *
 * @param order undefined: it was deleted
 * @returns true when this marked it delivered
 */
export async function deliverIfArrived(tx: Transaction, order: LockedOrder | undefined): Promise<boolean> {
  if (!order || !mayDeliver(order)) return false
  const shipments = await listStepsOf(tx, order.id)
  const steps = shipments.map(({ step }) => step)
  if (!hasArrived(order.dispatched, steps)) return false
  await markDelivered(tx, order.id)
  await enqueueDeliveredEmail(tx, order.id)
  return true
}
