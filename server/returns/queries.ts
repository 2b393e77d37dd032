import { and, asc, eq, gte, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { ShipmentKind } from '#domain/orders/shipment.ts'
import type { AskableLine } from '#domain/returns/ask.ts'
import {
  OPEN_RETURN_STATES,
  type ReturnReasonAsked,
  type ReturnRequestId,
  type ReturnState,
  returnPicture,
} from '#domain/returns/return-request.ts'
import { type Db, getWritten, rowsBy, type Transaction } from '#server/db/connection.ts'
import { user } from '#server/db/schema/accounts.ts'
import { payoutDetails, returnRequestPictures, returnRequestSteps, returnRequests } from '#server/db/schema/returns.ts'
import { shipments } from '#server/db/schema/shipping.ts'
import { vouchers } from '#server/db/schema/vouchers.ts'

export type ReturnRequestRow = typeof returnRequests.$inferSelect

/** Delivered before the shop had parcels, so all of it was sent. */
const IS_OLD = sql`o.status = 'delivered' and o.dispatched = 'none'`

/** SQL for the variant `v` of an order's line `l`. Without the limit, PostgreSQL reads the variants of all products. */
export const VARIANT_OF_LINE = sql`left join lateral (
  select v.id, v.product_id, v.available, v.is_available from sellable_variants as v where v.id = l.variant_id limit 1) as v on true`

/**
 * SQL for the units of a line's variant `v` of a product `p` by which it can be replaced. One that is not counted has as many
 * as are asked for while it is on sale.
 */
export function unitsToSend(asked: SQL): SQL<number> {
  return sql`coalesce(v.available, case when v.is_available and p.on_sale then ${asked} end, 0)::integer`
}

/**
 * The lines of an order, as far as its buyer may ask for something. A request that is open or settled holds its units, but
 * one that is replaced does not, because its buyer has them again; what came back for any of them is counted once.
 */
export async function listAskable(db: Db, orderId: OrderId): Promise<AskableLine[]> {
  const { rows } = await db.execute<Omit<AskableLine, 'arrivedAt'> & { arrivedAt: string | null }>(sql`
    select l.position, l.product_id::float8 as "productId", l.title, l.quantity, (case when ${IS_OLD} then l.quantity else coalesce(sent.units, 0) end)::integer as sent,
      (case when ${IS_OLD} then l.quantity else coalesce(sent.arrived, 0) end)::integer as arrived,
      -- The line arrived with its parcel; the order may say an earlier time, never a later one.
      least(sent.at, o.delivered_at) as "arrivedAt",
      (coalesce(back.units, 0) + coalesce(asked.units, 0))::integer as taken, coalesce(asked.ids, '{}')::float8[] as requests,
      ${unitsToSend(sql`l.quantity`)} as available
    from order_lines as l join orders as o on o.id = l.order_id
    ${VARIANT_OF_LINE} left join products as p on p.id = v.product_id
    left join lateral (
      select sum(s.quantity) as units, sum(s.quantity) filter (where step = 'delivered') as arrived,
        max(shipments.delivered_at) as at
      from shipment_lines as s join shipments on shipments.id = s.shipment_id
      where shipments.order_id = l.order_id and s.position = l.position and step <> 'cancelled'
        and kind = 'sale') as sent on true
    left join lateral (
      select sum(b.good + b.damaged) as units from return_lines as b join returns as r on r.id = b.return_id
      where r.order_id = l.order_id and b.position = l.position and not exists (
        select from return_requests as q where q.id = r.return_request_id and q.state not in ('declined', 'withdrawn'))) as back on true
    left join lateral (
      select sum(q.quantity) as units, array_agg(q.id order by q.id) as ids from return_requests as q
      where q.order_id = l.order_id and q.position = l.position and q.state not in ('declined', 'withdrawn')
        and q.settled_as is distinct from 'replacement') as asked on true
    where l.order_id = ${orderId} order by l.position`)
  return rows.map((row) => ({ ...row, arrivedAt: row.arrivedAt === null ? null : new Date(row.arrivedAt) }))
}

export async function findReturnByKey(db: Db, key: string): Promise<ReturnRequestRow | undefined> {
  const [row] = await db.select().from(returnRequests).where(eq(returnRequests.key, key))
  return row
}

export async function findReturnRequest(db: Db, id: ReturnRequestId): Promise<ReturnRequestRow | undefined> {
  const [row] = await db.select().from(returnRequests).where(eq(returnRequests.id, id))
  return row
}

/** Call it after its order is locked. */
export async function lockReturnRequest(tx: Transaction, id: ReturnRequestId): Promise<ReturnRequestRow | undefined> {
  const [row] = await tx.select().from(returnRequests).where(eq(returnRequests.id, id)).for('update')
  return row
}

/** @returns undefined: this key has a request already */
export async function insertReturnRequest(
  tx: Transaction,
  request: typeof returnRequests.$inferInsert,
  pictures: readonly string[],
): Promise<ReturnRequestId | undefined> {
  const [row] = await tx
    .insert(returnRequests)
    .values(request)
    .onConflictDoNothing({ target: returnRequests.key })
    .returning({ id: returnRequests.id })
  if (!row) return undefined
  if (pictures.length > 0)
    await tx
      .insert(returnRequestPictures)
      .values(pictures.map((folder, place) => ({ requestId: row.id, folder, place })))
  return row.id
}

export type NewStep = { requestId: ReturnRequestId; state: ReturnState; note?: string; actorId?: string | undefined }

export async function insertReturnStep(tx: Transaction, step: NewStep): Promise<number> {
  const { id } = await getWritten(tx.insert(returnRequestSteps).values(step).returning({ id: returnRequestSteps.id }))
  return id
}

export async function updateReturnRequest(tx: Transaction, id: ReturnRequestId, changes: Partial<ReturnRequestRow>) {
  await tx.update(returnRequests).set(changes).where(eq(returnRequests.id, id))
}

/** The requests of an order that are neither settled nor declined nor withdrawn. */
export async function listOpenReturnsOf(db: Db, orderId: OrderId): Promise<ReturnRequestId[]> {
  const rows = await db
    .select({ id: returnRequests.id })
    .from(returnRequests)
    .where(and(eq(returnRequests.orderId, orderId), inArray(returnRequests.state, OPEN_RETURN_STATES)))
    .orderBy(asc(returnRequests.id))
  return rows.map(({ id }) => id)
}

/** The folder of a picture, and whose it is. */
export async function findReturnPicture(db: Db, folder: string): Promise<{ userId: string } | undefined> {
  const [row] = await db
    .select({ userId: returnRequests.userId })
    .from(returnRequestPictures)
    .innerJoin(returnRequests, eq(returnRequests.id, returnRequestPictures.requestId))
    .where(eq(returnRequestPictures.folder, folder))
  return row
}

/** Their addresses, in the order of the form. */
export async function listReturnPictures(
  db: Db,
  ids: readonly ReturnRequestId[],
): Promise<Map<ReturnRequestId, string[]>> {
  if (ids.length === 0) return new Map()
  const { requestId, folder, place } = returnRequestPictures
  const rows = await db
    .select({ requestId, folder })
    .from(returnRequestPictures)
    .where(inArray(requestId, ids))
    .orderBy(asc(requestId), asc(place))
  const folders = rowsBy(rows, 'requestId')
  return new Map([...folders].map(([id, list]) => [id, list.map(({ folder }) => returnPicture(folder))]))
}

const shownToBuyer = {
  id: returnRequests.id,
  position: returnRequests.position,
  title: returnRequests.title,
  quantity: returnRequests.quantity,
  reason: returnRequests.reason,
  words: returnRequests.words,
  wanted: returnRequests.wanted,
  state: returnRequests.state,
  declineReason: returnRequests.declineReason,
  settledAs: returnRequests.settledAs,
  amount: returnRequests.amount,
}

/** A request as its buyer sees it. Times are ISO 8601. */
export type OwnReturn = Pick<ReturnRequestRow, keyof typeof shownToBuyer> & {
  pictures: string[]
  time: string
  steps: ReturnStep[]
  /** Paise on the voucher that it was settled with. */
  voucherLeft: number
}

export type ReturnStep = { state: ReturnState; note: string; time: string; who: string | undefined }

/** Oldest first. */
export async function listReturnsOfOrder(db: Db, orderId: OrderId): Promise<OwnReturn[]> {
  const rows = await db
    .select({ ...shownToBuyer, time: returnRequests.time, voucherLeft: vouchers.balance })
    .from(returnRequests)
    .leftJoin(vouchers, eq(vouchers.returnRequestId, returnRequests.id))
    .where(eq(returnRequests.orderId, orderId))
    .orderBy(asc(returnRequests.id))
  const ids = rows.map(({ id }) => id)
  const pictures = await listReturnPictures(db, ids)
  const steps = await listReturnSteps(db, ids)
  return rows.map((row) => ({
    ...row,
    voucherLeft: row.voucherLeft ?? 0,
    time: row.time.toISOString(),
    pictures: pictures.get(row.id) ?? [],
    // Buyers are not told who at the desk did it.
    steps: (steps.get(row.id) ?? []).map((step) => ({ ...step, who: undefined })),
  }))
}

/** Oldest first, with the names of staff. */
export async function listReturnSteps(
  db: Db,
  ids: readonly ReturnRequestId[],
): Promise<Map<ReturnRequestId, ReturnStep[]>> {
  if (ids.length === 0) return new Map()
  const { id, requestId, state, note, time, actorId } = returnRequestSteps
  const rows = await db
    .select({ requestId, state, note, time, who: user.name })
    .from(returnRequestSteps)
    .leftJoin(user, eq(user.id, actorId))
    .where(inArray(requestId, ids))
    .orderBy(asc(requestId), asc(id))
  const steps = rows.map((row) => ({ ...row, time: row.time.toISOString(), who: row.who ?? undefined }))
  return rowsBy(steps, 'requestId')
}

/** A step with its request, for the message about it. */
export async function findReturnStep(db: Db, id: number) {
  const { id: request, orderId, title, declineReason, settledAs, amount } = returnRequests
  const { state, note } = returnRequestSteps
  const [row] = await db
    .select({ id: request, orderId, title, declineReason, settledAs, amount, state, note })
    .from(returnRequestSteps)
    .innerJoin(returnRequests, eq(returnRequests.id, returnRequestSteps.requestId))
    .where(eq(returnRequestSteps.id, id))
  return row
}

/** Steps of the requests of an order, for its timeline. */
export async function listAskedSteps(db: Db, orderId: OrderId) {
  const rows = await db
    .select({ id: returnRequests.id })
    .from(returnRequests)
    .where(eq(returnRequests.orderId, orderId))
  const steps = await listReturnSteps(
    db,
    rows.map(({ id }) => id),
  )
  return [...steps].flatMap(([id, list]) => list.map((step) => ({ ...step, id })))
}

/** Replaces the details that were given before. */
export async function upsertPayout(tx: Transaction, requestId: ReturnRequestId, sealed: string): Promise<void> {
  await tx
    .insert(payoutDetails)
    .values({ requestId, sealed })
    .onConflictDoUpdate({ target: payoutDetails.requestId, set: { sealed, expiresAt: null, time: sql`now()` } })
  // The desk's open page hears of it by this.
  await tx.execute(sql`update return_requests set state = state where id = ${requestId}`)
}

export async function listSealedPayouts(db: Db, ids: readonly ReturnRequestId[]) {
  if (ids.length === 0) return []
  const { requestId, sealed } = payoutDetails
  return db.select({ requestId, sealed }).from(payoutDetails).where(inArray(requestId, ids))
}

/** Nothing is to be paid for it any more, so that it is deleted in 30 days. */
export async function expirePayout(tx: Transaction, id: ReturnRequestId): Promise<void> {
  await tx
    .update(payoutDetails)
    .set({ expiresAt: sql`now() + interval '30 days'` })
    .where(eq(payoutDetails.requestId, id))
}

/** Of a product in the last twelve months: how many units were sent, and how many of them buyers asked to return, and why. */
export type ReturnRate = {
  productId: number
  title: string
  sent: number
  asked: number
  reasons: Partial<Record<ReturnReasonAsked, number>>
}

/** The products with most returns first, at most twenty. What was withdrawn is not counted. */
export async function listReturnRates(db: Db): Promise<ReturnRate[]> {
  const { rows } = await db.execute<ReturnRate>(sql`
    with asked as (
      select product_id, any_value(title) as title, sum(units)::integer as asked, jsonb_object_agg(reason, units) as reasons
      from (
        select product_id, reason, any_value(title) as title, sum(quantity) as units from return_requests
        where time > now() - interval '12 months' and state <> 'withdrawn' group by product_id, reason
      ) as by_reason group by product_id order by 3 desc, 1 limit 20
    )
    select product_id::float8 as "productId", title, asked, reasons, coalesce((
      select sum(sent.quantity) from order_lines as l
      join shipments as s on s.order_id = l.order_id and s.kind = 'sale' and s.step <> 'cancelled'
      join shipment_lines as sent on sent.shipment_id = s.id and sent.position = l.position
      where l.product_id = asked.product_id and s.time > now() - interval '12 months'), 0)::integer as sent
    from asked order by asked desc, product_id`)
  return rows
}

/** The parcel of a request that replaces its goods or brings them back; at most one of each is not cancelled. */
export async function findParcelFor(db: Db, id: ReturnRequestId, kind: Exclude<ShipmentKind, 'sale'>) {
  const isIts = and(eq(shipments.returnRequestId, id), eq(shipments.kind, kind), ne(shipments.step, 'cancelled'))
  const [row] = await db.select().from(shipments).where(isIts)
  return row
}

/** Does the request say so already? @param note a part of it */
export async function hasStepSince(
  tx: Transaction,
  id: ReturnRequestId,
  { note, since }: { note: string; since: Date },
): Promise<boolean> {
  const { requestId, time } = returnRequestSteps
  const isSaid = sql`position(${note} in ${returnRequestSteps.note}) > 0`
  return (await tx.$count(returnRequestSteps, and(eq(requestId, id), isSaid, gte(time, since)))) > 0
}
