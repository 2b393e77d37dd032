import { randomUUID } from 'node:crypto'
import type { User } from '#domain/accounts/user.ts'
import { deliveryStateOf } from '#domain/delivery/pincode-states.ts'
import { priceOf } from '#domain/orders/amounts.ts'
import { chooseRate } from '#domain/orders/couriers.ts'
import { deliverTo } from '#domain/orders/gift.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { ParcelBox } from '#domain/orders/pack.ts'
import type { LineQuantity, ShipmentId, ShipmentKind } from '#domain/orders/shipment.ts'
import { mayBook } from '#domain/orders/shipment-steps.ts'
import { STATES } from '#domain/states.ts'
import { listLinesToInvoice } from '#server/billing/queries.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { violates } from '#server/db/constraints.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { ProviderRejectedError, ProviderUnavailableError } from '#server/errors.ts'
import { findOrder, lockOrder } from '#server/orders/queries.ts'
import type { AssignedAwb, BookedParcel, Parcel, Way } from '#server/providers/courier.ts'
import { findSettings } from '#server/settings/queries.ts'
import type { Shop } from '#server/shop.ts'
import {
  type BookingChanges,
  type ClaimedShipment,
  claimBooking,
  findCancelling,
  releaseBooking,
  updateBooking,
  updateCancelled,
} from './booking-queries.ts'
import { chooseBox, readItems } from './boxes.ts'
import { hasDispatchedEmail, listLinesOf, updateShipment, withShipment } from './queries.ts'

type BookingShop = Pick<Shop, 'db' | 'courier' | 'log'>

/** A lease lasts two minutes; a request that creates something is only sent during the first. */
const SEND_WITHIN_MS = 60_000
/** Returns milliseconds since any fixed moment. */
type Clock = () => number
const BUSY_SECONDS = 60

/**
 * Books the shipment at the courier's system as soon as this transaction commits; then the shopper gets an email, which
 * names courier and AWB. Call it while the order is locked.
 */
export async function enqueueBooking(tx: Transaction, shipmentId: ShipmentId): Promise<void> {
  await updateShipment(tx, shipmentId, { booking: 'requested', bookingProblem: null })
  await enqueueJob(tx, { job: 'book-shipment', shipmentId })
}

/** Tells the shopper that a parcel is on its way; sent once, however often it is enqueued. */
export async function enqueueDispatchedEmail(tx: Transaction, shipmentId: ShipmentId): Promise<void> {
  await enqueueJob(tx, { job: 'send-shipment-email', shipmentId, template: 'dispatched' })
}

/**
 * Corrects what the email about a dispatch has said. One that is still to be written says it right by itself. Call it while
 * the order is locked.
 */
export async function enqueueDispatchCorrection(
  tx: Transaction,
  shipmentId: ShipmentId,
  template: 'courier-changed' | 'dispatch-undone',
): Promise<void> {
  if (await hasDispatchedEmail(tx, shipmentId))
    await enqueueJob(tx, { job: 'send-shipment-email', shipmentId, template })
}

/**
 * Cancels the shipment at the courier's system as soon as this transaction commits. A job that is booking it just now has
 * lost its lease, so that it writes nothing more. Call it while the order is locked.
 */
export async function enqueueBookingCancellation(tx: Transaction, shipmentId: ShipmentId): Promise<void> {
  const changes = { booking: 'cancelling', bookingProblem: null, bookingToken: null, bookingUntil: null } as const
  await updateShipment(tx, shipmentId, changes)
  await enqueueJob(tx, { job: 'cancel-booking', shipmentId })
}

/**
 * A job: cancels what the courier's system has of this shipment.
 *
 * @throws ProviderUnavailableError when the job should be retried
 */
