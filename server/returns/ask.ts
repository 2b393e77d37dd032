import type { User } from '#domain/accounts/user.ts'
import type { Problems } from '#domain/form-fields.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { problemsOfAsked } from '#domain/returns/ask.ts'
import type { TypedReturn } from '#domain/returns/ask-form.ts'
import type { ReturnRequestId } from '#domain/returns/return-request.ts'
import { findOrderRow, lockOrder } from '#server/orders/queries.ts'
import { finishDelivery } from '#server/parcels/deliver.ts'
import { findSettings } from '#server/settings/queries.ts'
import type { Shop } from '#server/shop.ts'
import { findReturnByKey, insertReturnRequest, listAskable } from './queries.ts'
import { recordStep } from './steps.ts'

export type AskedReturn =
  | { ok: true; id: ReturnRequestId }
  | { ok: false; reason: 'not-found' | 'used-key' }
  | { ok: false; reason: 'problems'; problems: Problems }

/**
 * Stores what a buyer asks for, and tells buyer and staff. The same form again is the same request.
 *
 * @param pictures places of the pictures, which are stored already
 */
export async function askForReturn(
  shop: Pick<Shop, 'db' | 'now'>,
  { userId }: Pick<User, 'userId'>,
  orderId: OrderId,
  { key, item: position, ...asked }: TypedReturn,
  pictures: readonly string[],
): Promise<AskedReturn> {
  // What a buyer sends back can no longer be marked undelivered by a press of `Undo`.
  if ((await findOrderRow(shop.db, orderId))?.userId === userId) await finishDelivery(shop, orderId, { early: true })
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order?.userId !== userId) return { ok: false, reason: 'not-found' }
    const known = await findReturnByKey(tx, key)
    if (known) return known.orderId === orderId ? { ok: true, id: known.id } : { ok: false, reason: 'used-key' }
    if (order.cancel === 'cancelled')
      return { ok: false, reason: 'problems', problems: { form: 'This order is cancelled. Its price was paid back.' } }
    const line = (await listAskable(tx, orderId)).find((each) => each.position === position)
    if (!line) return { ok: false, reason: 'problems', problems: { item: 'Choose an item.' } }
    const settings = await findSettings(tx)
    const problems = problemsOfAsked(line, asked, { deliversBy: order.deliversBy, settings, now: shop.now() })
    if (Object.keys(problems).length > 0) return { ok: false, reason: 'problems', problems }
    const request = { key, orderId, userId, position, productId: line.productId, title: line.title, ...asked }
    const id = await insertReturnRequest(tx, request, pictures)
    if (id === undefined) return { ok: false, reason: 'used-key' }
    await recordStep(tx, { requestId: id, state: 'requested' })
    return { ok: true, id }
  })
}
