import { data } from 'react-router'
import type { User } from '#domain/accounts/user.ts'
import { DESK_ORDERS_A_PAGE, parseIds } from '#domain/admin-lists.ts'
import type { Problems } from '#domain/form-fields.ts'
import { moveParcelsQuestion } from '#domain/orders/action-questions.ts'
import { parseDispatchMany } from '#domain/orders/dispatch.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { wordOfParcel } from '#domain/orders/parcel-word.ts'
import { isStep, type ShipmentId, STEP_LABELS } from '#domain/orders/shipment.ts'
import { plural } from '#domain/text.ts'
import { wantsDocument } from '#server/http/forms.ts'
import { listOrdersByIds } from '#server/orders/queries.ts'
import { cancelParcel } from '#server/parcels/cancel.ts'
import { dispatchMany } from '#server/parcels/dispatch.ts'
import { listShipmentsByIds } from '#server/parcels/queries.ts'
import { moveShipment } from '#server/parcels/steps.ts'
import type { Shop } from '#server/shop.ts'
import type { ActionResult } from '#web/admin/action-result.ts'
import { FIX, textField, textFields } from '#web/form-actions.ts'
import { dispatchAnswer } from './desk-actions.ts'

/** An order that stays as it is, and why. */
export type LeftOrder = { id: OrderId; message: string }
export type ManyResult = ActionResult & {
  intent: 'dispatch' | 'book' | 'step'
  refused?: LeftOrder[]
  leftOut?: LeftOrder[]
  problems?: Problems
  values?: Record<string, string>
}

type Press = { shop: Shop; admin: User; form: FormData; request: Request }

/** `Dispatch` and `Book all`: dispatches the chosen orders, and says why any of them could not be sent. */
export async function dispatchChosen({ shop, admin, form, request }: Press, intent: 'dispatch' | 'book') {
  const refuse = (message: string, problems: Problems = {}) =>
    data<ManyResult>({ ok: false, intent, message, problems, values: textFields(form) }, { status: 400 })
  const ids = parseIds(form, 'orders')
  const key = new URL(request.url).searchParams.get('key')
  if (!key) return refuse('Please reload the page and try again.')
  if (ids.length === 0) return refuse('Choose at least one order.')
  if (ids.length > DESK_ORDERS_A_PAGE) return refuse(`Choose at most ${DESK_ORDERS_A_PAGE} orders.`)
  const parsed = parseDispatchMany(form, ids)
  if (!parsed.ok) return refuse(FIX, parsed.problems)

  const book = intent === 'book'
  const { courier, awbs } = parsed.value
  // With a courier each parcel has an AWB, but for those that are picked up; a row that was not scanned yet stays.
  const isAll = book || courier === ''
  const fetched = isAll ? [] : (await listOrdersByIds(shop.db, ids)).filter(({ pickUp }) => pickUp).map(({ id }) => id)
  const sent = isAll ? ids : ids.filter((id) => awbs.has(id) || fetched.includes(id))
  const done = await dispatchMany(shop, admin, { ...parsed.value, key, ids: sent, book })
  const left = done
    .filter(({ dispatched }) => !dispatched.ok)
    .map(({ id, dispatched }) => ({ id, message: messageOf(dispatchAnswer(dispatched)), dispatched }))
  const isUnconfirmed = ({ dispatched }: (typeof left)[number]) => !dispatched.ok && dispatched.reason === 'unconfirmed'
  const named = (list: typeof left): LeftOrder[] => list.map(({ id, message }) => ({ id, message }))
  const refused = named(left.filter((one) => !isUnconfirmed(one)))
  const unscanned = ids.filter((id) => !sent.includes(id)).map((id) => ({ id, message: 'It has no AWB yet.' }))
  const leftOut = [...named(left.filter(isUnconfirmed)), ...unscanned]
  const count = done.length - left.length
  const unbilled = done.filter(({ dispatched }) => dispatched.ok && !dispatched.issued.invoice).length
  // The report counts the others.
  const message = unbilled > 0 ? `${unbilled} without an invoice: see Ready to sell.` : ''
  return data<ManyResult>(
    { ok: count > 0, intent, message, refused, leftOut, values: textFields(form) },
    { status: count > 0 ? 200 : 409 },
  )
}

function messageOf({ message, problems = {} }: { message: string; problems?: Problems }): string {
  return Object.values(problems).find(Boolean) ?? message
}

/** Sets a step of the chosen parcels, or cancels them. One that cannot take it does not stop the others. */
export async function moveChosen({ shop, admin, form, request }: Press) {
  const intent = 'step'
  const refuse = (message: string) => data<ManyResult>({ ok: false, intent, message }, { status: 400 })
  const shipmentIds = parseIds(form, 'shipments')
  const step = textField(form, 'step')
  if (!isStep(step)) throw data('Unknown step.', { status: 400 })
  if (shipmentIds.length === 0) return refuse('Choose at least one parcel.')
  if (shipmentIds.length > MAX_PARCELS) return refuse(`Choose at most ${MAX_PARCELS} parcels.`)
  const asked = moveParcelsQuestion(step, shipmentIds.length)
  if (asked && wantsDocument(request) && !form.has('confirmed')) {
    const ask = { intent, step, shipments: shipmentIds.join() }
    return data<ManyResult>({ ok: false, intent, message: `${asked.question} ${asked.text}`, ask })
  }
  const stuck: ShipmentId[] = []
  for (const shipmentId of shipmentIds) {
    const moved =
      step === 'cancelled'
        ? await cancelParcel(shop, admin, shipmentId)
        : await moveShipment(shop, admin, { shipmentId, step })
    if (!moved.ok) stuck.push(shipmentId)
  }
  const refused = (stuck.length > 0 ? await listShipmentsByIds(shop.db, stuck) : []).map((shipment) => ({
    id: shipment.orderId,
    message: `Its parcel is ${(wordOfParcel(shipment) ?? STEP_LABELS[shipment.step]).toLowerCase()}.`,
  }))
  const count = shipmentIds.length - stuck.length
  const set = `${plural(count, 'parcel')} set to ${STEP_LABELS[step]}`
  const message = stuck.length > 0 ? `${set}, ${stuck.length} not changed.` : `${set}.`
  return data<ManyResult>({ ok: count > 0, intent, message, refused }, { status: count > 0 ? 200 : 409 })
}

const MAX_PARCELS = 50