export async function cancelBooking(shop: BookingShop, shipmentId: ShipmentId): Promise<void> {
  const claim = await findCancelling(shop.db, shipmentId)
  if (!claim) return
  const settle = (problem: string | null) =>
    shop.db.transaction(async (tx) => {
      await lockOrder(tx, claim.orderId)
      await updateCancelled(tx, shipmentId, problem)
    })
  try {
    const reference = referenceOf(claim)
    const found = await shop.courier.findParcel(reference, wayOf(claim))
    if (found) await shop.courier.cancelParcel(found.orderId)
    else if (claim.isSentRecently) throw new ProviderUnavailableError(`Parcel ${reference} may still be booked`)
    await settle(null)
  } catch (error) {
    if (!(error instanceof ProviderRejectedError)) throw error
    await settle(error.reason ?? 'The courier gave no reason.')
    shop.log.error(`The booking of shipment ${shipmentId} could not be cancelled`, error)
  }
}

export type BookingRequested = { ok: true } | { ok: false; reason: 'not-found' | 'not-allowed' }

/**
 * Books a parcel that has no courier yet, or retries what the courier's system has rejected: a booking, or the cancellation
 * of one. Repeating it changes nothing.
 */
export async function requestBooking(
  shop: Pick<Shop, 'db'>,
  admin: User,
  shipmentId: ShipmentId,
  wantedCourier?: string,
): Promise<BookingRequested> {
  return withShipment(shop.db, shipmentId, async (tx, shipment, order): Promise<BookingRequested> => {
    const { booking, bookingProblem: problem, step } = shipment
    if (booking === 'requested' || booking === 'cancelling') return { ok: true }
    // An AWB that the desk has typed: another courier has the parcel, so the booking was to be cancelled.
    const isByHand = shipment.awb !== null && shipment.providerShipmentId === null
    const isCancelling = booking === 'failed' && (step === 'cancelled' || isByHand)
    if (isCancelling) await enqueueBookingCancellation(tx, shipmentId)
    else if (order && mayBook({ ...shipment, awb: shipment.awb ?? undefined, booking: booking ?? undefined })) {
      if (wantedCourier !== undefined) await updateShipment(tx, shipmentId, { wantedCourier })
      await enqueueBooking(tx, shipmentId)
    } else return { ok: false, reason: 'not-allowed' }
    await insertAudit(tx, admin, {
      action: booking === null ? 'book courier' : 'book again',
      subject: `order ${shipment.orderId}`,
      before: { shipment: shipmentId, problem },
      after: { shipment: shipmentId, booking: isCancelling ? 'cancelling' : 'requested' },
    })
    return { ok: true }
  })
}

/**
 * A job: makes sure that the courier's system has this parcel exactly once, with an AWB, a label and a pickup.
 * The system has no idempotency keys: an order that is sent again is a second order. So the job looks for our reference
 * first, only the holder of a lease may create, and after a lost answer nobody creates until that request can no longer
 * take effect.
 *
 * @throws ProviderUnavailableError when the job should be retried
 */
export async function bookShipment(
  shop: BookingShop,
  shipmentId: ShipmentId,
  clock: Clock = () => performance.now(),
): Promise<void> {
  const token = randomUUID()
  const claim = await shop.db.transaction((tx) => claimBooking(tx, shipmentId, token))
  if (!claim) return
  if (claim === 'busy') {
    // Another instance is booking it; check again later, in case that instance has died.
    const again = { job: 'book-shipment', shipmentId, inSeconds: BUSY_SECONDS } as const
    return shop.db.transaction((tx) => enqueueJob(tx, again))
  }
  try {
    await book(shop, claim, createLease(shop, claim, token, clock))
  } catch (error) {
    if (error instanceof ProviderRejectedError) {
      const problem = error.reason ?? 'The courier gave no reason.'
      await write(shop, claim, token, { booking: 'failed', bookingProblem: problem })
      shop.log.error(`Shipment ${shipmentId} could not be booked`, error)
    }
    await shop.db.transaction((tx) => releaseBooking(tx, shipmentId, token))
    if (!(error instanceof ProviderRejectedError)) throw error
  }
}

type Lease = ReturnType<typeof createLease>

