import { data } from 'react-router'
import type { User } from '#domain/accounts/user.ts'
import { invoiceProblem, isInvoiceProblem } from '#domain/billing/invoice-needs.ts'
import { formatAmount, formatRupees, type Paise, type Rupees } from '#domain/money.ts'
import {
  cancelParcelQuestion,
  deliverQuestion,
  refundQuestion,
  removeLineQuestion,
} from '#domain/orders/action-questions.ts'
import { parseAddress, parseRegisteredAddress } from '#domain/orders/address.ts'
import { changeProblemText, ENTER_COUNT } from '#domain/orders/change-form.ts'
import { WANTED_COURIER } from '#domain/orders/couriers.ts'
import { parseCarrier, parseDispatch } from '#domain/orders/dispatch.ts'
import { groupLines } from '#domain/orders/order.ts'
import { parseRefund } from '#domain/orders/order-refund.ts'
import { mayDeliver, NOTE_MAX, type OrderId } from '#domain/orders/order-state.ts'
import { PICK_UP, parseHandOver, stepLabelOf } from '#domain/orders/pick-up.ts'
import { isStep, type ShipmentId } from '#domain/orders/shipment.ts'
import { parseReturnRefund, parseTakeBack } from '#domain/orders/take-back.ts'
import { hasRight } from '#domain/permissions.ts'
import { returnNumberOf } from '#domain/returns/return-request.ts'
import { wordsOf } from '#domain/shop/wording.ts'
import { isStateCode } from '#domain/states.ts'
import { isUuid, parseId } from '#domain/text.ts'
import { approveCancellation, cancelEmptied } from '#server/order-page/cancel.ts'
import { changeLines } from '#server/order-page/change-lines.ts'
import { refundOrder } from '#server/order-page/refund-order.ts'
import { confirmCashOrder } from '#server/orders/cash.ts'
import { changeAddress, chooseState, confirmBillTo, saveNote } from '#server/orders/change.ts'
import { findOrder, findOrderRow } from '#server/orders/queries.ts'
import { requestBooking } from '#server/parcels/book.ts'
import { cancelParcel } from '#server/parcels/cancel.ts'
import { changeCourier } from '#server/parcels/change-courier.ts'
import { deliverOrder, undoDelivery } from '#server/parcels/deliver.ts'
import { type DispatchResult, dispatchOrder } from '#server/parcels/dispatch.ts'
import { handOver } from '#server/parcels/hand-over.ts'
import { findShipment } from '#server/parcels/queries.ts'
import { readRates } from '#server/parcels/rates.ts'
import { refundReturn, takeBack } from '#server/parcels/returns.ts'
import { moveShipment } from '#server/parcels/steps.ts'
import type { Shop } from '#server/shop.ts'
import { type ActionToasts, ORDER_REFUSALS, orderActionMessages } from '#web/admin/action-messages.ts'
import { type DeskResult, fixFields } from '#web/admin/action-result.ts'
import { confirmFirst, runDesk } from '#web/admin/run-action.ts'
import { FIX, textField } from '#web/form-actions.ts'
import { ADDRESS_CHANGED } from '#web/orders/order-action.ts'
import { closeParcelCash, enterCash, takeCashBack } from './cash-actions.ts'

type Press = { shop: Shop; admin: User; id: OrderId; form: FormData; request: Request; address: string }
type Answer = Omit<DeskResult, 'intent'>

/** The handler of each form of an order's page, by its intent. */
const actions: Record<string, (press: Press) => Answer | Promise<Answer>> = {
  deliver,
  'undo-delivery': ({ shop, admin, id }) =>
    pressed(undoDelivery(shop, admin, id), orderActionMessages['undo-delivery']),
  'approve-cancellation': ({ shop, admin, id }) =>
    pressed(approveCancellation(shop, admin, id), orderActionMessages['approve-cancellation']),
  dispatch,
  step: setStep,
  'hand-over': handParcelOver,
  book,
  'change-courier': changeParcelCourier,
  'cancel-parcel': cancelOneParcel,
  'take-back': acceptReturn,
  'refund-return': payReturn,
  refund: refundPart,
  'change-quantity': changeQuantity,
  'remove-line': (press) => changeLine(press, 0),
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
  return runDesk(press.shop, press.form, `order ${press.id}`, async () => run(press))
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
  if (!parsed.ok) return fixFields(parsed.problems)
  const { box, kg, ...carried } = parsed.value
  const choice = { box, kg }
  if (form.has('rates')) return compareRates(shop, id, { lines: carried.lines, choice })
  const state = textField(form, 'stateCode')
  const chosen = isStateCode(state) ? await chooseState(shop, admin, id, state) : undefined
  if (chosen?.ok === false && chosen.reason === 'contradicts')
    return { ok: false, ...DISPATCH_REFUSALS['state-contradicts'] }
  const refusal = form.has('billTo') ? await confirmBilling({ shop, admin, id, form }) : undefined
  if (refusal) return refusal
  const key = textField(form, 'key')
  const request = { ...carried, choice, key, orderId: id, book: form.has('book') }
  return dispatchAnswer(
    await dispatchOrder(shop, admin, request),
    form.has(PICK_UP) ? 'Ready to pick up' : 'Dispatched',
  )
}

