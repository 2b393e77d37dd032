import type { User } from '#domain/accounts/user.ts'
import { billToQuestion } from '#domain/billing/invoice-needs.ts'
import { type Coverage, lastDayOf } from '#domain/delivery/delivery-area.ts'
import { feeStays } from '#domain/delivery/fee.ts'
import { deliveryStateOf, stateProblem } from '#domain/delivery/pincode-states.ts'
import { type DeliveryAddress, storedAddress, toAddress } from '#domain/orders/address.ts'
import { type CashRefusal, cashOf, findAreaCashRefusal } from '#domain/orders/cash.ts'
import { mayChangeAddress, mayDeliver, NOTE_MAX, type OrderId } from '#domain/orders/order-state.ts'
import { mayCorrectAddress } from '#domain/orders/shipment-steps.ts'
import { parseMobile } from '#domain/phone.ts'
import { STATES, type StateCode } from '#domain/states.ts'
import { cleanText, lengthOf } from '#domain/text.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import { NOW, type Transaction } from '#server/db/connection.ts'
import { feeOf } from '#server/delivery/fee.ts'
import { findCoverage } from '#server/delivery/queries.ts'
import { findSettings } from '#server/settings/queries.ts'
import type { Shop } from '#server/shop.ts'
import { findOrder, listParcelStates, lockOrder, moveUpdates, type OrderRow, updateOrder } from './queries.ts'

export type AddressChange =
  /** `feeNote`: what delivery would cost there, if that is not what was agreed. */
  | { ok: true; feeNote?: string }
  /** `invoiced`: the invoice of a parcel has the State, the firm and the GSTIN. */
  | { ok: false; reason: 'not-found' | 'too-late' | 'no-delivery' | 'invoiced' }
  | { ok: false; reason: 'no-cash'; refusal: CashRefusal }

/** `contradicts`: the pincode is surely in another State. */
export type StateChoice = { ok: true } | { ok: false; reason: 'not-found' | 'too-late' | 'contradicts' }

/**
 * A shopper changes the address of their own order; another user's order is answered as not found. The list of
 * serviceable pincodes applies as at checkout.
 */
export async function changeOwnAddress(
  shop: Pick<Shop, 'db'>,
  shopper: User,
  id: OrderId,
  address: DeliveryAddress,
): Promise<AddressChange> {
  return change(shop, shopper, { id, address, isOwn: true })
}

/**
 * Changes the address of any order, at the desk, until a courier has it. Any pincode is allowed, because a person there has decided so.
 */
export async function changeAddress(
  shop: Pick<Shop, 'db'>,
  admin: User,
  id: OrderId,
  address: DeliveryAddress,
): Promise<AddressChange> {
  return change(shop, admin, { id, address, isOwn: false })
}

async function change(
  shop: Pick<Shop, 'db'>,
  person: User,
  { id, address, isOwn }: { id: OrderId; address: DeliveryAddress; isOwn: boolean },
): Promise<AddressChange> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order || (isOwn && order.userId !== person.userId)) return { ok: false, reason: 'not-found' }
    const mayChange = isOwn ? mayChangeAddress(order) : mayCorrectAddress(order, await listParcelStates(tx, id))
    if (!mayChange) return { ok: false, reason: 'too-late' }
    const before = storedAddress(order)
    const after = storedAddress(address)
    const changed = (Object.keys(after) as (keyof typeof after)[]).filter((name) => before[name] !== after[name])
    if (changed.length === 0) return { ok: true }
    const isInvoiced = order.dispatched !== 'none'
    if (isInvoiced && changesInvoice(toAddress(order), address)) return { ok: false, reason: 'invoiced' }
    const isElsewhere = isOwn && changed.includes('pincode') && order.pickUp === null
    const coverage = isElsewhere ? await findCoverage(tx, address.pincode, await findSettings(tx)) : undefined
    const refusal = coverage && findAreaRefusal(coverage, order)
    if (refusal) return refusal
    await saveAddress(tx, id, address)
    const isOtherPlace = changed.includes('pincode') || changed.includes('stateCode')
    const feeNote = isOtherPlace && order.pickUp === null ? await findFeeNote(tx, order, address) : undefined
    // The page has promised a day for the other place.
    if (coverage) await updateOrder(tx, id, { deliversBy: lastDayOf(coverage, new Date()) ?? null })
    // A wrong number is somebody else's, who must not read on or press `Cancel`.
    if (changed.includes('mobileNumber')) await moveUpdates(tx, order, parseMobile(address.mobileNumber))
    // Only the changed values, which are what the timeline shows.
    const only = (values: typeof after) => Object.fromEntries(changed.map((name) => [name, values[name]]))
    await insertAudit(tx, person, {
      action: 'change address',
      subject: `order ${id}`,
      before: only(before),
      after: { ...only(after), ...(feeNote && { delivery: feeNote }) },
    })
    return { ok: true, ...(feeNote && { feeNote }) }
  })
}

