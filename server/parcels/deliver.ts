import { randomUUID } from 'node:crypto'
import type { User } from '#domain/accounts/user.ts'
import { type BillProblem, isBillProblem } from '#domain/billing/bill-needs.ts'
import { mayDeliver, type OrderId, UNDO_SECONDS } from '#domain/orders/order-state.ts'
import { isFinished } from '#domain/orders/shipment-steps.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { lockOrder } from '#server/orders/queries.ts'
import type { Shop } from '#server/shop.ts'
import { markDelivered } from './arrival.ts'
import { insertOpenDelivery } from './delivery-queries.ts'
import { insertParcel, planParcel } from './dispatch.ts'
import { insertDeskStep, listStepsOf } from './shipment-queries.ts'

export type DeliverResult = { ok: true } | { ok: false; reason: 'not-found' | 'not-allowed' | BillProblem }

/**
 * Does everything at once: dispatches what is not sent yet, marks the order delivered and its products Sold. A job bills
 * and announces it when it can no longer be undone. Repeating it changes nothing.
 */
export async function deliverOrder(shop: Pick<Shop, 'db'>, admin: User, id: OrderId): Promise<DeliverResult> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order) return { ok: false, reason: 'not-found' }
    if (order.status === 'delivered') return { ok: true }
    if (!mayDeliver(order)) return { ok: false, reason: 'not-allowed' }
    const planned = await planParcel(tx, order, 'rest')
    if (!planned.ok && isBillProblem(planned.reason)) return { ok: false, reason: planned.reason }
    const earlier = await listStepsOf(tx, id)
    // Everything was sent and every parcel came back, so there is nothing to deliver.
    if (!planned.ok && earlier.every(({ step }) => step === 'returned')) return { ok: false, reason: 'not-allowed' }

    const byHand = { key: randomUUID(), courier: '', awb: '', trackingLink: '' }
    const sent = planned.ok ? await insertParcel(tx, planned.parcel, byHand) : undefined
    const underWay = earlier.filter(({ step }) => !isFinished(step)).map((shipment) => shipment.id)
    for (const shipmentId of sent === undefined ? underWay : [...underWay, sent])
      await insertDeskStep(tx, shipmentId, 'delivered')
    await markDelivered(tx, id)
    await insertAudit(tx, admin, {
      action: 'deliver order',
      subject: `order ${id}`,
      before: { status: order.status, cancel: order.cancel },
      after: { status: 'delivered', cancel: 'none' },
    })
    const { cancel, dispatched } = order
    await insertOpenDelivery(tx, { orderId: id, sent: sent ?? null, arrived: underWay, cancel, dispatched })
    await enqueueJob(tx, { job: 'finish-delivery', orderId: id, inSeconds: UNDO_SECONDS })
    return { ok: true }
  })
}
