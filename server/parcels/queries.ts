import { and, asc, desc, eq, gt, inArray, isNull, lte, ne, type SQL, sql, sum } from 'drizzle-orm'
import { type Paise, type Rupees, toPaise } from '#domain/money.ts'
import { shareOf } from '#domain/orders/amounts.ts'
import { trackingLinkOf } from '#domain/orders/couriers.ts'
import { type OrderId, UNDO_SECONDS } from '#domain/orders/order-state.ts'
import type {
  LineAmount,
  LineQuantity,
  ReturnReason,
  Scan,
  Shipment,
  ShipmentId,
  Step,
} from '#domain/orders/shipment.ts'
import type { ReturnedLine } from '#domain/orders/take-back.ts'
import { type Database, type Db, rowsBy, type Transaction } from '#server/db/connection.ts'
import { sentMessages } from '#server/db/schema/messages.ts'
import { returnRequests } from '#server/db/schema/returns.ts'
import { returnLines, returns, shipmentLines, shipmentScans, shipments } from '#server/db/schema/shipping.ts'
import { openDeliveries, orderLines, orders } from '#server/db/schema/shop.ts'
import { lockOrder, type OrderRow } from '#server/orders/queries.ts'
import { IS_COLLECTED } from '#server/payments/by-hand-queries.ts'

export type ShipmentRow = typeof shipments.$inferSelect

/** All shipments to the buyers of these orders, oldest first. */
export function listShipmentsOf(db: Db, ...orderIds: OrderId[]): Promise<Shipment[]> {
  return listWhere(db, and(inArray(shipments.orderId, orderIds), ne(shipments.kind, 'return')))
}

export function listShipmentsByIds(db: Db, ids: readonly ShipmentId[]): Promise<Shipment[]> {
  return listWhere(db, inArray(shipments.id, ids))
}

export async function findShipment(db: Db, id: ShipmentId): Promise<Shipment | undefined> {
  const [shipment] = await listShipmentsByIds(db, [id])
  return shipment
}

async function listWhere(db: Db, which: SQL | undefined): Promise<Shipment[]> {
  return withParts(db, await db.select().from(shipments).where(which).orderBy(asc(shipments.id)))
}

async function withParts(db: Db, rows: ShipmentRow[]): Promise<Shipment[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const lines = await listLines(db, ids)
  const returned = await listReturned(db, ids)
  const scans = await listScans(db, ids)
  return rows.map((row) => ({
    id: row.id,
    orderId: row.orderId,
    kind: row.kind,
    courier: row.courier,
    pickUp: row.pickUp,
    awb: row.awb ?? undefined,
    trackingLink: trackingLinkOf({ ...row, awb: row.awb ?? undefined }),
    step: row.step,
    stepAt: row.stepAt.toISOString(),
    status: row.status || undefined,
    cash: row.cash,
    fee: row.fee,
    booking: row.booking ?? undefined,
    bookingProblem: row.bookingProblem ?? undefined,
    missingForInvoice: row.missingForInvoice,
    labelLink: row.labelLink || undefined,
    lines: lines.get(row.id) ?? [],
    returned: returned.get(row.id) ?? [],
    scans: scans.get(row.id) ?? [],
    time: row.time.toISOString(),
  }))
}

/** The lines of each shipment. */
async function listLines(db: Db, ids: readonly ShipmentId[]): Promise<Map<ShipmentId, LineAmount[]>> {
  const { shipmentId, position, quantity, amount } = shipmentLines
  const rows = await db
    .select({ shipmentId, position, quantity, amount })
    .from(shipmentLines)
    .where(inArray(shipmentId, ids))
    .orderBy(asc(shipmentId), asc(position))
  return rowsBy(rows, 'shipmentId')
}

export async function listLinesOf(db: Db, id: ShipmentId): Promise<LineAmount[]> {
  return (await listLines(db, [id])).get(id) ?? []
}