async function compareRates(shop: Shop, id: OrderId, parcel: Parameters<typeof readRates>[2]): Promise<Answer> {
  const read = await readRates(shop, id, parcel)
  if (!read) throw data(null, { status: 404 })
  return read.ok ? { ok: false, message: '', rates: read.rates } : { ok: false, message: read.message }
}

/** Undefined: confirmed, or the question has changed, which dispatching asks again. */
async function confirmBilling({
  shop,
  admin,
  id,
  form,
}: Omit<Press, 'request' | 'address'>): Promise<Answer | undefined> {
  const parsed = parseRegisteredAddress(form)
  if (!parsed.ok) return fixFields(parsed.problems)
  const confirmation = { seen: textField(form, 'billTo'), ...parsed.value }
  const confirmed = await confirmBillTo(shop, admin, id, confirmation)
  if (confirmed.ok || confirmed.reason !== 'address-needed') return undefined
  return fixFields({ registeredAddress: 'Enter the address that is registered for this GSTIN.' })
}

export function dispatchAnswer(dispatched: DispatchResult, done = 'Dispatched'): Answer {
  if (!dispatched.ok) return { ok: false, ...DISPATCH_REFUSALS[dispatched.reason] }
  const { issued } = dispatched
  if (issued.invoice) return { ok: true, message: `${done} with ${issued.invoice.number}` }
  const [missing, them] = [issued.missing.join(', '), issued.missing.length === 1 ? 'it' : 'them']
  const message = `${done} without an invoice: ${missing} missing. Add ${them} in Settings, and the next parcel gets one.`
  return { ok: true, message }
}

const DISPATCH_REFUSALS: Record<
  Extract<DispatchResult, { ok: false }>['reason'],
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
  'many-boxes': fixFields({
    box: 'These pieces need more than one box. Send fewer in this parcel, or choose its box.',
  }),
  'box-gone': fixFields({ box: 'This box no longer exists. Choose another one.' }),
  'awb-taken': fixFields({ awb: 'Another parcel of this courier has this AWB.' }),
}

async function setStep({ shop, admin, form }: Press): Promise<Answer> {
  const shipmentId = shipmentOf(form)
  const step = form.get('step')
  if (!isStep(step)) throw data('Unknown step.', { status: 400 })
  const label = stepLabelOf({ pickUp: (await findShipment(shop.db, shipmentId))?.pickUp ?? false }, step)
  return pressed(moveShipment(shop, admin, { shipmentId, step }), {
    done: `Parcel set to ${label}`,
    failed: `This parcel can no longer be set to ${label}`,
  })
}

async function handParcelOver({ shop, admin, id, form, address }: Press): Promise<Answer> {
  const shipmentId = shipmentOf(form)
  const parsed = parseHandOver(form)
  if (!parsed.ok) return fixFields(parsed.problems)
  const handed = await handOver(shop, admin, { ...parsed.value, orderId: id, shipmentId, address })
  if (handed.ok) return { ok: true, message: 'Handed over' }
  switch (handed.reason) {
    case 'not-found':
      throw data(null, { status: 404 })
    case 'limited':
      return { ok: false, message: handed.limited.message }
    case 'not-ready':
      return { ok: false, message: 'This parcel no longer waits at the counter. Reload the page to see where it is.' }
    case 'wrong-code':
      return fixFields({ code: 'This is not the code of this parcel. Ask the buyer again.' })
    case 'amount-needed':
      return fixFields({ amount: 'Enter what you collected.' })
    case 'too-much':
      return fixFields({ amount: 'Enter at most what is to be collected.' })
  }
}

async function book({ shop, admin, form }: Press): Promise<Answer> {
  const shipmentId = shipmentOf(form)
  const wanted = textField(form, 'wantedCourier')
  if (!WANTED_COURIER.test(wanted)) return fixFields({ wantedCourier: 'Choose one of the couriers.' })
  const shipment = form.has('rates') ? await findShipment(shop.db, shipmentId) : undefined
  if (shipment) return compareRates(shop, shipment.orderId, { lines: shipment.lines })
  return pressed(requestBooking(shop, admin, shipmentId, form.has('wantedCourier') ? wanted : undefined), {
    done: 'Asking the courier',
    failed: 'This parcel is no longer waiting for a courier',
  })
}

