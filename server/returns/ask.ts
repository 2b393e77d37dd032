import type { User } from '#domain/accounts/user.ts'
import { tooManyPictures } from '#domain/catalog/forms/image-limits.ts'
import type { Problems } from '#domain/form-fields.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { type AskableLine, problemsOfAsked } from '#domain/returns/ask.ts'
import { RETURN_PICTURES_MAX, type TypedReturn } from '#domain/returns/forms.ts'
import type { ReturnRequestId } from '#domain/returns/return-request.ts'
import { claimUploads } from '#server/catalog/images/queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'
import { findOrderRow, lockOrder } from '#server/orders/queries.ts'
import { finishDelivery } from '#server/parcels/deliver.ts'
import { type PictureFailure, withPictures } from '#server/pictures/pictures.ts'
import { findSettings } from '#server/settings/queries.ts'
import type { Shop } from '#server/shop.ts'
import { findReturnByKey, insertReturnRequest, listAskable } from './queries.ts'
import { recordStep } from './steps.ts'

type Refusal =
  /** `not-found` also for another person's order. */
  { ok: false; reason: 'not-found' | 'used-key' } | { ok: false; reason: 'problems'; problems: Problems }
export type AskedReturn = { ok: true; id: ReturnRequestId } | Refusal | PictureFailure

/** Stores what a buyer asks for, and tells buyer and staff. The same form again is the same request. */
export async function askForReturn(
  shop: Pick<Shop, 'db' | 'decoder' | 'images' | 'log' | 'now'>,
  { userId }: Pick<User, 'userId'>,
  orderId: OrderId,
  typed: TypedReturn,
  files: readonly UploadedFile[] = [],
): Promise<AskedReturn> {
  if (files.length > RETURN_PICTURES_MAX)
    return { ok: false, reason: 'pictures', status: 400, problem: tooManyPictures(RETURN_PICTURES_MAX) }
  // An order that a buyer sends back can no longer be marked undelivered by a press of `Undo`.
  if ((await findOrderRow(shop.db, orderId))?.userId === userId) await finishDelivery(shop, orderId, { early: true })
  const asks = { userId, orderId, typed, now: shop.now() }
  // No pictures are decoded before it is known that their request can be made.
  const checked = files.length > 0 ? await shop.db.transaction((tx) => check(tx, asks)) : undefined
  if (checked && (!checked.ok || 'id' in checked)) return checked
  return withPictures<AskedReturn>(shop, files, RETURN_PICTURES_MAX, (folders) =>
    shop.db.transaction(async (tx) => {
      const checked = await check(tx, asks)
      if (!checked.ok || 'id' in checked) return checked
      const { productId, title } = checked.line
      const { item: position, ...asked } = typed
      await claimUploads(tx, folders)
      const request = { ...asked, orderId, userId, position, productId, title }
      const id = await insertReturnRequest(tx, request, folders)
      if (id === undefined) return { ok: false, reason: 'used-key' }
      await recordStep(tx, { requestId: id, state: 'requested' })
      return { ok: true, id }
    }),
  )
}

type Asks = { userId: string; orderId: OrderId; typed: TypedReturn; now: Date }

/** Locks the order and asks whether this can be asked for. `id`: the request that this form has made already. */
async function check(
  tx: Transaction,
  { userId, orderId, typed, now }: Asks,
): Promise<{ ok: true; line: AskableLine } | { ok: true; id: ReturnRequestId } | Refusal> {
  const order = await lockOrder(tx, orderId)
  if (order?.userId !== userId) return { ok: false, reason: 'not-found' }
  const known = await findReturnByKey(tx, typed.key)
  if (known) return known.orderId === orderId ? { ok: true, id: known.id } : { ok: false, reason: 'used-key' }
  if (order.cancel === 'cancelled')
    return refuse({ form: 'This order is cancelled, so nothing of it can be returned.' })
  const line = (await listAskable(tx, orderId)).find(({ position }) => position === typed.item)
  if (!line) return refuse({ item: 'Choose an item.' })
  const settings = await findSettings(tx)
  const problems = problemsOfAsked(line, typed, { deliversBy: order.deliversBy, settings, now })
  return Object.keys(problems).length > 0 ? refuse(problems) : { ok: true, line }
}

function refuse(problems: Problems): Refusal {
  return { ok: false, reason: 'problems', problems }
}
