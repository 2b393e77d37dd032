import { data } from 'react-router'
import type { User } from '#domain/accounts/user.ts'
import { isInvoiceProblem } from '#domain/billing/invoice-needs.ts'
import { formatRupees, type Rupees } from '#domain/money.ts'
import { cancelParcelQuestion } from '#domain/orders/action-questions.ts'
import { parseAddress, parseRegisteredAddress } from '#domain/orders/address.ts'
import { parseCarrier, parseDispatch } from '#domain/orders/dispatch.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { isStep, type ShipmentId, STEP_LABELS } from '#domain/orders/shipment.ts'
import { parseReturnRefund, parseTakeBack } from '#domain/orders/take-back.ts'
import { isStateCode } from '#domain/states.ts'
import { parseId } from '#domain/text.ts'
import { approveCancellation } from '#server/order-page/cancel.ts'
import { confirmCashOrder } from '#server/orders/cash.ts'
import { changeAddress, chooseState, confirmBillTo, NOTE_MAX, saveNote } from '#server/orders/change.ts'
import { findOrder } from '#server/orders/queries.ts'
import { requestBooking } from '#server/parcels/book.ts'
import { cancelParcel } from '#server/parcels/cancel.ts'
import { changeCourier } from '#server/parcels/change-courier.ts'
import { deliverOrder, undoDelivery } from '#server/parcels/deliver.ts'
import { type Dispatched, dispatchOrder } from '#server/parcels/dispatch.ts'
import { findShipment } from '#server/parcels/queries.ts'
import { refundReturn, takeBack } from '#server/parcels/returns.ts'
import { moveShipment } from '#server/parcels/steps.ts'
import type { Shop } from '#server/shop.ts'
import { type ActionToasts, ORDER_REFUSALS, orderActionMessages } from '#web/admin/action-messages.ts'
import type { DeskResult } from '#web/admin/action-result.ts'
import { confirmFirst, runDesk } from '#web/admin/run-action.ts'
import { FIX, textField } from '#web/form-actions.ts'
import { ADDRESS_CHANGED } from '#web/orders/order-action.ts'
import { closeParcelCash, enterCash, takeCashBack } from './cash-actions.ts'
import { readDeliverQuestion } from './deliver-first.ts'

type Press = { shop: Shop; admin: User; id: OrderId; form: FormData; request: Request }
type Answer = Omit<DeskResult, 'intent'>

/** What each form of an order's page does. */
const actions: Record<string, (press: Press) => Promise<Answer>> = {
  deliver,
  'undo-delivery': ({ shop, admin, id }) =>
    pressed(undoDelivery(shop, admin, id), orderActionMessages['undo-delivery']),
  'approve-cancellation': ({ shop, admin, id }) =>
    pressed(approveCancellation(shop, admin, id), orderActionMessages['approve-cancellation']),
  dispatch,
  step: setStep,
  book,
  'change-courier': changeParcelCourier,
  'cancel-parcel': cancelOneParcel,
  'take-back': acceptReturn,
  'refund-return': payReturn,
  'change-address': changeOrderAddress,
  'confirm-cash': confirmForBuyer,
  note: keepNote,
  'receive-cash': enterCash,
  'remove-cash': takeCashBack,
  'write-off-cash': closeParcelCash,
}

/** Carries out one form of an order's page. */
export async function runDeskAction(press: Press) {
  const intent = textField(press.form, 'intent')
  const run = actions[intent]
  if (!run) throw data('Unknown action.', { status: 400 })
  return runDesk(press.shop, press.form, `order ${press.id}`, () => run(press))
}

async function deliver({ shop, admin, id, form, request }: Press): Promise<Answer> {
  const question = await readDeliverQuestion(shop, form, id)
  const confirmation = question && confirmFirst(request, form, question)
  if (confirmation) return confirmation.data
  const delivered = await deliverOrder(shop, admin, id)
  if (!delivered.ok && (delivered.reason === 'unpaid' || isInvoiceProblem(delivered.reason)))
    return { ok: false, ...DISPATCH_REFUSALS[delivered.reason] }
  return pressed(Promise.resolve(delivered), orderActionMessages.deliver)
}

async function pressed(
  change: Promise<{ ok: boolean; reason?: string }>,
  { done, failed }: ActionToasts,
): Promise<Answer> {
  const { ok, reason } = await change
  if (reason === 'not-found') throw data(null, { status: 404 })
  return { ok, message: ok ? done : (ORDER_REFUSALS[reason ?? ''] ?? failed) }
}

async function dispatch({ shop, admin, id, form }: Press): Promise<Answer> {
  const parsed = parseDispatch(form)
  if (!parsed.ok) return { ok: false, message: FIX, problems: parsed.problems }
  const state = textField(form, 'stateCode')
  const chosen = isStateCode(state) ? await chooseState(shop, admin, id, state) : undefined
  if (chosen?.ok === false && chosen.reason === 'contradicts')
    return { ok: false, ...DISPATCH_REFUSALS['state-contradicts'] }
  const refusal = form.has('billTo') ? await confirmBilling({ shop, admin, id, form }) : undefined
  if (refusal) return refusal
  const key = textField(form, 'key')
  const request = { ...parsed.value, key, orderId: id, book: form.has('book') }
  return dispatchAnswer(await dispatchOrder(shop, admin, request))
}