/** Centimetres and kilograms of one of each line of an order, as its variant or its size has them. */
export async function readMeasures(db: Db, orderId: OrderId) {
  const { rows } = await db.execute<{ position: number; cm: (number | null)[]; kg: number | null }>(sql`
    select l.position, coalesce(v.weight, s.weight, l.weight)::double precision as kg, array[coalesce(v.width, s.width),
      coalesce(v.depth, s.depth), coalesce(v.height, s.height)]::double precision[] as cm
    from order_lines as l left join product_variants as v on v.id = l.variant_id left join sizes as s on s.code = l.size_code
    where l.order_id = ${orderId}`)
  return new Map(
    rows.map(({ position, cm: [width, depth, height], kg }) => [
      position,
      { cm: width && depth && height ? ([width, depth, height] as const) : undefined, kg: kg ?? undefined },
    ]),
  )
}

/** The returned units of each shipment, all its returns together. */
async function listReturned(db: Db, ids: readonly ShipmentId[]): Promise<Map<ShipmentId, LineQuantity[]>> {
  const quantity = sql<number>`sum(${returnLines.good} + ${returnLines.damaged})::integer`
  const rows = await db
    .select({ shipmentId: returns.shipmentId, position: returnLines.position, quantity })
    .from(returnLines)
    .innerJoin(returns, eq(returns.id, returnLines.returnId))
    .where(inArray(returns.shipmentId, ids))
    .groupBy(returns.shipmentId, returnLines.position)
    .orderBy(asc(returns.shipmentId), asc(returnLines.position))
  return rowsBy(rows, 'shipmentId')
}

async function listScans(db: Db, ids: readonly ShipmentId[]): Promise<Map<ShipmentId, Scan[]>> {
  const rows = await db
    .select()
    .from(shipmentScans)
    .where(inArray(shipmentScans.shipmentId, ids))
    .orderBy(asc(shipmentScans.time), asc(shipmentScans.id))
  const scans = rows.map(({ id: _, step, time, ...scan }) => ({
    ...scan,
    step: step ?? undefined,
    time: time.toISOString(),
  }))
  return rowsBy(scans, 'shipmentId')
}

export type ShipmentIdentity = { id: ShipmentId; orderId: OrderId }

/** The shipment that was stored with this form's key. */
export async function findShipmentByKey(db: Db, key: string): Promise<ShipmentIdentity | undefined> {
  const { id, orderId } = shipments
  const [row] = await db.select({ id, orderId }).from(shipments).where(eq(shipments.key, key))
  return row
}

/** The shipments that were stored with these keys. */
export async function listShipmentIdsByKeys(db: Db, keys: readonly string[]): Promise<ShipmentId[]> {
  const rows = await db.select({ id: shipments.id }).from(shipments).where(inArray(shipments.key, keys))
  return rows.map(({ id }) => id)
}

/** The order of a shipment, which never changes. */
export async function findOrderIdOf(db: Db, shipmentId: ShipmentId): Promise<OrderId | undefined> {
  const { id, orderId } = shipments
  const [row] = await db.select({ orderId }).from(shipments).where(eq(id, shipmentId))
  return row?.orderId
}

/** Call it after its order is locked. If the order was deleted, this lock alone keeps changes in sequence. */
export async function lockShipment(tx: Transaction, id: ShipmentId): Promise<ShipmentRow | undefined> {
  const [row] = await tx.select().from(shipments).where(eq(shipments.id, id)).for('update')
  return row
}

/** Locks the order of a shipment and then the shipment, for a use case that changes it. The order may have been deleted. */
export async function withShipment<T>(
  db: Database,
  id: ShipmentId,
  use: (tx: Transaction, shipment: ShipmentRow, order: OrderRow | undefined) => Promise<T>,
): Promise<T | { ok: false; reason: 'not-found' }> {
  const orderId = await findOrderIdOf(db, id)
  if (orderId === undefined) return { ok: false, reason: 'not-found' }
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const shipment = await lockShipment(tx, id)
    return shipment ? use(tx, shipment, order) : { ok: false, reason: 'not-found' }
  })
}

