import { randomUUID } from 'node:crypto'
import type { User } from '#domain/accounts/user.ts'
import { outstandingCash } from '#domain/orders/cash-received.ts'
import { mayDeliver, type OrderId } from '#domain/orders/order-state.ts'
import { decideHandOver, type HandOverForm } from '#domain/orders/pick-up.ts'
import type { ShipmentId } from '#domain/orders/shipment.ts'
import { calendarDay } from '#domain/time.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { RateLimited } from '#server/http/rate-limit.ts'
import { lockOrder } from '#server/orders/queries.ts'
import type { Shop } from '#server/shop.ts'
import { insertDeskStep, lockShipment } from './queries.ts'
import { insertReceipt, lockCash, readParcelCash } from './remittance-queries.ts'
import { deliverIfArrived } from './steps.ts'

export type HandedOver =
  | { ok: true }
  | { ok: false; reason: 'not-found' | 'not-ready' | 'wrong-code' | 'amount-needed' | 'too-much' }
  | { ok: false; reason: 'limited'; limited: RateLimited }

type HandOverRequest = HandOverForm & {
  orderId: OrderId
  shipmentId: ShipmentId
  /** Of the client, whose wrong codes are counted. */
  address: string
}

/**
 * Hands a parcel over to the buyer who shows its code: it is delivered, and what was collected for it is received. Repeating it
 * changes nothing.
 */
export async function handOver(
  shop: Pick<Shop, 'db' | 'limits' | 'now' | 'trackingLinks'>,
  admin: User,
  { orderId, shipmentId, address, code, amount }: HandOverRequest,
): Promise<HandedOver> {
  const client = { address, account: `${admin.userId} ${shipmentId}` }
  const limited = await shop.limits.consume('pickUpCode', client)
  if (limited) return { ok: false, reason: 'limited', limited }
  const isCode = shop.trackingLinks.isPickUpCode(shipmentId, code)
  if (isCode) await shop.limits.giveBack('pickUpCode', client)
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const shipment = await lockShipment(tx, shipmentId)
    if (!order || shipment?.orderId !== orderId || !shipment.pickUp) return { ok: false, reason: 'not-found' }
    await lockCash(tx)
    const [cash] = await readParcelCash(tx, { ids: [shipmentId] })
    const due = cash ? outstandingCash(cash) : 0
    const decision = decideHandOver({ step: shipment.step, isCode, due }, { amount })
    if (decision === 'done') return { ok: true }
    if (decision !== 'hand-over') return { ok: false, reason: decision }
    if (!mayDeliver(order)) return { ok: false, reason: 'not-ready' }
    await insertDeskStep(tx, shipmentId, 'delivered')
    if (amount) {
      const receipt = { amount, paidOn: calendarDay(shop.now()), reference: '' }
      const id = await insertReceipt(tx, { shipmentId, key: randomUUID(), ...receipt })
      const after = { receipt: id, ...receipt, amount: amount / 100 }
      await insertAudit(tx, admin, { action: 'receive cash', subject: `order ${orderId}`, after })
    }
    const isDelivered = await deliverIfArrived(tx, order)
    await insertAudit(tx, admin, {
      action: 'move shipment',
      subject: `order ${orderId}`,
      before: { shipment: shipmentId, step: shipment.step },
      after: { shipment: shipmentId, step: 'delivered', ...(isDelivered && { status: 'delivered' }) },
    })
    return { ok: true }
  })
}
