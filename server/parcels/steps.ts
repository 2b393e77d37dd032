import type { User } from '#domain/accounts/user.ts'
import { mayDeliver, type OrderId } from '#domain/orders/order-state.ts'
import type { Scan, ShipmentId, Step } from '#domain/orders/shipment.ts'
import { doesScanMove, hasArrived, isFinished, maySetStep, replay } from '#domain/orders/shipment-steps.ts'
import { lockForDelivery } from '#server/catalog/storefront-queries.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import {
  listProductsOf,
  lockOrder,
  type OrderRow,
  updateDelivered,
  updateLinesDelivered,
} from '#server/orders/queries.ts'
import type { Shop } from '#server/shop.ts'
import { enqueueDispatchedEmail } from './book.ts'
import {
  findLastReport,
  findOrderIdOf,
  insertCourierScan,
  insertDeskStep,
  listLinesOf,
  listScansAsLearnt,
  listStepsOf,
  lockShipment,
  readContents,
  removeLastDeskStep,
  type ShipmentRow,
  updateShipment,
  updateStep,
  withShipment,
} from './queries.ts'

/** `not-allowed`: this step cannot be set any more. */
export type StepChange = { ok: true } | { ok: false; reason: 'not-found' | 'not-allowed' }

/** Sets a step at the desk; setting it again changes nothing. */
export async function moveShipment(
  shop: Pick<Shop, 'db'>,
  admin: User,
  { shipmentId, step }: { shipmentId: ShipmentId; step: Step },
): Promise<StepChange> {
  return withShipment(shop.db, shipmentId, async (tx, shipment, order): Promise<StepChange> => {
    if (shipment.kind === 'return') return { ok: false, reason: 'not-found' }
    if (shipment.step === step) return { ok: true }
    const { returned } = await readContents(tx, shipmentId)
    const facts = { order, cameBack: returned.length > 0, pickUp: shipment.pickUp }
    if (!maySetStep(shipment.step, step, facts)) return { ok: false, reason: 'not-allowed' }
    await insertDeskStep(tx, shipmentId, step)
    const isDelivered = await afterStep(tx, order, shipment, step)
    await insertAudit(tx, admin, {
      action: 'move shipment',
      subject: `order ${shipment.orderId}`,
      before: { shipment: shipmentId, step: shipment.step },
      after: { shipment: shipmentId, step, ...(isDelivered && { status: 'delivered' }) },
    })
    return { ok: true }
  })
}

/**
 * Stores a courier's report once, and moves the shipment if the report is further than its step. A status whose meaning
 * the shop does not know is shown as it is. Locks the order and the shipment.
 */
export async function applyScan(tx: Transaction, shipmentId: ShipmentId, scan: Scan): Promise<void> {
  const orderId = await findOrderIdOf(tx, shipmentId)
  if (orderId === undefined) return
  const order = await lockOrder(tx, orderId)
  const shipment = await lockShipment(tx, shipmentId)
  if (!shipment) return
  const lastReport = await findLastReport(tx, shipmentId)
  if (!(await insertCourierScan(tx, shipmentId, scan))) return
  const { step, status, time } = scan
  const isLatest = lastReport === undefined || Date.parse(time) >= lastReport.getTime()
  if (step !== undefined && doesScanMove({ ...shipment, stepAt: shipment.stepAt.toISOString() }, { step, time })) {
    await updateStep(tx, shipmentId, step, new Date(time), isLatest ? '' : shipment.status)
    await afterStep(tx, order, shipment, step)
    return
  }
  // Some couriers report one failed attempt after the other.
  const isNextAttempt = step === 'not-delivered' && shipment.step === step && shipment.kind !== 'return'
  if (isNextAttempt && order) await enqueueNotDelivered(tx, shipmentId)
  // The desk must see it if a courier has a parcel that was cancelled.
  const isUnexpected = step === undefined || shipment.step === 'cancelled'
  if (isLatest) await updateShipment(tx, shipmentId, { status: isUnexpected ? status : '' })
}

/** Takes back the step `Delivered` of a locked order's shipment: it is where its other steps and reports have left it. */
export async function withdrawDelivered(tx: Transaction, shipmentId: ShipmentId): Promise<void> {
  await lockShipment(tx, shipmentId)
  await removeLastDeskStep(tx, shipmentId)
  const { step, stepAt, status } = replay(await listScansAsLearnt(tx, shipmentId))
  await updateStep(tx, shipmentId, step, new Date(stepAt), status)
}

/** @returns true when this step has marked the order delivered */
async function afterStep(
  tx: Transaction,
  order: OrderRow | undefined,
  { id: shipmentId, kind, booking }: ShipmentRow,
  step: Step,
): Promise<boolean> {
  if (kind === 'return') {
    await enqueueJob(tx, { job: 'follow-pickup', shipmentId })
    return false
  }
  // As every delivery does, it makes a product whose units are not counted Sold.
  if (kind === 'replacement' && step === 'delivered' && order) await markReplaced(tx, order.id, shipmentId)
  // It left although the courier's system has not booked it, so the email that waits for that is due.
  const isUnbooked = booking === 'requested' || booking === 'failed'
  if (isUnbooked && (step === 'picked-up' || step === 'on-the-way')) await enqueueDispatchedEmail(tx, shipmentId)
  if (step === 'out-for-delivery' && order)
    await enqueueJob(tx, { job: 'send-shipment-email', shipmentId, template: 'out-for-delivery' })
  if (step === 'not-delivered' && order) await enqueueNotDelivered(tx, shipmentId)
  return isFinished(step) && deliverIfArrived(tx, order)
}

/** Asks the buyer what shall become of the parcel. */
async function enqueueNotDelivered(tx: Transaction, shipmentId: ShipmentId): Promise<void> {
  await enqueueJob(tx, { job: 'send-shipment-email', shipmentId, template: 'not-delivered' })
}

/** Marks a locked order delivered and its products Sold. */
export async function markDelivered(tx: Transaction, id: OrderId): Promise<void> {
  // A concurrent order for one of these products either commits first or sees the product as Sold.
  await lockForDelivery(tx, await listProductsOf(tx, id))
  await updateDelivered(tx, id)
}

async function markReplaced(tx: Transaction, orderId: OrderId, shipmentId: ShipmentId): Promise<void> {
  await lockForDelivery(tx, await listProductsOf(tx, orderId))
  await updateLinesDelivered(tx, orderId, await listLinesOf(tx, shipmentId))
}

export async function enqueueDeliveredEmail(tx: Transaction, { id: orderId, pickUp }: Pick<OrderRow, 'id' | 'pickUp'>) {
  await enqueueJob(tx, { job: 'send-status-email', orderId, template: pickUp ? 'handed-over' : 'delivered' })
}

/**
 * Marks a locked order delivered when the last of its shipments has arrived, and emails the shopper.
 *
 * @param order undefined: it was deleted
 * @returns true when this marked it delivered
 */
export async function deliverIfArrived(tx: Transaction, order: OrderRow | undefined): Promise<boolean> {
  if (!order || !mayDeliver(order)) return false
  const shipments = await listStepsOf(tx, order.id)
  const steps = shipments.map(({ step }) => step)
  if (!hasArrived(order.dispatched, steps)) return false
  await markDelivered(tx, order.id)
  await enqueueDeliveredEmail(tx, order)
  return true
}