function createLease(shop: BookingShop, claim: ClaimedShipment, token: string, clock: Clock) {
  let renewedAt = clock()
  return {
    /**
     * Writes what was learnt and renews the lease.
     *
     * @throws ProviderUnavailableError when somebody else has the lease
     */
    async write(changes: BookingChanges): Promise<void> {
      renewedAt = clock()
      if (!(await write(shop, claim, token, changes))) throw new ProviderUnavailableError('Another instance books it')
    },
    /** @throws ProviderUnavailableError if this process was suspended for too long after it renewed the lease */
    mustBeFresh(): void {
      if (clock() - renewedAt > SEND_WITHIN_MS) throw new ProviderUnavailableError('The lease is too old')
    },
  }
}

async function write(
  shop: BookingShop,
  { id, orderId, kind }: ClaimedShipment,
  token: string,
  changes: BookingChanges,
): Promise<boolean> {
  return shop.db.transaction(async (tx) => {
    await lockOrder(tx, orderId)
    const isWritten = await updateBooking(tx, id, token, changes)
    const isSettled = changes.booking === 'booked' || changes.booking === null
    if (isWritten && (isSettled || changes.booking === 'failed')) await announce(tx, { id, kind }, isSettled)
    return isWritten
  })
}

/** The shopper hears of a parcel that leaves; what is fetched from them is told by its return request. */
async function announce(
  tx: Transaction,
  { id: shipmentId, kind }: Pick<ClaimedShipment, 'id' | 'kind'>,
  isBooked: boolean,
): Promise<void> {
  if (kind === 'return') await enqueueJob(tx, { job: 'follow-pickup', shipmentId })
  else if (isBooked) await enqueueDispatchedEmail(tx, shipmentId)
}

/** The person at whose door the courier calls. */
function wayOf({ kind }: Pick<ClaimedShipment, 'kind'>): Way {
  return kind === 'return' ? 'from-buyer' : 'to-buyer'
}

async function book(shop: BookingShop, claim: ClaimedShipment, lease: Lease): Promise<void> {
  const { courier } = shop
  let shipmentId = claim.providerShipmentId
  if (claim.awb !== null && shipmentId === null) {
    // The AWB was typed at the desk: the parcel was handed over by hand.
    return lease.write({ booking: null })
  }
  if (claim.awb === null || shipmentId === null) {
    const parcel = await findOrCreate(shop, claim, lease)
    shipmentId = parcel.shipmentId
    await lease.write({ providerOrderId: parcel.orderId, providerShipmentId: shipmentId, isSent: false })
    const { awb, courier: name, trackingLink } = parcel.assigned ?? (await assign(shop, claim, parcel))
    await lease.write({ awb, courier: name, trackingLink }).catch((error) => {
      if (!violates(error, 'shipments_awb_once')) throw error
      const reason = `The AWB ${awb} of ${name} belongs to another shipment.`
      throw new ProviderRejectedError(reason, { reason })
    })
  }
  // A courier brings the label of what it fetches.
  if (!claim.labelLink && claim.kind !== 'return')
    await lease.write({ labelLink: await courier.createLabels([shipmentId]) })
  await courier.requestPickup(shipmentId)
  await lease.write({ booking: 'booked' })
}

async function findOrCreate(shop: BookingShop, claim: ClaimedShipment, lease: Lease): Promise<BookedParcel> {
  const { courier } = shop
  const reference = referenceOf(claim)
  const found = await courier.findParcel(reference, wayOf(claim))
  if (found) return found
  if (claim.isSentRecently) throw new ProviderUnavailableError(`Parcel ${reference} may be booked already`)
  const parcel = await readParcel(shop, claim)
  await lease.write({ isSent: true })
  lease.mustBeFresh()
  try {
    return await courier.createParcel(parcel, wayOf(claim))
  } catch (error) {
    if (!(error instanceof ProviderRejectedError)) throw error
    // The courier's system may reject it because the parcel exists after all.
    const made = await courier.findParcel(reference, wayOf(claim))
    if (made) return made
    await lease.write({ isSent: false })
    throw error
  }
}

