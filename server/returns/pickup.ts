import type { User } from '#domain/accounts/user.ts'
import type { Carrier } from '#domain/orders/dispatch.ts'
import type { ShipmentId } from '#domain/orders/shipment.ts'
import { mayDo, PICKUP_NEWS, type PickupNews } from '#domain/returns/desk.ts'
import { isOpenReturn, type ReturnRequestId } from '#domain/returns/return-request.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { enqueueBooking } from '#server/parcels/book.ts'
import { findShipmentByKey, insertShipment, lockShipment, type ShipmentRow } from '#server/parcels/queries.ts'
import type { Shop } from '#server/shop.ts'
import { findRequestOfPickup, readDeskFacts, readUnit } from './desk-queries.ts'
import { hasStepSince, type ReturnRequestRow } from './queries.ts'
import { cancelPickupOf, type Moved, moveReturn, recordStep, withReturn } from './steps.ts'

type NotFound = { ok: false; reason: 'not-found' }
export type PickupBooked = Moved | NotFound | { ok: false; reason: 'awb-taken' }
type ReturnShop = Pick<Shop, 'db' | 'now'>

/**
 * Has a courier fetch the goods of a request: the courier's own system books it in a job, or staff type the AWB of a courier
 * that they have called. A request has one pickup at a time.
 */
export async function bookPickup(
  shop: ReturnShop,
  staff: User,
  id: ReturnRequestId,
  { key, book, ...carrier }: Carrier & { key: string; book: boolean },
): Promise<PickupBooked> {
  return withReturn(shop, id, async (tx, request, order): Promise<PickupBooked> => {
    if (!order) return { ok: false, reason: 'not-found' }
    if ((await findShipmentByKey(tx, key))?.orderId === order.id) return { ok: true }
    if (!mayDo('book-pickup', await readDeskFacts(tx, request))) return { ok: false, reason: 'not-allowed' }
    const { userId, position, quantity } = request
    const { worth } = await readUnit(tx, request)
    const { courier, awb, trackingLink } = book ? { courier: '', awb: '', trackingLink: '' } : carrier
    const shipmentId = await insertShipment(tx, {
      orderId: order.id,
      userId,
      key,
      courier,
      awb,
      trackingLink,
      cash: 0,
      mobile: '',
      kind: 'return',
      returnRequestId: id,
      lines: [{ position, quantity, amount: worth }],
    })
    if (shipmentId === undefined) return { ok: false, reason: 'awb-taken' }
    await insertAudit(tx, staff, {
      action: 'book pickup',
      subject: `order ${order.id}`,
      after: { return: id, shipment: shipmentId, courier, awb },
    })
    if (!book) return moveToBooked(tx, request, { courier, awb, staff, now: shop.now() })
    await enqueueBooking(tx, shipmentId)
    return { ok: true }
  })
}

type Booked = { courier: string; awb: string; now: Date; staff?: User }

async function moveToBooked(
  tx: Transaction,
  request: ReturnRequestRow,
  { courier, awb, ...move }: Booked,
): Promise<Moved> {
  const note = [courier, awb && `AWB ${awb}`].filter(Boolean).join(', ')
  if (request.state !== 'pickup-booked') return moveReturn(tx, request, { ...move, to: 'pickup-booked', note })
  await recordStep(tx, { requestId: request.id, state: request.state, note, actorId: move.staff?.userId })
  return { ok: true }
}

/** The goods stay where they are until somebody books again, or the buyer brings them. */
export async function cancelPickup(shop: ReturnShop, staff: User, id: ReturnRequestId): Promise<Moved | NotFound> {
  return withReturn(shop, id, async (tx, { orderId, state }): Promise<Moved> => {
    if (!(await cancelPickupOf(tx, id))) return { ok: true }
    await insertAudit(tx, staff, { action: 'cancel pickup', subject: `order ${orderId}`, after: { return: id } })
    if (isOpenReturn(state))
      await recordStep(tx, { requestId: id, state, note: 'Pickup cancelled', actorId: staff.userId })
    return { ok: true }
  })
}

/** The buyer brings it themselves, or need not send it back, because that would cost more than it is worth. */
export async function goWithoutPickup(
  shop: ReturnShop,
  staff: User,
  id: ReturnRequestId,
  to: 'dropping-off' | 'kept',
): Promise<Moved | NotFound> {
  return withReturn(shop, id, async (tx, request): Promise<Moved> => {
    if (request.state === to) return { ok: true }
    const action = to === 'kept' ? 'keep' : 'drop-off'
    if (!mayDo(action, await readDeskFacts(tx, request))) return { ok: false, reason: 'not-allowed' }
    return moveReturn(tx, request, { to, staff, now: shop.now() })
  })
}

/** A job: tells a request what its courier has reported. Running it again adds nothing. */
export async function followPickup(shop: ReturnShop, { shipmentId }: { shipmentId: ShipmentId }): Promise<void> {
  const requestId = await findRequestOfPickup(shop.db, shipmentId)
  if (requestId === undefined) return
  await withReturn(shop, requestId, async (tx, request) => {
    const pickup = await lockShipment(tx, shipmentId)
    const news = pickup && newsOf(pickup)
    if (!news || !isOpenReturn(request.state) || request.state === 'received') return
    if (news === 'booked') {
      const { courier, awb, time: since } = pickup
      const isSaid = await hasStepSince(tx, requestId, { note: awb ?? '', since })
      if (!isSaid) await moveToBooked(tx, request, { courier, awb: awb ?? '', now: shop.now() })
      return
    }
    const note = PICKUP_NEWS[news]
    const isSaid = await hasStepSince(tx, requestId, { note, since: pickup.stepAt })
    if (!isSaid) await recordStep(tx, { requestId, state: request.state, note })
  })
}

/** Undefined: nothing that a buyer has to know. */
function newsOf({ step, booking, awb }: ShipmentRow): PickupNews | undefined {
  if (step === 'packed') return awb !== null && booking !== 'requested' && booking !== 'failed' ? 'booked' : undefined
  if (step === 'not-delivered') return 'failed'
  if (step === 'delivered') return 'arrived'
  return step === 'cancelled' || step === 'returned' ? undefined : 'picked-up'
}