/** True if the email that says it is packed, or ready to pick up, was written. */
export async function hasDispatchedEmail(tx: Transaction, id: ShipmentId): Promise<boolean> {
  const { template, subject } = sentMessages
  const isAboutIt = and(inArray(template, ['dispatched', 'ready-to-pick-up']), eq(subject, `shipment ${id}`))
  return (await tx.$count(sentMessages, isAboutIt)) > 0
}

/** Call it while the shipment or its order is locked. */
export async function updateShipment(tx: Transaction, id: ShipmentId, changes: Partial<ShipmentRow>): Promise<void> {
  await tx.update(shipments).set(changes).where(eq(shipments.id, id))
}

/** The part of each line that was sent, all shipments of the order together but for cancelled ones and replacements. */
export async function listSent(tx: Db, orderId: OrderId): Promise<LineAmount[]> {
  const { position, quantity, amount, shipmentId } = shipmentLines
  return tx
    .select({
      position,
      quantity: sql<number>`sum(${quantity})::integer`,
      amount: sql<Paise>`sum(${amount})`.mapWith(Number),
    })
    .from(shipmentLines)
    .innerJoin(shipments, eq(shipments.id, shipmentId))
    .where(and(eq(shipments.orderId, orderId), eq(shipments.kind, 'sale'), ne(shipments.step, 'cancelled')))
    .groupBy(position)
}

/**
 * The most that these returned units can give: what was paid for them, and with everything else that was paid back for their lines no
 * more than the lines cost.
 *
 * @param from the parcel that they came in; null: they are still with the buyer, or never arrived
 * @param apart from these returns, which are stored already
 */
export async function findReturnValue(
  db: Db,
  orderId: OrderId,
  {
    lines,
    from = null,
    apart = [],
  }: { lines: readonly LineQuantity[]; from?: ShipmentId | null; apart?: readonly number[] },
): Promise<Paise> {
  const { rows } = await db.execute<ReturnableLine>(sql`
    select l.position, coalesce(s.quantity, l.quantity) as quantity, coalesce(s.amount, paid)::float8 as amount, before, (
      round(paid * (l.quantity - coalesce((
        select sum(b.good + b.damaged) from return_lines as b join returns as r on r.id = b.return_id
        where r.order_id = l.order_id and b.position = l.position and r.id <> all (${sql.param(apart)}::bigint[])
          -- Its buyer has another one in its place.
          and not exists (select from return_requests as q where q.id = r.return_request_id and q.settled_as = 'replacement')), 0))
        / l.quantity)
      - coalesce((
        select sum((part ->> 'amount')::bigint) from order_refunds as f, jsonb_array_elements(f.lines) as part
        where f.order_id = l.order_id and f.reason <> 'goodwill' and (part ->> 'position')::integer = l.position), 0)
      - coalesce((
        select sum(v.amount - case when q.settled_as = 'money' then q.amount else 0 end)
        from return_requests as q join vouchers as v on v.return_request_id = q.id
        where q.order_id = l.order_id and q.position = l.position
          and not exists (select from returns as r where r.return_request_id = q.id)), 0))::float8 as most
    from order_lines as l cross join lateral (select 100 * l.price::numeric * l.quantity - l.discount as paid) as p
      left join shipment_lines as s on s.shipment_id = ${from}::bigint and s.position = l.position
      cross join lateral (
        select coalesce(sum(b.good + b.damaged), 0)::integer as before
        from returns as r join return_lines as b on b.return_id = r.id
        where r.order_id = l.order_id and b.position = l.position and r.id <> all (${sql.param(apart)}::bigint[])
          and (${from}::bigint is null or r.shipment_id = ${from}::bigint)) as earlier
    where l.order_id = ${orderId}`)
  return lines.reduce((sum, { position, quantity }) => {
    const line = rows.find((row) => row.position === position)
    return sum + (line ? Math.max(0, Math.min(shareOf(line, quantity, line.before), line.most)) : 0)
  }, 0)
}

