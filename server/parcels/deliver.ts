import { randomUUID } from 'node:crypto'
import type { User } from '#domain/accounts/user.ts'
import { type InvoiceProblem, invoiceProblem, isInvoiceProblem } from '#domain/billing/invoice-needs.ts'
import { mayDeliver, type OrderId, UNDO_SECONDS } from '#domain/orders/order-state.ts'
import type { Step } from '#domain/orders/shipment.ts'
import { isFinished } from '#domain/orders/shipment-steps.ts'
import { issueInvoice } from '#server/billing/issue.ts'
import { notifyWaiting } from '#server/catalog/stock/stock.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { findOrder, listProductsOf, lockOrder } from '#server/orders/queries.ts'
import { findSettings } from '#server/settings/queries.ts'
import type { Shop } from '#server/shop.ts'
import { insertParcel, planParcel } from './dispatch.ts'
import {
  insertDeskStep,
  insertOpenDelivery,
  listStepsOf,
  removeShipment,
  takeForUndo,
  takeToFinish,
  updateUndelivered,
} from './queries.ts'
import { deliverIfArrived, enqueueDeliveredEmail, markDelivered, withdrawDelivered } from './steps.ts'

export type DeliverResult =
  | { ok: true }
  | { ok: false; reason: 'not-found' | 'not-allowed' | 'pick-up' | 'unpaid' | InvoiceProblem }

/**
 * Does everything at once: dispatches what is not sent yet, marks the order delivered and its products Sold. A job invoices
 * and announces it when it can no longer be undone. Repeating it changes nothing. `pick-up`: it is handed over by its code.
 */
export async function deliverOrder(shop: Pick<Shop, 'db'>, admin: User, id: OrderId): Promise<DeliverResult> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order) return { ok: false, reason: 'not-found' }
    if (order.status === 'delivered') return { ok: true }
    if (!mayDeliver(order)) return { ok: false, reason: 'not-allowed' }
    if (order.pickUp) return { ok: false, reason: 'pick-up' }
    const planned = await planParcel(tx, order, 'rest')
    if (!planned.ok && (planned.reason === 'unpaid' || isInvoiceProblem(planned.reason)))
      return { ok: false, reason: planned.reason }
    const earlier = await listStepsOf(tx, id)
    // Everything was sent and every parcel came back, or never left, so there is nothing to deliver.
    const isGone = (step: Step) => step === 'returned' || step === 'cancelled'
    if (!planned.ok && earlier.every(({ step }) => isGone(step))) return { ok: false, reason: 'not-allowed' }

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

/**
 * A job: invoices and announces a delivery that can no longer be undone.
 *
 * @param early although it could still be undone, because a return or a deletion builds on it. Call it before the
 * transaction that does so: the counter of the invoices is the last lock of each.
 */
export async function finishDelivery(
  shop: Pick<Shop, 'db' | 'now'>,
  id: OrderId,
  { early }: { early: boolean },
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const locked = await lockOrder(tx, id)
    if (!locked) return
    const delivery = await takeToFinish(tx, id, { early })
    if (!delivery) return
    await enqueueDeliveredEmail(tx, locked)
    const { sent } = delivery
    const order = await findOrder(tx, id)
    if (sent === null || !order) return
    // Asked when `Deliver` was pressed; only settings that changed since could need a State that is not known.
    const isBillToConfirmed = locked.billToConfirmedAt !== null
    if (invoiceProblem(await findSettings(tx), { ...order.addressInfo, pickUp: order.pickUp, isBillToConfirmed }))
      return
    await issueInvoice(tx, { order, shipmentId: sent, now: shop.now() })
  })
}

export type UndoResult = { ok: true } | { ok: false; reason: 'not-found' | 'too-late' }

/**
 * Takes back a press of `Deliver` before its invoice and its email are made: the order, its parcels and its products are
 * what they were. Repeating it changes nothing.
 */
export async function undoDelivery(shop: Pick<Shop, 'db'>, admin: User, id: OrderId): Promise<UndoResult> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order) return { ok: false, reason: 'not-found' }
    if (order.status !== 'delivered') return { ok: true }
    const delivery = await takeForUndo(tx, id)
    if (!delivery) return { ok: false, reason: 'too-late' }
    const { sent, arrived, cancel, dispatched } = delivery
    for (const shipmentId of arrived) await withdrawDelivered(tx, shipmentId)
    if (sent !== null) await removeShipment(tx, sent)
    await updateUndelivered(tx, delivery)
    await insertAudit(tx, admin, {
      action: 'undo delivery',
      subject: `order ${id}`,
      before: { status: 'delivered', cancel: order.cancel },
      after: { status: 'confirmed', cancel },
    })
    await notifyWaiting(tx, await listProductsOf(tx, id))
    // Couriers may have reported the last parcel as delivered since.
    await deliverIfArrived(tx, { ...order, status: 'confirmed', cancel, dispatched })
    return { ok: true }
  })
}
