import { createHash } from 'node:crypto'
import type { User } from '#domain/accounts/user.ts'
import { type InvoiceProblem, invoiceProblem, missingForInvoice } from '#domain/billing/invoice-needs.ts'
import { amountsOf, feeLeft, leftOf, priceOf } from '#domain/orders/amounts.ts'
import { cashOfParcel } from '#domain/orders/cash.ts'
import { type BoxChoice, type DispatchManyForm, decideDispatch, NO_BOX, sumAt } from '#domain/orders/dispatch.ts'
import type { Order } from '#domain/orders/order.ts'
import type { Dispatched, OrderId } from '#domain/orders/order-state.ts'
import type { ParcelBox } from '#domain/orders/pack.ts'
import { COUNTER, pickUpOf } from '#domain/orders/pick-up.ts'
import type { LineQuantity, ShipmentId } from '#domain/orders/shipment.ts'
import { type Issued, issueInvoice } from '#server/billing/issue.ts'
import { listInvoicesOf } from '#server/billing/queries.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { findOrder, lockOrder, type OrderRow, updateOrder } from '#server/orders/queries.ts'
import { findSettings } from '#server/settings/queries.ts'
import type { Shop } from '#server/shop.ts'
import { enqueueBooking, enqueueDispatchedEmail } from './book.ts'
import { type ChosenBox, chooseBox, proposeBoxes } from './boxes.ts'
import { findShipmentByKey, insertShipment, listParcelPrices, listSent } from './queries.ts'

export type DispatchRequest = {
  /** Made by the form, so that a repeated request finds the same shipment. */
  key: string
  orderId: OrderId
  /** `rest`: everything that was not sent yet. `box`: what of it the first proposed box holds. */
  lines: 'rest' | 'box' | readonly LineQuantity[]
  courier: string
  awb: string
  trackingLink: string
  /** True: book the parcel at the courier's own system. */
  book: boolean
  /** True: an order that waits for its buyer's word is refused. */
  onlyConfirmed?: boolean
  /** Corrections of the proposed box by the desk; undefined: none. */
  choice?: BoxChoice
  /** `cheapest`, `fastest`, or the number of a courier at the courier's system. */
  wantedCourier?: string
}

export type DispatchResult =
  | { ok: true; shipmentId: ShipmentId; issued: Issued }
  | Extract<PlannedParcel | ChosenBox, { ok: false }>
  | { ok: false; reason: 'awb-taken' | 'unconfirmed' }

/**
 * Dispatches a parcel and issues its invoice. One that its buyer fetches waits at the counter then, and goes to no courier. A
 * refusal writes nothing; a repeated request finds the first one's shipment.
 */
export async function dispatchOrder(
  shop: Pick<Shop, 'db' | 'now'>,
  admin: User,
  wanted: DispatchRequest,
): Promise<DispatchResult> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, wanted.orderId)
    if (!order) return { ok: false, reason: 'not-found' }
    const request = order.pickUp ? atCounter(wanted) : wanted
    const known = await findShipmentByKey(tx, request.key)
    if (known?.orderId === order.id) return { ok: true, shipmentId: known.id, issued: await findIssued(tx, known) }
    if (known) return { ok: false, reason: 'not-allowed' }

    const planned = await planParcel(tx, order, request.lines)
    if (!planned.ok) return planned
    const { parcel } = planned
    if (request.onlyConfirmed && parcel.order.awaitsConfirmation) return { ok: false, reason: 'unconfirmed' }
    const boxed = await chooseBox(tx, order.id, parcel.lines, request.choice)
    if (!boxed.ok) return boxed
    const { box } = boxed
    const shipmentId = await insertParcel(tx, parcel, { ...request, box })
    if (shipmentId === undefined) return { ok: false, reason: 'awb-taken' }
    if (request.book) await enqueueBooking(tx, shipmentId)
    else if (order.pickUp)
      await enqueueJob(tx, { job: 'send-shipment-email', shipmentId, template: 'ready-to-pick-up' })
    else await enqueueDispatchedEmail(tx, shipmentId)
    await insertAudit(tx, admin, {
      action: 'dispatch order',
      subject: `order ${order.id}`,
      before: { dispatched: order.dispatched },
      after: {
        dispatched: parcel.dispatched,
        shipment: shipmentId,
        lines: parcel.lines,
        courier: request.courier,
        awb: request.awb,
        ...(box && { box }),
      },
    })
    // Last, because every other dispatch waits for the counter of the invoices.
    const issued = await issueInvoice(tx, { order: parcel.order, shipmentId, now: shop.now() })
    return { ok: true, shipmentId, issued }
  })
}

/** Nobody carries it, so it is in no box and has no AWB. */
function atCounter(wanted: DispatchRequest): DispatchRequest {
  const lines = wanted.lines === 'box' ? 'rest' : wanted.lines
  const atTheCounter = { courier: COUNTER, awb: '', trackingLink: '', book: false, wantedCourier: '' }
  return { ...wanted, ...atTheCounter, lines, choice: { box: NO_BOX } }
}

/** The next parcel of a locked order. */
type Parcel = { order: Order; lines: LineQuantity[]; dispatched: Dispatched }

export type PlannedParcel =
  | { ok: true; parcel: Parcel }
  | { ok: false; reason: 'not-found' | 'not-allowed' | 'too-many' | 'nothing' | InvoiceProblem | 'unpaid' }