/** `before`: units that came back in other returns. */
type ReturnableLine = LineAmount & { before: number; most: Paise }

/** The delivery fee that a return gives back: that of its parcel, if it brought the last of it. */
export async function findFeeBack(db: Db, returnId: number): Promise<Paise> {
  const { rows } = await db.execute<{ fee: number }>(sql`
    select s.fee from returns as r join shipments as s on s.id = r.shipment_id
    where r.id = ${returnId} and not exists (select from returns as later where later.shipment_id = s.id and later.id > r.id)
      and not exists (
        select from shipment_lines as l where l.shipment_id = s.id and l.quantity > (
          select coalesce(sum(b.good + b.damaged), 0) from returns as other join return_lines as b on b.return_id = other.id
          where other.shipment_id = s.id and b.position = l.position))`)
  return toPaise(rows[0]?.fee ?? 0)
}

/** Of the parcels of an order that were sent: where each is, what it costs, and what is collected for it. */
export async function listParcelPrices(tx: Transaction, orderId: OrderId): Promise<ParcelPrice[]> {
  const { rows } = await tx.execute<ParcelPrice>(sql`
    select shipments.id::integer, step, cash, fee, (100 * fee + sum(amount))::float8 as price
    from shipments join shipment_lines on shipment_lines.shipment_id = shipments.id
    where shipments.order_id = ${orderId} and kind = 'sale' and step <> 'cancelled'
    group by shipments.id order by shipments.id`)
  return rows
}

export type ParcelPrice = {
  id: ShipmentId
  /** Of what is in it, and of the delivery fee that it bears. */
  price: Paise
  step: Step
  cash: Rupees
  fee: Rupees
}

/** Paise of a return that went back neither to a voucher nor online. */
const NOT_ONLINE = sql<number>`(returns.amount - returns.to_voucher - (
  select coalesce(sum(f.amount), 0) from refunds as f where f.return_id = returns.id))`

/** The amount of a parcel's returns that went back as what was paid before it: to a voucher, online, or by hand in its place. */
export async function sumPrepaidBack(tx: Transaction, shipmentId: ShipmentId): Promise<Paise> {
  const byHand = sql`(select coalesce(sum(c.amount), 0) from counter_refunds as c
    where c.return_id = returns.id and c.shipment_id is null)`
  const [row] = await tx
    .select({ amount: sum(sql`returns.amount - ${NOT_ONLINE} + ${byHand}`).mapWith(Number) })
    .from(returns)
    .where(eq(returns.shipmentId, shipmentId))
  return row?.amount ?? 0
}

export async function addToVoucher(tx: Transaction, id: number, amount: Paise): Promise<void> {
  await tx
    .update(returns)
    .set({ toVoucher: sql`${returns.toVoucher} + ${amount}` })
    .where(eq(returns.id, id))
}

/** Remembers what cancelled parcels held, before a change of the order's lines. */
export async function keepCancelledLines(tx: Transaction, orderId: OrderId): Promise<void> {
  const { productId, sizeCode, title, price } = orderLines
  await tx
    .update(shipmentLines)
    .set({ productId: sql`${productId}`, sizeCode: sql`${sizeCode}`, title: sql`${title}`, price: sql`${price}` })
    .from(shipments)
    .innerJoin(orderLines, eq(orderLines.orderId, shipments.orderId))
    .where(
      and(
        eq(shipments.id, shipmentLines.shipmentId),
        eq(shipments.orderId, orderId),
        eq(shipments.step, 'cancelled'),
        eq(orderLines.position, shipmentLines.position),
        isNull(shipmentLines.price),
      ),
    )
}

export type NewShipment = typeof shipments.$inferInsert &
  Pick<typeof shipments.$inferSelect, 'courier' | 'trackingLink' | 'mobile'> & {
    awb: string
    lines: readonly LineAmount[]
  }

