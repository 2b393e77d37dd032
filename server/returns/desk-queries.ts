import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { Paise } from '#domain/money.ts'
import { paidFor, shareOf } from '#domain/orders/amounts.ts'
import type { ShipmentId } from '#domain/orders/shipment.ts'
import type { DeskFacts } from '#domain/returns/desk.ts'
import type { ReturnRequestId } from '#domain/returns/return-request.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { returnRequests } from '#server/db/schema/returns.ts'
import { shipments } from '#server/db/schema/shipping.ts'
import { IS_COLLECTED } from '#server/payments/by-hand-queries.ts'
import { findSettings } from '#server/settings/queries.ts'
import { findParcelFor, type ReturnRequestRow, unitsToSend, VARIANT_OF_LINE } from './queries.ts'

type Unit = { worth: Paise; variantId: number | null; isCounted: boolean; available: number }

/** The line of a request: what was paid for its units, and how many more of the same could be sent. */
export async function readUnit(
  db: Db,
  { orderId, position, quantity }: Pick<ReturnRequestRow, 'orderId' | 'position' | 'quantity'>,
): Promise<Unit> {
  const { rows } = await db.execute<Omit<Unit, 'worth'> & { price: number; ordered: number; discount: number }>(sql`
    select l.price, l.quantity as ordered, l.discount::float8, v.id::float8 as "variantId", v.available is not null as "isCounted",
      ${unitsToSend(sql`${quantity}::integer`)} as available
    from order_lines as l ${VARIANT_OF_LINE} left join products as p on p.id = l.product_id
    where l.order_id = ${orderId} and l.position = ${position}`)
  const [row] = rows
  if (!row) return { worth: 0, variantId: null, isCounted: false, available: 0 }
  const { price, ordered, discount, ...unit } = row
  const amount = paidFor({ price, quantity: ordered, discount })
  return { ...unit, worth: shareOf({ amount, quantity: ordered }, quantity) }
}

export async function readDeskFacts(db: Db, request: ReturnRequestRow): Promise<DeskFacts> {
  const { worth, available } = await readUnit(db, request)
  const { keepItBelow: keepBelow } = await findSettings(db)
  const { state, reason, wanted, quantity } = request
  const pickup = await findParcelFor(db, request.id, 'return')
  return { state, reason, wanted, quantity, worth, keepBelow, available, hasPickup: pickup !== undefined }
}

export async function findRequestOfPickup(db: Db, id: ShipmentId): Promise<ReturnRequestId | undefined> {
  const [row] = await db
    .select({ id: shipments.returnRequestId })
    .from(shipments)
    .where(and(eq(shipments.id, id), eq(shipments.kind, 'return')))
  return row?.id ?? undefined
}

/** The parcels of which units of a line can have come back, with how many: those that arrived and have most of them first. */
export async function listParcelsOf(
  tx: Transaction,
  { orderId, position }: Pick<ReturnRequestRow, 'orderId' | 'position'>,
): Promise<{ id: ShipmentId; left: number }[]> {
  const { rows } = await tx.execute<{ id: ShipmentId; left: number }>(sql`
    select s.id::float8, (l.quantity - coalesce(sum(b.good + b.damaged), 0))::integer as left
    from shipments as s join shipment_lines as l on l.shipment_id = s.id and l.position = ${position}
      left join returns as r on r.shipment_id = s.id
      left join return_lines as b on b.return_id = r.id and b.position = l.position
    where s.order_id = ${orderId} and s.kind <> 'return' and s.step <> 'cancelled'
    group by s.id, l.quantity order by s.step = 'delivered' desc, 2 desc, s.id desc`)
  return rows
}

/** Money that is paid by hand for a request: what is owed of it, or when all is paid, what it was. */
export type ByHand = { ids: number[]; amount: Paise; paidBackOn: string | null; reference: string }

export async function findByHand(db: Db, { id, settledAs }: Pick<ReturnRequestRow, 'id' | 'settledAs'>) {
  if (settledAs !== 'money') return undefined
  const { rows } = await db.execute<Omit<ByHand, 'ids'> & { id: number }>(sql`
    select id::float8, amount::float8, paid_back_on::text as "paidBackOn", paid_back_reference as reference from counter_refunds
    where (order_refund_id in (select id from order_refunds where return_request_id = ${id})
      or return_id in (select id from returns where return_request_id = ${id})) and ${IS_COLLECTED} order by counter_refunds.id`)
  const unpaid = rows.filter(({ paidBackOn }) => paidBackOn === null)
  const shown = unpaid.length > 0 ? unpaid : rows
  const [first] = shown
  if (!first) return undefined
  return {
    ids: shown.map(({ id }) => id),
    amount: shown.reduce((sum, { amount }) => sum + amount, 0),
    paidBackOn: first.paidBackOn,
    reference: first.reference,
  }
}

export type PastReturn = Awaited<ReturnType<typeof listPastReturns>>[number]

/** Requests of the same buyer in the last twelve months, newest first. */
export async function listPastReturns(db: Db, { id: itself, userId }: Pick<ReturnRequestRow, 'id' | 'userId'>) {
  const { id, orderId, title, quantity, reason, state, settledAs, time } = returnRequests
  const isRecent = gt(time, sql`now() - interval '12 months'`)
  const rows = await db
    .select({ id, orderId, title, quantity, reason, state, settledAs, time })
    .from(returnRequests)
    .where(and(eq(returnRequests.userId, userId), ne(id, itself), isRecent))
    .orderBy(desc(id))
    .limit(20)
  return rows.map((row) => ({ ...row, time: row.time.toISOString() }))
}