async function changeParcelCourier({ shop, admin, form }: Press): Promise<Answer> {
  const shipmentId = shipmentOf(form)
  const present = (await findShipment(shop.db, shipmentId))?.courier
  const parsed = parseCarrier(form, present)
  if (!parsed.ok) return fixFields(parsed.problems)
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
  const order = await findOrder(shop.db, id)
  const shipment = await findShipment(shop.db, shipmentId)
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
  if (!parsed.ok) return fixFields(parsed.problems)
  const reason = form.get('reason') === 'not-delivered' ? 'not-delivered' : 'returned'
  const key = textField(form, 'key')
  const refund = parseReturnRefund(form)
  if (!refund.ok) return fixFields(refund.problems)
  const taken = await takeBack(shop, admin, { key, shipmentId, lines: parsed.value, reason, refund: refund.value })
  if (taken.ok) return { ok: true, message: 'Return recorded' }
  if (taken.reason === 'not-found') throw data(null, { status: 404 })
  if (taken.reason === 'too-much') return abovePrice(taken.price)
  return { ok: false, message: RETURN_REFUSALS[taken.reason] ?? 'This parcel can’t be returned.' }
}

const RETURN_REFUSALS: Record<string, string> = {
  'too-many': 'You entered more units than are left to return. Check the quantities.',
  nothing: 'Enter how many came back.',
}

/** Records the refund of goods that were taken back without a decision about their price. */
async function payReturn({ shop, admin, id, form }: Press): Promise<Answer> {
  const returnId = parseId(form.get('return'))
  if (!returnId) throw data('Unknown return.', { status: 400 })
  const refund = parseReturnRefund(form)
  if (!refund.ok) return fixFields(refund.problems)
  const refunded = await refundReturn(shop, admin, { orderId: id, returnId, refund: refund.value })
  if (refunded.ok) return { ok: true, message: 'Refund recorded' }
  if (refunded.reason === 'not-found') throw data(null, { status: 404 })
  if (refunded.reason === 'too-much') return abovePrice(refunded.price)
  if (refunded.reason === 'asked')
    return { ok: false, message: `Settle return ${returnNumberOf(refunded.requestId)} instead.` }
  return { ok: false, message: 'Another amount was decided for this return already. Reload the page to see it.' }
}

function abovePrice(price: Paise): Answer {
  return amountRefused(`Enter at most ${formatAmount(price)}, the price of what came back.`)
}

function amountRefused(problem: string): Answer {
  return fixFields({ amount: problem })
}

async function refundPart({ shop, admin, id, form, request }: Press): Promise<Answer> {
  const parsed = parseRefund(form)
  if (!parsed.ok) return fixFields(parsed.problems)
  const key = textField(form, 'key')
  if (!isUuid(key)) return { ok: false, message: RELOAD }
  const { question, text } = refundQuestion(id, parsed.value)
  const confirmation = confirmFirst(request, form, `${question} ${text}`)
  if (confirmation) return confirmation.data
  const { amount } = parsed.value
  const refunded = await refundOrder(shop, admin, { ...parsed.value, orderId: id, key })
  if (refunded.ok) {
    const [note] = refunded.creditNotes
    return { ok: true, message: `${formatAmount(amount)} is refunded${note ? ` with credit note ${note}` : ''}` }
  }
  switch (refunded.reason) {
    case 'not-found':
      throw data(null, { status: 404 })
    case 'above-price':
      return amountRefused(
        `Enter at most ${formatAmount(refunded.price)}, the price of these items, or choose Goodwill.`,
      )
    case 'too-much':
      return amountRefused(
        refunded.left === 0
          ? 'Nothing is left to refund: nothing was paid yet, or all of it went back.'
          : `Enter at most ${formatAmount(refunded.left)}, which is left of what was paid.`,
      )
    default:
      return { ok: false, message: RELOAD }
  }
}

const RELOAD = 'Please reload the page.'

function changeQuantity(press: Press): Answer | Promise<Answer> {
  const typed = textField(press.form, 'quantity').trim()
  if (!/^\d{1,2}$/.test(typed)) return fixFields({ quantity: ENTER_COUNT })
  return changeLine(press, Number(typed))
}