/** @returns undefined: another shipment has this key, or this courier's AWB */
export async function insertShipment(tx: Transaction, { lines, awb, ...shipment }: NewShipment) {
  const [row] = await tx
    .insert(shipments)
    .values({ ...shipment, awb: awb || null })
    .onConflictDoNothing()
    .returning({ id: shipments.id, stepAt: shipments.stepAt })
  if (!row) return undefined
  await tx
    .insert(shipmentLines)
    .values(lines.map(({ position, quantity, amount }) => ({ shipmentId: row.id, position, quantity, amount })))
  await tx.insert(shipmentScans).values({ shipmentId: row.id, step: 'packed', source: 'desk', time: row.stepAt })
  return row.id
}

/** Stores a step that the desk sets now. */
export async function insertDeskStep(tx: Transaction, shipmentId: ShipmentId, step: Step): Promise<void> {
  const now = sql`clock_timestamp()`
  await tx.insert(shipmentScans).values({ shipmentId, step, source: 'desk', time: now })
  await updateStep(tx, shipmentId, step, now)
}

/** The step that the desk has set last. */
export async function removeLastDeskStep(tx: Transaction, shipmentId: ShipmentId): Promise<void> {
  const { id, source } = shipmentScans
  const ofDesk = and(eq(shipmentScans.shipmentId, shipmentId), eq(source, 'desk'))
  const last = tx.select({ id }).from(shipmentScans).where(ofDesk).orderBy(desc(id)).limit(1)
  await tx.delete(shipmentScans).where(eq(id, last))
}

/** Steps and reports in the order in which the shop learnt of them. */
export async function listScansAsLearnt(tx: Transaction, shipmentId: ShipmentId): Promise<Scan[]> {
  const { id, step, status, place, source, time } = shipmentScans
  const rows = await tx
    .select({ step, status, place, source, time })
    .from(shipmentScans)
    .where(eq(shipmentScans.shipmentId, shipmentId))
    .orderBy(id)
  return rows.map((row) => ({ ...row, step: row.step ?? undefined, time: row.time.toISOString() }))
}

/** Removes a shipment that was neither billed nor announced, with its lines and steps. */
export async function removeShipment(tx: Transaction, id: ShipmentId): Promise<void> {
  await tx.delete(shipments).where(eq(shipments.id, id))
}

/** @returns false: the shop has this report already */
export async function insertCourierScan(
  tx: Transaction,
  shipmentId: ShipmentId,
  { step = null, status, place, time }: Pick<Scan, 'status' | 'place' | 'time'> & { step?: Step | null | undefined },
): Promise<boolean> {
  const rows = await tx
    .insert(shipmentScans)
    .values({ shipmentId, step, status, place, source: 'courier', time: new Date(time) })
    .onConflictDoNothing()
    .returning({ id: shipmentScans.id })
  return rows.length > 0
}

/** When the courier last reported, by the courier's clock. */
export async function findLastReport(tx: Transaction, shipmentId: ShipmentId): Promise<Date | undefined> {
  const [row] = await tx
    .select({ time: shipmentScans.time })
    .from(shipmentScans)
    .where(and(eq(shipmentScans.shipmentId, shipmentId), eq(shipmentScans.source, 'courier')))
    .orderBy(desc(shipmentScans.time))
    .limit(1)
  return row?.time
}

/** @param status the courier's last status, if the shop does not know its meaning */
export async function updateStep(
  tx: Transaction,
  shipmentId: ShipmentId,
  step: Step,
  stepAt: Date | ReturnType<typeof sql>,
  status = '',
): Promise<void> {
  await tx
    .update(shipments)
    .set({ step, stepAt, status, deliveredAt: step === 'delivered' ? stepAt : null })
    .where(eq(shipments.id, shipmentId))
}

