import { billProblem } from '#domain/billing/bill-needs.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { issueBill } from '#server/billing/issue.ts'
import { findOrder, lockOrder } from '#server/orders/queries.ts'
import { findSettings } from '#server/settings/queries.ts'
import type { Shop } from '#server/shop.ts'
import { enqueueDeliveredEmail } from './arrival.ts'
import { listLinesOfShipment } from './booking-queries.ts'
import { takeToFinish } from './delivery-queries.ts'

type FinishingShop = Pick<Shop, 'db'> & Partial<Pick<Shop, 'now'>>

/** A job: bills and announces a delivery that can no longer be undone. */
export async function finishDueDelivery(shop: FinishingShop, id: OrderId): Promise<void> {
  await finish(shop, id, { early: false })
}

/**
 * Bills and announces a delivery although it could still be undone, because a return or a deletion builds on it. Call it
 * before the transaction that does so: the counter of the bills is the last lock of each.
 */
export async function finishDelivery(shop: FinishingShop, id: OrderId): Promise<void> {
  await finish(shop, id, { early: true })
}

async function finish(shop: FinishingShop, id: OrderId, when: { early: boolean }): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const locked = await lockOrder(tx, id)
    if (!locked) return
    const delivery = await takeToFinish(tx, id, when)
    if (!delivery) return
    await enqueueDeliveredEmail(tx, id)
    const { sent } = delivery
    const order = await findOrder(tx, id)
    if (sent === null || !order) return
    // Asked when `Deliver` was pressed; only settings that changed since could need a State that is not known.
    const isBillToConfirmed = locked.billToConfirmedAt !== null
    if (billProblem(await findSettings(tx), { ...order.addressInfo, isBillToConfirmed })) return
    const lines = await listLinesOfShipment(tx, sent)
    await issueBill(tx, { order, shipmentId: sent, lines, now: shop.now?.() ?? new Date() })
  })
}