/** Undefined: confirmed, or the question has changed, which dispatching asks again. */
async function confirmBilling({ shop, admin, id, form }: Omit<Press, 'request'>): Promise<Answer | undefined> {
  const parsed = parseRegisteredAddress(form)
  if (!parsed.ok) return { ok: false, message: FIX, problems: parsed.problems }
  const confirmation = { seen: textField(form, 'billTo'), ...parsed.value }
  const confirmed = await confirmBillTo(shop, admin, id, confirmation)
  if (confirmed.ok || confirmed.reason !== 'address-needed') return undefined
  return {
    ok: false,
    message: FIX,
    problems: { registeredAddress: 'Enter the address that is registered for this GSTIN.' },
  }
}

export function dispatchAnswer(dispatched: Dispatched): Answer {
  if (!dispatched.ok) return { ok: false, ...DISPATCH_REFUSALS[dispatched.reason] }
  const { issued } = dispatched
  if (issued.invoice) return { ok: true, message: `Dispatched with ${issued.invoice.number}` }
  const missing = issued.missing.join(', ')
  return {
    ok: true,
    message: `Dispatched without an invoice: ${missing} missing. Add them in Settings, and the next parcel gets one.`,
  }
}

const DISPATCH_REFUSALS: Record<
  Extract<Dispatched, { ok: false }>['reason'],
  { message: string; problems?: Record<string, string> }
> = {
  'not-found': { message: 'This order no longer exists.' },
  'not-allowed': { message: 'Only a confirmed order that is not cancelled can be dispatched.' },
  'too-many': { message: 'You entered more units than are left to send. Check the quantities.' },
  nothing: { message: 'Nothing is left to send, or every number is 0.' },
  unpaid: {
    message:
      'A change has added to this order, and the buyer has not paid the difference yet. Wait for the payment, or change the order again.',
  },
  'state-needed': {
    message: 'We can’t tell the State from this pincode. Choose it, because the invoice needs it.',
    problems: { stateCode: 'Choose the State of delivery.' },
  },
  'state-contradicts': {
    message:
      'The State of this address is not the one of its pincode. Correct the address or the State, then dispatch.',
    problems: { stateCode: 'Choose the State of the pincode, or correct the pincode first.' },
  },
  unconfirmed: {
    message: 'It awaits its buyer’s confirmation. Choose Send anyway to dispatch it all the same.',
  },
  'bill-to-needed': {
    message: 'The GSTIN of this order is of another State. Confirm under Dispatch where it is billed.',
    problems: { billTo: 'Confirm it, or change firm and GSTIN under Change address.' },
  },
  'awb-taken': { message: FIX, problems: { awb: 'Another parcel of this courier has this AWB.' } },
}

async function setStep({ shop, admin, form }: Press): Promise<Answer> {
  const [shipmentId, step] = [shipmentOf(form), form.get('step')]
  if (!isStep(step)) throw data('Unknown step.', { status: 400 })
  const label = STEP_LABELS[step]
  return pressed(moveShipment(shop, admin, { shipmentId, step }), {
    done: `Parcel set to ${label}`,
    failed: `This parcel can no longer be set to ${label}`,
  })
}

async function book({ shop, admin, form }: Press): Promise<Answer> {
  const shipmentId = shipmentOf(form)
  return pressed(requestBooking(shop, admin, shipmentId), {
    done: 'Asking the courier',
    failed: 'This parcel is no longer waiting for a courier',
  })
}

async function changeParcelCourier({ shop, admin, form }: Press): Promise<Answer> {
  const shipmentId = shipmentOf(form)
  const present = (await findShipment(shop.db, shipmentId))?.courier
  const parsed = parseCarrier(form, present)
  if (!parsed.ok) return { ok: false, message: FIX, problems: parsed.problems }
  const change = {
    ...parsed.value,
    shipmentId,
    seen: textField(form, 'seen'),
    cancelBooking: form.has('cancelBooking'),
  }
  const changed = await changeCourier(shop, admin, change)
  if (changed.ok) return { ok: true, message: 'Courier changed' }
  switch (changed.reason) {
    case 'not-found':
      throw data(null, { status: 404 })
    case 'too-late':
      return { ok: false, message: 'This parcel is delivered, returned or cancelled, so its courier stays.' }
    case 'booking':
      return { ok: false, message: 'The courier’s system is working on this parcel. Try again in a minute.' }
    case 'awb-taken':
      return { ok: false, ...DISPATCH_REFUSALS['awb-taken'] }
    case 'changed':
      return {
        ok: false,
        message: `Someone else has changed this to “${changed.present}”. Reload the page to see it, then change it again.`,
      }
  }
}