/** The steps of an order's shipments, without replacements and what is fetched from the buyer. */
export async function listStepsOf(tx: Transaction, orderId: OrderId) {
  return tx
    .select({ id: shipments.id, step: shipments.step, fee: shipments.fee })
    .from(shipments)
    .where(and(eq(shipments.orderId, orderId), eq(shipments.kind, 'sale')))
    .orderBy(shipments.id)
}

export type OpenDelivery = typeof openDeliveries.$inferSelect

/** Its time is the transaction's, as that of a job which the same transaction enqueues. */
export async function insertOpenDelivery(tx: Transaction, delivery: Omit<OpenDelivery, 'undoUntil'>): Promise<void> {
  await tx
    .insert(openDeliveries)
    .values({ ...delivery, undoUntil: sql`now() + make_interval(secs => ${UNDO_SECONDS})` })
}

export async function hasOpenDelivery(db: Db, id: OrderId): Promise<boolean> {
  return (await db.$count(openDeliveries, eq(openDeliveries.orderId, id))) > 0
}

/** For how many more seconds the delivery of this order can be undone; 0: it cannot. */
export async function findUndoSeconds(db: Db, id: OrderId): Promise<number> {
  const { orderId, undoUntil } = openDeliveries
  const seconds = sql<number>`greatest(0, extract(epoch from ${undoUntil} - clock_timestamp()))::float8`
  const [row] = await db.select({ seconds }).from(openDeliveries).where(eq(orderId, id))
  return row?.seconds ?? 0
}

/** The delivery, if it can still be undone. Removes it, so that it is not finished too. Call it while the order is locked. */
export async function takeForUndo(tx: Transaction, id: OrderId): Promise<OpenDelivery | undefined> {
  const { orderId, undoUntil } = openDeliveries
  const isOpen = and(eq(orderId, id), gt(undoUntil, sql`clock_timestamp()`))
  const [delivery] = await tx.delete(openDeliveries).where(isOpen).returning()
  return delivery
}

/**
 * The delivery, to be finished. Removes it, so that it is finished once. Call it while the order is locked.
 *
 * @param early also while it could still be undone
 */
export async function takeToFinish(tx: Transaction, id: OrderId, { early }: { early: boolean }) {
  const { orderId, undoUntil, sent } = openDeliveries
  const isDue = and(eq(orderId, id), early ? undefined : lte(undoUntil, sql`clock_timestamp()`))
  const [delivery] = await tx.delete(openDeliveries).where(isDue).returning({ sent })
  return delivery
}

/** Makes a delivered order what it was, and its products available again. */
export async function updateUndelivered(
  tx: Transaction,
  { orderId, cancel, dispatched }: Pick<OpenDelivery, 'orderId' | 'cancel' | 'dispatched'>,
): Promise<void> {
  const before = { status: 'confirmed', cancel, dispatched, deliveredAt: null } as const
  await tx.update(orders).set(before).where(eq(orders.id, orderId))
  await tx.update(orderLines).set({ deliveredAt: null }).where(eq(orderLines.orderId, orderId))
}

/** The return that was stored with this form's key. */
export async function findReturnByKey(db: Db, key: string) {
  const { id, shipmentId } = returns
  const [row] = await db.select({ id, shipmentId }).from(returns).where(eq(returns.key, key))
  return row
}

/** The lines of the shipment, and what has come back of them so far. */
export async function readContents(tx: Transaction, id: ShipmentId): Promise<Pick<Shipment, 'lines' | 'returned'>> {
  return { lines: await listLinesOf(tx, id), returned: (await listReturned(tx, [id])).get(id) ?? [] }
}

export type Return = {
  orderId: OrderId
  shipmentId: ShipmentId
  reason: ReturnReason
  /** Null: not decided yet. */
  amount: Paise | null
  /** The part of it that goes back by hand, if that was paid. */
  byHand: Paise
  /** It is owed by hand, or was. */
  isOwed: boolean
  lines: LineQuantity[]
}

