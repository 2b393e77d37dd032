import { and, asc, eq, getTableColumns, inArray, isNotNull, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Booking, ShipmentId } from '#domain/orders/shipment.ts'
import { FINISHED } from '#domain/orders/shipment-steps.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { shipmentScans, shipments } from '#server/db/schema/shipping.ts'
import type { ShipmentRow } from './queries.ts'

/** Longer than any request to the courier's system, including its login. */
const LEASE = sql`interval '2 minutes'`
/** A request whose answer was lost has taken effect by then or never will, because it was sent within a minute. */
const GRACE = sql`interval '5 minutes'`

const claimed = {
  ...getTableColumns(shipments),
  /** An order was requested so recently that it may still be created. */
  isSentRecently: sql<boolean>`coalesce(${shipments.bookingSentAt} > clock_timestamp() - ${GRACE}, false)`,
}

export type ClaimedShipment = ShipmentRow & { isSentRecently: boolean }

/** Takes the lease of a requested booking. @returns undefined: nothing to book; `busy`: somebody else has the lease */
export async function claimBooking(tx: Transaction, id: ShipmentId, token: string) {
  const isFree = sql<boolean>`coalesce(${shipments.bookingUntil} < clock_timestamp(), true)`
  const [row] = await tx
    .select({ ...claimed, isFree })
    .from(shipments)
    .where(and(eq(shipments.id, id), eq(shipments.booking, 'requested')))
    .for('update')
  if (!row) return undefined
  const { isFree: mayClaim, ...shipment } = row
  if (!mayClaim) return 'busy'
  await tx.update(shipments).set({ bookingToken: token, bookingUntil: leaseEnd }).where(eq(shipments.id, id))
  return shipment
}

const leaseEnd = sql`clock_timestamp() + ${LEASE}`

/** `isSent`: an order is requested just now. */
export type BookingChanges = Partial<
  Pick<
    ShipmentRow,
    | 'booking'
    | 'bookingProblem'
    | 'awb'
    | 'courier'
    | 'trackingLink'
    | 'labelLink'
    | 'providerOrderId'
    | 'providerShipmentId'
  >
> & { isSent?: boolean }

/**
 * Writes what the holder of this lease has learnt, and renews the lease.
 *
 * @returns false: somebody else has the lease now
 */
export async function updateBooking(
  tx: Transaction,
  id: ShipmentId,
  token: string,
  changes: BookingChanges,
): Promise<boolean> {
  const { isSent, ...values } = changes
  const sent = isSent === undefined ? {} : { bookingSentAt: isSent ? sql`clock_timestamp()` : null }
  const rows = await tx
    .update(shipments)
    .set({ ...values, ...sent, bookingUntil: leaseEnd })
    .where(held(id, token))
    .returning({ id: shipments.id })
  return rows.length > 0
}

export async function releaseBooking(tx: Transaction, id: ShipmentId, token: string): Promise<void> {
  await tx.update(shipments).set({ bookingToken: null, bookingUntil: null }).where(held(id, token))
}

function held(id: ShipmentId, token: string): SQL | undefined {
  return and(
    eq(shipments.id, id),
    eq(shipments.bookingToken, token),
    sql`${shipments.bookingUntil} > clock_timestamp()`,
  )
}

/** Bookings and cancellations that were requested so long ago that their jobs may have given up. */
export async function listForgottenBookings(db: Db): Promise<{ id: ShipmentId; booking: Booking | null }[]> {
  return db
    .select({ id: shipments.id, booking: shipments.booking })
    .from(shipments)
    .where(
      and(
        inArray(shipments.booking, ['requested', 'cancelling']),
        sql`coalesce(${shipments.bookingUntil}, ${shipments.time}) < now() - interval '15 minutes'`,
      ),
    )
    .orderBy(asc(shipments.id))
    .limit(100)
}

/** The shipment whose booking is to be cancelled; undefined: it is done. */
export async function findCancelling(db: Db, id: ShipmentId): Promise<ClaimedShipment | undefined> {
  const [row] = await db
    .select(claimed)
    .from(shipments)
    .where(and(eq(shipments.id, id), eq(shipments.booking, 'cancelling')))
  return row
}

/** Ends a cancellation, once. A parcel that goes on by hand has no booking afterwards. */
export async function updateCancelled(tx: Transaction, id: ShipmentId, problem: string | null): Promise<void> {
  const isOver = sql<Booking>`case when ${shipments.step} = 'cancelled' then 'cancelled' end`
  const forgotten = {
    booking: isOver,
    providerOrderId: null,
    providerShipmentId: null,
    labelLink: '',
    bookingSentAt: null,
  }
  await tx
    .update(shipments)
    .set(problem === null ? { ...forgotten, bookingProblem: null } : { booking: 'failed', bookingProblem: problem })
    .where(and(eq(shipments.id, id), eq(shipments.booking, 'cancelling')))
}

/** Booked parcels that are on their way, longest unchecked first; the older one is, the less often it is checked. */
export async function listToTrack(db: Db): Promise<{ id: ShipmentId; awb: string }[]> {
  const isDue = sql`(${shipments.checkedAt} is null
    or now() - ${shipments.checkedAt} > greatest(interval '1 hour', (now() - ${shipments.time}) / 24))`
  const rows = await db
    .select({ id: shipments.id, awb: shipments.awb })
    .from(shipments)
    .where(
      and(eq(shipments.booking, 'booked'), notInArray(shipments.step, [...FINISHED]), isNotNull(shipments.awb), isDue),
    )
    .orderBy(sql`${shipments.checkedAt} asc nulls first`, asc(shipments.id))
    .limit(100)
  return rows.map(({ id, awb }) => ({ id, awb: awb ?? '' }))
}

/** The numbers by which the courier's system knows these shipments; those without are left out. */
export async function listProviderShipmentIds(db: Db, ids: readonly ShipmentId[]): Promise<string[]> {
  const rows = await db
    .select({ id: shipments.providerShipmentId })
    .from(shipments)
    .where(and(inArray(shipments.id, ids), eq(shipments.booking, 'booked')))
    .orderBy(asc(shipments.id))
  return rows.flatMap(({ id }) => id ?? [])
}

export async function recordTracked(db: Db, id: ShipmentId): Promise<void> {
  await db.update(shipments).set({ checkedAt: sql`now()` }).where(eq(shipments.id, id))
}

/** The AWB in capitals or not; two couriers may use the same one. */
export async function listByAwb(db: Db, awb: string) {
  const { id, orderId, kind, courier, step } = shipments
  return db
    .select({ id, orderId, kind, courier, step })
    .from(shipments)
    .where(eq(sql`upper(${shipments.awb})`, awb.toUpperCase()))
}

/** Stored reports of the courier at these times. */
export async function listScansAt(db: Db, id: ShipmentId, times: string[]) {
  if (times.length === 0) return []
  const { status, time } = shipmentScans
  return db
    .select({ status, time })
    .from(shipmentScans)
    .where(
      and(
        eq(shipmentScans.shipmentId, id),
        eq(shipmentScans.source, 'courier'),
        inArray(
          time,
          times.map((moment) => new Date(moment)),
        ),
      ),
    )
}
