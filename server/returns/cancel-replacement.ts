import type { User } from '#domain/accounts/user.ts'
import { isInShop } from '#domain/orders/shipment-steps.ts'
import { unitsLeft } from '#domain/returns/ask.ts'
import { type ReturnRequestId, returnNumberOf } from '#domain/returns/return-request.ts'
import { listReplacing } from '#server/catalog/stock/queries.ts'
import { giveBackUnits } from '#server/catalog/stock/stock.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import { enqueueBookingCancellation, enqueueDispatchCorrection } from '#server/parcels/book.ts'
import { insertDeskStep, listReturnsFor, listScansAsLearnt, updateReturnAmount } from '#server/parcels/queries.ts'
import type { Shop } from '#server/shop.ts'
import { findParcelFor, listAskable, listReturnSteps, updateReturnRequest } from './queries.ts'
import { recordStep, takeWarrantyAmount, withReturn } from './steps.ts'

/** `picked-up`: the courier has it. `asked-again`: its buyer has asked for something else for these units since. */
export type ReplacementCancelled =
  | { ok: true }
  | { ok: false; reason: 'not-found' | 'not-allowed' | 'picked-up' | 'asked-again' }

/**
 * Takes back a replacement that is still in the shop: its unit is for sale again, and its request is open as it was before. The
 * number of its delivery challan stays used, and table 13 of GSTR-1 counts it as cancelled.
 */
export async function cancelReplacement(
  shop: Pick<Shop, 'db'>,
  staff: User,
  id: ReturnRequestId,
): Promise<ReplacementCancelled> {
  return withReturn(shop, id, async (tx, request, order): Promise<ReplacementCancelled> => {
    if (!order) return { ok: false, reason: 'not-found' }
    const parcel = await findParcelFor(tx, id, 'replacement')
    if (!parcel) return { ok: true }
    const { orderId, position, quantity } = request
    if (request.settledAs !== 'replacement') return { ok: false, reason: 'not-allowed' }
    const { step } = parcel
    if (!isInShop({ step, scans: await listScansAsLearnt(tx, parcel.id) })) return { ok: false, reason: 'picked-up' }
    const line = (await listAskable(tx, orderId)).find((one) => one.position === position)
    if (!line || unitsLeft(line) < quantity) return { ok: false, reason: 'asked-again' }

    await insertDeskStep(tx, parcel.id, 'cancelled')
    if (parcel.booking !== null) await enqueueBookingCancellation(tx, parcel.id)
    await enqueueDispatchCorrection(tx, parcel.id, 'dispatch-undone')
    const entry = { orderId, shipmentId: parcel.id, reason: 'cancelled', actorId: staff.userId } as const
    await giveBackUnits(tx, entry, await listReplacing(tx, parcel.id))
    for (const one of await listReturnsFor(tx, id)) await updateReturnAmount(tx, one.id, null)
    await takeWarrantyAmount(tx, request)
    const before = (await listReturnSteps(tx, [id])).get(id)?.findLast(({ state }) => state !== 'settled')
    const state = before?.state ?? 'acknowledged'
    await updateReturnRequest(tx, id, { state, settledAt: null, settledAs: null })
    await recordStep(tx, { requestId: id, state, note: 'Replacement cancelled', actorId: staff.userId })
    await insertAudit(tx, staff, {
      action: 'cancel replacement',
      subject: `order ${orderId}`,
      after: { return: returnNumberOf(id), shipment: parcel.id, state },
    })
    return { ok: true }
  })
}