/** One return with its lines. */
export async function findReturn(db: Db, id: number): Promise<Return | undefined> {
  const { orderId, shipmentId, reason, amount } = returns
  const isOwed = sql<boolean>`exists (select from counter_refunds where return_id = returns.id and ${IS_COLLECTED})`
  const [entry] = await db
    .select({ orderId, shipmentId, reason, amount, byHand: NOT_ONLINE.mapWith(Number), isOwed })
    .from(returns)
    .where(eq(returns.id, id))
  const { position, good, damaged } = returnLines
  const lines = await db
    .select({ position, quantity: sql<number>`${good} + ${damaged}` })
    .from(returnLines)
    .where(eq(returnLines.returnId, id))
  return entry && { ...entry, lines }
}

/** The parts that came back for a return request, one for each parcel. */
export async function listReturnsFor(db: Db, requestId: number): Promise<(Return & { id: number })[]> {
  const rows = await db
    .select({ id: returns.id })
    .from(returns)
    .where(eq(returns.returnRequestId, requestId))
    .orderBy(asc(returns.id))
  const found = await Promise.all(rows.map(async ({ id }) => ({ id, entry: await findReturn(db, id) })))
  return found.flatMap(({ id, entry }) => (entry ? [{ id, ...entry }] : []))
}

const IS_RECEIVED = and(eq(returnRequests.id, returns.returnRequestId), eq(returnRequests.state, 'received'))

/** The open return request for which this came back, and which says what it gives. */
export async function findRequestOfReturn(db: Db, returnId: number): Promise<number | undefined> {
  const [row] = await db
    .select({ id: returnRequests.id })
    .from(returns)
    .innerJoin(returnRequests, IS_RECEIVED)
    .where(eq(returns.id, returnId))
  return row?.id
}

/** Returns of an order whose refund is not decided yet. Call it while the order is locked to act on it. */
export async function listHeldReturns(db: Db, orderId: OrderId): Promise<HeldReturn[]> {
  const { position, good, damaged } = returnLines
  const rows = await db
    .select({ id: returns.id, requestId: returnRequests.id, position, quantity: sql<number>`${good} + ${damaged}` })
    .from(returns)
    .innerJoin(returnLines, eq(returnLines.returnId, returns.id))
    .leftJoin(returnRequests, IS_RECEIVED)
    .where(and(eq(returns.orderId, orderId), isNull(returns.amount)))
    .orderBy(returns.id, position)
  return Array.from(
    Map.groupBy(rows, ({ id }) => id),
    ([id, lines]) => ({
      id,
      requestId: lines[0]?.requestId ?? undefined,
      lines: lines.map(({ position, quantity }) => ({ position, quantity })),
    }),
  )
}

/** `requestId`: of the return request for which it came back. */
export type HeldReturn = { id: number; requestId: number | undefined; lines: LineQuantity[] }

export async function updateReturnAmount(tx: Transaction, id: number, amount: Paise | null): Promise<void> {
  await tx.update(returns).set({ amount }).where(eq(returns.id, id))
}

/** `amount`: null: decided later. */
export type NewReturn = typeof returns.$inferInsert & {
  amount: Paise | null
  actorId: string
  lines: readonly ReturnedLine[]
}

/** @returns undefined: another return has this key */
export async function insertReturn(tx: Transaction, { lines, ...entry }: NewReturn): Promise<number | undefined> {
  const [row] = await tx.insert(returns).values(entry).onConflictDoNothing().returning({ id: returns.id })
  if (!row) return undefined
  if (lines.length > 0) await tx.insert(returnLines).values(lines.map((line) => ({ returnId: row.id, ...line })))
  return row.id
}

/** The variant of each line of an order; null: its product was deleted before variants had ids. */
export async function listOrderedVariants(tx: Transaction, id: OrderId) {
  const { position, variantId } = orderLines
  return tx.select({ position, id: variantId }).from(orderLines).where(eq(orderLines.orderId, id))
}