/** The fee is a part of the price that was agreed, so a new address does not change it; the desk may ask for the difference. */
async function findFeeNote(tx: Transaction, { id }: OrderRow, place: DeliveryAddress): Promise<string | undefined> {
  const order = await findOrder(tx, id)
  return (
    order &&
    feeStays(order.deliveryFee ?? 0, await feeOf(tx, await findSettings(tx), { lines: order.cartItems, place }))
  )
}

/** True if the tax or the buyer of an invoice would be another one (CGST Rules 2017, rule 46). */
function changesInvoice(before: DeliveryAddress, after: DeliveryAddress): boolean {
  return (
    deliveryStateOf(before) !== deliveryStateOf(after) || before.firm !== after.firm || before.gstin !== after.gstin
  )
}

/** A new address needs a new confirmation of the State that it is billed to. */
async function saveAddress(tx: Transaction, id: OrderId, address: DeliveryAddress): Promise<void> {
  await updateOrder(tx, id, { ...storedAddress(address), billToConfirmedAt: null })
}

/** Undefined: the shop delivers there, and takes cash there if any is collected. */
function findAreaRefusal(coverage: Coverage, order: OrderRow): Exclude<AddressChange, { ok: true }> | undefined {
  if (!coverage.delivers) return { ok: false, reason: 'no-delivery' }
  const toPay = order.totalAmount - order.voucherPaid
  const refusal = cashOf(order) > 0 ? findAreaCashRefusal(coverage, toPay) : undefined
  return refusal && { ok: false, reason: 'no-cash', refusal }
}

/**
 * Stores the State of delivery that the desk has chosen because the pincode does not tell it, or tells another one.
 * Possible while any part of the order is still to be sent.
 */
export async function chooseState(
  shop: Pick<Shop, 'db'>,
  admin: User,
  id: OrderId,
  stateCode: StateCode,
): Promise<StateChoice> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order) return { ok: false, reason: 'not-found' }
    if (!mayDeliver(order)) return { ok: false, reason: 'too-late' }
    if (stateProblem({ ...order, stateCode })) return { ok: false, reason: 'contradicts' }
    if (order.stateCode === stateCode) return { ok: true }
    await saveAddress(tx, id, { ...toAddress(order), stateCode })
    await insertAudit(tx, admin, {
      action: 'choose state',
      subject: `order ${id}`,
      before: { state: order.stateCode ? STATES[order.stateCode] : '' },
      after: { state: STATES[stateCode] },
    })
    return { ok: true }
  })
}

/** `changed`: the order says something else by now. `address-needed`: it has no registered address yet. */
export type BillToConfirmation = { ok: true } | { ok: false; reason: 'not-found' | 'changed' | 'address-needed' }

/**
 * The desk confirms that an order is billed to another State than it is sent to.
 *
 * @param seen the `billToQuestion` that was confirmed
 * @param registeredAddress of an order that has none yet; empty: its own
 */
export async function confirmBillTo(
  shop: Pick<Shop, 'db'>,
  admin: User,
  id: OrderId,
  { seen, registeredAddress }: { seen: string; registeredAddress: string },
): Promise<BillToConfirmation> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order) return { ok: false, reason: 'not-found' }
    if (!mayDeliver(order) || billToQuestion(await findSettings(tx), order) !== seen)
      return { ok: false, reason: 'changed' }
    const address = order.registeredAddress || registeredAddress
    if (!address) return { ok: false, reason: 'address-needed' }
    await updateOrder(tx, id, { registeredAddress: address, billToConfirmedAt: NOW })
    await insertAudit(tx, admin, {
      action: 'confirm bill to',
      subject: `order ${id}`,
      before: { registeredAddress: order.registeredAddress ?? '' },
      after: { confirmed: seen, registeredAddress: address },
    })
    return { ok: true }
  })
}

/** `changed`: somebody else has saved another note since the form was opened; `note` is theirs. */
export type NoteChange =
  | { ok: true }
  | { ok: false; reason: 'not-found' | 'too-long' }
  | { ok: false; reason: 'changed'; note: string }

/** Saves the desk's note of an order. @param seen the note that the form was opened with */
export async function saveNote(
  shop: Pick<Shop, 'db'>,
  admin: User,
  id: OrderId,
  typed: { note: string; seen: string },
): Promise<NoteChange> {
  const note = cleanText(typed.note)
  const seen = cleanText(typed.seen)
  if (lengthOf(note) > NOTE_MAX) return { ok: false, reason: 'too-long' }
  return shop.db.transaction(async (tx) => {
    const present = (await lockOrder(tx, id))?.note
    if (present === undefined) return { ok: false, reason: 'not-found' }
    if (present === note) return { ok: true }
    if (present !== seen) return { ok: false, reason: 'changed', note: present }
    await updateOrder(tx, id, { note })
    await insertAudit(tx, admin, {
      action: 'change note',
      subject: `order ${id}`,
      before: { note: present },
      after: { note },
    })
    return { ok: true }
  })
}