/** Assigns an AWB. Asked again, the system returns the first one or rejects the request. */
async function assign(shop: BookingShop, claim: ClaimedShipment, parcel: BookedParcel): Promise<AssignedAwb> {
  const { courier } = shop
  try {
    return await courier.assignAwb(parcel.shipmentId, wayOf(claim), await findWantedCourier(shop, claim))
  } catch (error) {
    if (!(error instanceof ProviderRejectedError)) throw error
    const known = await courier.findParcel(referenceOf(claim), wayOf(claim))
    if (known?.assigned) return known.assigned
    throw error
  }
}

/** The courier's number that the desk has chosen, or that is cheapest or fastest now; undefined: the system chooses. */
async function findWantedCourier(shop: BookingShop, claim: ClaimedShipment): Promise<string | undefined> {
  const { wantedCourier: wanted, kind } = claim
  if (wanted === '' || kind === 'return') return undefined
  if (wanted !== 'cheapest' && wanted !== 'fastest') return wanted
  const { to, cash, ...parcel } = await readParcel(shop, claim)
  const rates = await shop.courier.listRates({ ...parcel, pincode: to.pincode, isCash: cash > 0 })
  return chooseRate(rates, wanted)?.id
}

type ShipmentToBook = {
  id: ShipmentId
  orderId: OrderId
  cash: number
  fee: number
  kind?: ShipmentKind
  box?: ParcelBox | null
}

/** Identifies the parcel at the courier's system: `1001-12` is shipment 12 of order 1001. */
export function referenceOf({ id, orderId }: Pick<ShipmentToBook, 'id' | 'orderId'>): string {
  return `${orderId}-${id}`
}

/** @throws ProviderRejectedError, with a reason for the desk, when no courier could deliver it */
export async function readParcel({ db }: Pick<Shop, 'db'>, shipment: ShipmentToBook): Promise<Parcel> {
  const order = await findOrder(db, shipment.orderId)
  if (!order) throw refused('The order was deleted.')
  const sent = await listLinesOf(db, shipment.id)
  const codes = await listLinesToInvoice(db, order.id, sent)
  const lines = sent.flatMap(({ position, quantity }) => {
    const line = order.cartItems[position]
    if (!line) return []
    const { id, title, price, sizeCode } = line
    const code = [id, sizeCode].filter(Boolean).join('-')
    const { sku, hsn } = codes.find((each) => each.position === position) ?? { sku: '', hsn: '' }
    return [{ name: title, sku: sku || code, ...(hsn && { hsn }), quantity, price, position }]
  })
  if (lines.length === 0) throw refused('The parcel is empty.')
  const to = deliverTo(order)
  const state = deliveryStateOf(to)
  if (!state) throw refused('Choose the State of the delivery address first.')
  const mobile = to.mobileNumber.replace(/\D/g, '').slice(-10)
  const { items, customerCareEmail, box } = await db.transaction(async (tx) => ({
    ...(await readItems(tx, order.id, lines)),
    customerCareEmail: (await findSettings(tx)).customerCareEmail,
    // One that nobody has dispatched by the form, such as a replacement, gets the proposed box too.
    box: shipment.box ?? (shipment.kind === 'return' ? undefined : await proposedBox(tx, order.id, sent)),
  }))
  return {
    reference: referenceOf(shipment),
    orderedAt: new Date(order.time),
    // A customer may have given only a phone number.
    to: { ...to, state: STATES[state], mobile, email: order.email || customerCareEmail },
    lines: lines.map(({ position, ...line }) => line),
    items: items.map(({ position, ...item }) => item),
    ...(box && { box }),
    value: Math.round(priceOf({ lines: sent, fee: shipment.fee }) / 100),
    cash: shipment.cash,
  }
}

async function proposedBox(db: Db, orderId: OrderId, lines: readonly LineQuantity[]): Promise<ParcelBox | undefined> {
  const chosen = await chooseBox(db, orderId, lines, undefined)
  return chosen.ok ? chosen.box : undefined
}

function refused(reason: string): ProviderRejectedError {
  return new ProviderRejectedError(`The parcel cannot be booked: ${reason}`, { reason })
}