/** Decides before anything is written. */
export async function planParcel(
  tx: Transaction,
  locked: OrderRow,
  wanted: DispatchRequest['lines'],
): Promise<PlannedParcel> {
  const order = await findOrder(tx, locked.id)
  if (!order) return { ok: false, reason: 'not-found' }
  const ordered = order.cartItems.map(({ quantity }) => quantity)
  const sent = await listSent(tx, order.id)
  const rest = ordered.map((quantity, position) => ({ position, quantity: quantity - sumAt(sent, position) }))
  const lines = wanted === 'box' ? ((await proposeBoxes(tx, order.id, rest))[0]?.lines ?? 'rest') : wanted
  const decision = decideDispatch(locked, ordered, sent, lines)
  if (!decision.ok) return decision
  // The amount that a change has added is paid before the parcel leaves.
  if (locked.due > 0) return { ok: false, reason: 'unpaid' }
  const isBillToConfirmed = locked.billToConfirmedAt !== null
  const settings = await findSettings(tx)
  const problem = invoiceProblem(settings, { ...order.addressInfo, pickUp: order.pickUp, isBillToConfirmed })
  if (problem) return { ok: false, reason: problem }
  // The owner may have moved the place, or changed its hours, since it was ordered.
  if (order.pickUp) order.pickUp = pickUpOf(settings) ?? order.pickUp
  return { ok: true, parcel: { order, lines: decision.lines, dispatched: decision.dispatched } }
}

type ParcelRequest = Pick<DispatchRequest, 'key' | 'courier' | 'awb' | 'trackingLink' | 'wantedCourier'> & {
  box?: ParcelBox | null | undefined
}

/** @returns undefined: another shipment has this key or AWB */
export async function insertParcel(
  tx: Transaction,
  { order, lines, dispatched }: Parcel,
  { key, courier, awb, trackingLink, wantedCourier = '', box = null }: ParcelRequest,
): Promise<ShipmentId | undefined> {
  const priced = await priceParcel(tx, order, lines)
  const shipmentId = await insertShipment(tx, {
    ...priced,
    orderId: order.id,
    userId: order.userId,
    key,
    courier,
    awb,
    trackingLink,
    wantedCourier,
    box,
    mobile: order.addressInfo.mobileNumber.replace(/\D/g, '').slice(-10),
    pickUp: order.pickUp !== undefined,
  })
  if (shipmentId !== undefined) await updateOrder(tx, order.id, { dispatched, pickUp: order.pickUp ?? null })
  return shipmentId
}

/** The amounts of the next parcel: its units, the delivery fee if no parcel bears it yet, and the cash that the courier collects. */
async function priceParcel(tx: Transaction, order: Order, units: readonly LineQuantity[]) {
  const lines = amountsOf(units, leftOf(order.cartItems, await listSent(tx, order.id)))
  const before = await listParcelPrices(tx, order.id)
  const fee = feeLeft(order, before)
  return { lines, fee, cash: cashOfParcel(order, priceOf({ lines, fee }), before) }
}

async function findIssued(tx: Transaction, { id, orderId }: { id: ShipmentId; orderId: OrderId }): Promise<Issued> {
  const invoices = await listInvoicesOf(tx, orderId)
  const invoice = invoices.find(({ shipmentId, kind }) => shipmentId === id && kind !== 'credit-note')
  return invoice ? { invoice } : { invoice: undefined, missing: missingForInvoice(await findSettings(tx)) }
}

type ManyRequest = {
  /** Of the form: sent twice, it dispatches each order once. */
  key: string
  ids: readonly OrderId[]
} & Partial<DispatchManyForm & Pick<DispatchRequest, 'book'>>

/** Boxes of one order that one press books. */
const BOXES_A_PRESS = 20

/**
 * Dispatches what is left of each of these orders: booked, a parcel for each box that is needed. Each has a transaction of
 * its own, so that one that cannot be sent does not stop the others.
 */
export async function dispatchMany(
  shop: Pick<Shop, 'db' | 'now'>,
  admin: User,
  { key, ids, courier = '', awbs = new Map(), book = false, withUnconfirmed = false, wantedCourier = '' }: ManyRequest,
): Promise<{ id: OrderId; dispatched: DispatchResult }[]> {
  const report = []
  for (const orderId of ids) {
    const by = book ? { courier: '', awb: '', wantedCourier } : { courier, awb: awbs.get(orderId) ?? '' }
    const request = { ...by, orderId, trackingLink: '', book, onlyConfirmed: !withUnconfirmed }
    const [first, ...more] = book ? keysFor(key, orderId) : [keyFor(key, orderId)]
    const dispatched = await dispatchOrder(shop, admin, { ...request, key: first ?? '', lines: book ? 'box' : 'rest' })
    report.push({ id: orderId, dispatched })
    for (const next of more) {
      if (!dispatched.ok || !(await dispatchOrder(shop, admin, { ...request, key: next, lines: 'box' })).ok) break
    }
  }
  return report
}

/** The keys of an order's boxes, of which the first is also that of an order that is sent in one. */
export function keysFor(key: string, id: OrderId): string[] {
  return [key, ...Array.from({ length: BOXES_A_PRESS - 1 }, (_, index) => `${key} ${index + 2}`)].map((each) =>
    keyFor(each, id),
  )
}

/** A UUID derived from the form and the order, so that both always give the same one. */
export function keyFor(key: string, id: OrderId): string {
  const hex = createHash('sha256').update(`${key} ${id}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