/** `Cancel parcel` and `Undo dispatch`. */
async function cancelOneParcel({ shop, admin, id, form, request }: Press): Promise<Answer> {
  const shipmentId = shipmentOf(form)
  const [order, shipment] = [await findOrder(shop.db, id), await findShipment(shop.db, shipmentId)]
  // Without scripts the answer asks.
  if (form.has('ask') && order && shipment) {
    const { question, text } = cancelParcelQuestion(order, shipment)
    const confirmation = confirmFirst(request, form, `${question} ${text}`)
    if (confirmation) return confirmation.data
  }
  const cancelled = await cancelParcel(shop, admin, shipmentId)
  if (cancelled.ok) {
    const note = cancelled.creditNote ? ` with credit note ${cancelled.creditNote.number}` : ''
    return { ok: true, message: `Parcel cancelled${note}` }
  }
  if (cancelled.reason === 'not-found') throw data(null, { status: 404 })
  return {
    ok: false,
    message: 'The courier has this parcel, so it can’t be cancelled. Record a return when it is back.',
  }
}

function shipmentOf(form: FormData): ShipmentId {
  const shipmentId = parseId(form.get('shipment'))
  if (!shipmentId) throw data('Unknown parcel.', { status: 400 })
  return shipmentId
}

async function acceptReturn({ shop, admin, form }: Press): Promise<Answer> {
  const shipmentId = shipmentOf(form)
  const parsed = parseTakeBack(form)
  if (!parsed.ok) return { ok: false, message: FIX, problems: parsed.problems }
  const reason = form.get('reason') === 'not-delivered' ? 'not-delivered' : 'returned'
  const key = textField(form, 'key')
  const refund = parseReturnRefund(form)
  if (!refund.ok) return { ok: false, message: FIX, problems: refund.problems }
  const taken = await takeBack(shop, admin, { key, shipmentId, lines: parsed.value, reason, refund: refund.value })
  if (taken.ok) return { ok: true, message: 'Return recorded' }
  if (taken.reason === 'not-found') throw data(null, { status: 404 })
  if (taken.reason === 'too-much') return amountRefused(taken.price)
  return { ok: false, message: RETURN_REFUSALS[taken.reason] ?? 'This parcel can’t be returned.' }
}

const RETURN_REFUSALS: Record<string, string> = {
  'too-many': 'You entered more units than are left to return. Check the quantities.',
  nothing: 'Enter how many came back.',
}

/** What was taken back without a decision about its price. */
async function payReturn({ shop, admin, id, form }: Press): Promise<Answer> {
  const returnId = parseId(form.get('return'))
  if (!returnId) throw data('Unknown return.', { status: 400 })
  const refund = parseReturnRefund(form)
  if (!refund.ok) return { ok: false, message: FIX, problems: refund.problems }
  const refunded = await refundReturn(shop, admin, { orderId: id, returnId, refund: refund.value })
  if (refunded.ok) return { ok: true, message: 'Refund recorded' }
  if (refunded.reason === 'not-found') throw data(null, { status: 404 })
  if (refunded.reason === 'too-much') return amountRefused(refunded.price)
  return { ok: false, message: 'Another amount was decided for this return already. Reload the page to see it.' }
}

function amountRefused(price: Rupees): Answer {
  const problem = `Enter at most ${formatRupees(price)}, the price of what came back.`
  return { ok: false, message: FIX, problems: { amount: problem } }
}

async function changeOrderAddress({ shop, admin, id, form }: Press): Promise<Answer> {
  const parsed = parseAddress(form)
  if (!parsed.ok) return { ok: false, message: FIX, problems: parsed.problems }
  const changed = await changeAddress(shop, admin, id, parsed.value)
  if (!changed.ok && changed.reason === 'invoiced') return { ok: false, message: ADDRESS_INVOICED }
  return pressed(Promise.resolve(changed), { done: ADDRESS_CHANGED, failed: ADDRESS_AT_COURIER })
}

const ADDRESS_AT_COURIER = 'The courier has this address, or the order is over, so the address can’t be changed.'
const ADDRESS_INVOICED =
  'The parcel’s invoice names this State, firm and GSTIN. Cancel the parcel, change the address, then dispatch again.'

/** The buyer has told the shop, for example on the phone. */
async function confirmForBuyer({ shop, admin, id }: Press): Promise<Answer> {
  const confirmed = await confirmCashOrder(shop, id, admin)
  if (!confirmed) throw data(null, { status: 404 })
  return confirmed.state === 'confirmed'
    ? { ok: true, message: 'Order marked as confirmed' }
    : { ok: false, message: 'This order no longer awaits a confirmation.' }
}

async function keepNote({ shop, admin, id, form }: Press): Promise<Answer> {
  const saved = await saveNote(shop, admin, id, { note: textField(form, 'note'), seen: textField(form, 'seen') })
  if (saved.ok) return { ok: true, message: 'Note saved' }
  switch (saved.reason) {
    case 'not-found':
      throw data(null, { status: 404 })
    case 'too-long':
      return { ok: false, message: FIX, problems: { note: `A note can have at most ${NOTE_MAX} characters.` } }
    case 'changed':
      return {
        ok: false,
        message: `Someone else has changed this note to: “${saved.note}”. Reload the page to see it, then add yours.`,
      }
  }
}