/** Of the last line nothing can be left, so the order is cancelled instead. */
async function changeLine({ shop, admin, id, form, request }: Press, quantity: number): Promise<Answer> {
  const position = Number(/^\d{1,3}$/.exec(textField(form, 'line'))?.[0])
  const key = textField(form, 'key')
  const seen = textField(form, 'seen')
  if (!Number.isInteger(position) || !isUuid(key)) return { ok: false, message: RELOAD }
  const order = await findOrder(shop.db, id)
  if (!order) throw data(null, { status: 404 })
  const isLast = quantity === 0 && groupLines(order.cartItems).length === 1
  if (quantity === 0) {
    const { question, text } = removeLineQuestion(order, position)
    const confirmation = confirmFirst(request, form, `${question} ${text}`)
    if (confirmation) return confirmation.data
  }
  if (isLast && !hasRight(admin, 'approve cancellations')) return { ok: false, message: LAST_LINE }
  const wanted = { lines: [{ position, quantity }], added: [], seenPrices: new Map() }
  const changed = await changeLines(shop, admin, { key, orderId: id, seen, wanted })
  if (changed.ok) return { ok: true, message: changedText(changed) }
  switch (changed.reason) {
    case 'not-found':
      throw data(null, { status: 404 })
    case 'last-line':
      return pressed(cancelEmptied(shop, admin, id), {
        done: 'Its last line is removed, so the order is cancelled',
        failed: LAST_LINE,
      })
    case 'problems': {
      const [problem] = Object.values(changed.problems)
      const words = wordsOf(await shop.settings.read())
      return fixFields({ quantity: problem ? changeProblemText(problem, words) : FIX })
    }
    case 'changed':
      return {
        ok: false,
        message: `Order ${id} was changed since you opened it. Reload the page to see what it holds.`,
      }
    default:
      return { ok: false, message: CHANGE_REFUSALS[changed.reason] }
  }
}

const LAST_LINE = 'This is the last line of the order. To remove it, cancel the order instead.'

function changedText({ refund, due }: { refund: Rupees; due: Rupees }): string {
  if (refund > 0) return `Order changed: ${formatRupees(refund)} is refunded`
  return due > 0 ? `Order changed: the buyer still pays ${formatRupees(due)}` : 'Order changed'
}

async function changeOrderAddress({ shop, admin, id, form }: Press): Promise<Answer> {
  const parsed = parseAddress(form)
  if (!parsed.ok) return fixFields(parsed.problems)
  const changed = await changeAddress(shop, admin, id, parsed.value)
  if (!changed.ok && changed.reason === 'invoiced') return { ok: false, message: ADDRESS_INVOICED }
  const done = changed.ok && changed.feeNote ? `${ADDRESS_CHANGED}. ${changed.feeNote}` : ADDRESS_CHANGED
  return pressed(Promise.resolve(changed), { done, failed: ADDRESS_AT_COURIER })
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
      return fixFields({ note: `A note can have at most ${NOTE_MAX} characters.` })
    case 'changed':
      return {
        ok: false,
        message: `Someone else has changed this note to: “${saved.note}”. Reload the page to see it, then add yours.`,
      }
  }
}

/** The question of the dialog of `Deliver`, for browsers without scripts; undefined: nothing to ask. */
export async function readDeliverQuestion(
  { db, settings }: Pick<Shop, 'db' | 'settings'>,
  form: FormData,
  id: OrderId | undefined,
): Promise<string | undefined> {
  if (form.get('intent') !== 'deliver' || !form.has('ask') || id === undefined) return undefined
  const order = await findOrder(db, id)
  if (!order || !mayDeliver(order)) return undefined
  const isBillToConfirmed = Boolean((await findOrderRow(db, id))?.billToConfirmedAt)
  // It is refused then, so there is nothing to ask.
  if (invoiceProblem(await settings.read(), { ...order.addressInfo, pickUp: order.pickUp, isBillToConfirmed }))
    return undefined
  const asked = deliverQuestion(order)
  return asked && `${asked.question} ${asked.text}`
}

/** Sentences for an order that was not changed. */
export const CHANGE_REFUSALS = {
  'not-allowed': 'This order can no longer be changed, because all of it was sent, or it was cancelled.',
  nothing: 'Nothing is changed yet.',
  'last-line': 'An order keeps at least one line. To remove everything, cancel the order instead.',
  'too-many-lines': 'An order holds at most 100 lines.',
  reduced:
    'A refund has lowered the price of a line that this removes, lowers or moves. Refund what is left of it, or cancel the order.',
  gap: 'Lines that were dispatched keep their place behind a line that is removed. Add a product in its place, or lower its quantity instead.',
}
