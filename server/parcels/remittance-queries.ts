import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Remittance } from '#domain/delivery/remittance-file.ts'
import type { Paise } from '#domain/money.ts'
import type { CashDifference, ParcelCash } from '#domain/orders/cash-received.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { ShipmentId } from '#domain/orders/shipment.ts'
import type { Actor } from '#server/db/audit-queries.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { cashWriteOffs, remittanceImports, remittances, shipments } from '#server/db/schema/shipping.ts'

/** Everything that changes cash waits for this lock, so that each decides on what the one before it has left. */
export async function lockCash(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('remittances', 0))`)
}

/** Inserts new rows only; call it while the cash is locked. @returns the number of new rows, and of those without a parcel */
export async function insertRemittances(
  tx: Transaction,
  rows: readonly Remittance[],
  { fileName }: { fileName: string },
): Promise<{ added: number; unknown: number }> {
  const [file] = await tx.insert(remittanceImports).values({ fileName }).returning({ id: remittanceImports.id })
  const { rows: added } = await tx.execute<{ shipment_id: string | null }>(sql`
    insert into remittances (awb, reference, amount, paid_on, shipment_id, import_id)
    select row.awb, row.reference, row.amount, row."paidOn", (
      select id from shipments where upper(shipments.awb) = upper(row.awb)
      order by step = 'cancelled', id desc limit 1), ${file?.id}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (awb text, reference text, amount bigint, "paidOn" date)
    on conflict do nothing returning shipment_id`)
  // An import of which nothing is new cannot be removed.
  if (file && added.length === 0) await tx.delete(remittanceImports).where(eq(remittanceImports.id, file.id))
  // The AWB of a parcel may have been entered after its remittance was imported.
  await tx.execute(sql`
    update remittances set shipment_id = shipments.id from shipments
    where remittances.shipment_id is null and upper(shipments.awb) = upper(remittances.awb) and step <> 'cancelled'`)
  return { added: added.length, unknown: added.filter(({ shipment_id }) => shipment_id === null).length }
}

export type RemittanceImport = Awaited<ReturnType<typeof listRemittanceImports>>[number]

/** Newest first, at most 20. */
export async function listRemittanceImports(db: Db) {
  const { id, fileName, time } = remittanceImports
  return db
    .select({
      id,
      fileName,
      time,
      rows: sql<number>`count(*)::integer`,
      amount: sql<number>`sum(${remittances.amount})::float8`,
    })
    .from(remittanceImports)
    .innerJoin(remittances, eq(remittances.importId, id))
    .groupBy(id)
    .orderBy(desc(id))
    .limit(20)
}

/**
 * Deletes the rows of an import and, so that their parcels are open again, what was written off for those. An order's
 * history keeps what was removed.
 */
export async function removeRemittances(tx: Transaction, actor: Actor, importId: number) {
  const { rows } = await tx.execute<{ rows: number; amount: Paise }>(sql`
    with removed as (
      delete from remittances where import_id = ${importId} returning shipment_id, awb, reference, amount, paid_on
    ), reopened as (
      delete from cash_write_offs where shipment_id in (select shipment_id from removed)
    ), kept as (
      insert into audit (actor_id, actor_email, action, subject, after)
      select ${actor.userId}, ${actor.email}, 'remove remittance', 'order ' || order_id,
        jsonb_build_object('awb', removed.awb, 'reference', reference, 'amount', amount / 100.0, 'paidOn', paid_on)
      from removed join shipments on shipments.id = shipment_id
    )
    select count(*)::integer as rows, coalesce(sum(amount), 0)::float8 as amount from removed`)
  const [file] = await tx
    .delete(remittanceImports)
    .where(eq(remittanceImports.id, importId))
    .returning({ fileName: remittanceImports.fileName })
  const [removed] = rows
  return file && removed && { ...file, ...removed }
}

/** Each parcel with cash: what was received and written off, as `domain/orders/cash-received.ts` decides about it. */
const PARCEL_CASH = sql`
  select s.id, s.order_id, s.courier, s.awb, s.step, s.cash, s.delivered_at, received, written_off, paid_on, import_id,
    received_awb, case when step in ('returned', 'not-delivered', 'cancelled') then 0 else cash * 100::bigint end
      - received - written_off as outstanding
  from shipments as s
    left join lateral (
      select coalesce(sum(amount), 0)::bigint as received, max(paid_on) as paid_on, max(import_id) as import_id,
        max(awb) as received_awb
      from remittances where shipment_id = s.id
    ) as r on true
    left join lateral (
      select coalesce(sum(amount), 0)::bigint as written_off from cash_write_offs where shipment_id = s.id
    ) as w on true`

export type ShipmentCash = ParcelCash & { id: ShipmentId; orderId: OrderId; courier: string; awb: string | null }

/** The cash of these parcels, or of those of an order. */
export async function readParcelCash(db: Db, which: { ids: readonly ShipmentId[] } | { orderId: OrderId }) {
  const where = 'ids' in which ? sql`s.id = any(${sql.param(which.ids)}::bigint[])` : sql`s.order_id = ${which.orderId}`
  const { rows } = await db.execute<ShipmentCash>(sql`
    select id::float8, order_id::float8 as "orderId", courier, awb, step, cash, received::float8,
      written_off::float8 as "writtenOff"
    from (${PARCEL_CASH} where ${where}) as parcels order by id`)
  return rows
}

/** An amount received for a parcel, and the facts that decide how it can be taken back. */
export type Receipt = {
  id: number
  shipmentId: ShipmentId
  amount: Paise
  paidOn: string
  reference: string
  /** ISO 8601. */
  time: string
  /** `hand`: entered on the order's page. `order`: of an unknown AWB, and given to this order. `file`: of its own AWB. */
  source: 'hand' | 'order' | 'file'
}

/** Oldest first. */
export async function listReceipts(db: Db, shipmentIds: readonly ShipmentId[]): Promise<Receipt[]> {
  if (shipmentIds.length === 0) return []
  const { id, shipmentId, amount, paidOn, reference, time, key } = remittances
  const rows = await db
    .select({
      id,
      amount,
      paidOn,
      reference,
      time,
      shipmentId: shipments.id,
      source: sql<Receipt['source']>`case when ${key} is not null then 'hand'
        when upper(${remittances.awb}) = upper(${shipments.awb}) then 'file' else 'order' end`,
    })
    .from(remittances)
    .innerJoin(shipments, eq(shipments.id, shipmentId))
    .where(inArray(shipmentId, shipmentIds))
    .orderBy(paidOn, id)
  return rows.map((row) => ({ ...row, time: row.time.toISOString() }))
}

/** Cash that will not come; below zero: more came than expected, and was accepted. */
export type WriteOff = { id: number; shipmentId: ShipmentId; amount: Paise; reason: string }

export async function listWriteOffs(db: Db, shipmentIds: readonly ShipmentId[]): Promise<WriteOff[]> {
  const { id, shipmentId, amount, reason } = cashWriteOffs
  return db
    .select({ id, shipmentId, amount, reason })
    .from(cashWriteOffs)
    .where(inArray(shipmentId, shipmentIds))
    .orderBy(id)
}

type Entry = { shipmentId: ShipmentId; key: string; amount: Paise }

/** @returns the id; undefined: this form was sent before */
export async function insertReceipt(tx: Transaction, receipt: Entry & { paidOn: string; reference: string }) {
  const awb = sql<string>`coalesce((select awb from shipments where id = ${receipt.shipmentId}), '')`
  const [row] = await tx
    .insert(remittances)
    .values({ ...receipt, awb })
    .onConflictDoNothing()
    .returning({ id: remittances.id })
  return row?.id
}

export async function insertWriteOff(tx: Transaction, writeOff: Entry & { reason: string }): Promise<void> {
  await tx.insert(cashWriteOffs).values(writeOff)
}

/** Was this form sent before? The forms of a page share its key, so each looks among its own entries only. */
export async function isCashKeyKnown(
  tx: Transaction,
  table: typeof remittances | typeof cashWriteOffs,
  { shipmentId, key }: Omit<Entry, 'amount'>,
): Promise<boolean> {
  return (await tx.$count(table, and(eq(table.shipmentId, shipmentId), eq(table.key, key)))) > 0
}

/** Deletes an amount that was entered by hand, or gives one back to the AWB that nobody knows. */
export async function removeReceipt(tx: Transaction, { id, source }: Pick<Receipt, 'id' | 'source'>): Promise<void> {
  if (source === 'hand') await tx.delete(remittances).where(eq(remittances.id, id))
  else await tx.update(remittances).set({ shipmentId: null }).where(eq(remittances.id, id))
}

/** Undoes what was written off for a parcel. */
export async function removeWriteOffs(tx: Transaction, shipmentId: ShipmentId): Promise<void> {
  await tx.delete(cashWriteOffs).where(eq(cashWriteOffs.shipmentId, shipmentId))
}

/** The rows of an AWB that no shipment has and that nobody has accepted. */
function unmatched(awb: string) {
  return and(isNull(remittances.shipmentId), isNull(remittances.acceptedAt), sql`upper(awb) = upper(${awb})`)
}

export async function sumUnmatched(tx: Transaction, awb: string): Promise<Paise> {
  const [row] = await tx
    .select({ amount: sql<number>`coalesce(sum(${remittances.amount}), 0)::float8` })
    .from(remittances)
    .where(unmatched(awb))
  return row?.amount ?? 0
}

/** Accepts them, or gives them to a parcel. */
export async function updateUnmatched(
  tx: Transaction,
  awb: string,
  change: { acceptedAt: SQL } | { shipmentId: ShipmentId },
): Promise<void> {
  await tx.update(remittances).set(change).where(unmatched(awb))
}

/** Groups of outstanding cash by age: days since delivery, with the first day of each group. */
const AGES = [
  { label: '0–7 days', from: 0 },
  { label: '8–15 days', from: 8 },
  { label: '16–30 days', from: 16 },
  { label: 'Older', from: 31 },
] as const

/** A delivered parcel for which the courier has not handed over all cash. Amounts in paise. */
export type OutstandingParcel = {
  id: ShipmentId
  orderId: number
  courier: string
  awb: string | null
  deliveredAt: Date
  /** Whole days since delivery. */
  days: number
  cash: Paise
  paid: Paise
  /** To collect, less what was received and written off. */
  outstanding: Paise
}

const OUTSTANDING = sql`
  select id, order_id, courier, awb, delivered_at, cash * 100::float8 as cash, received::float8 as paid,
    outstanding::float8 as outstanding
  from (${PARCEL_CASH} where s.cash > 0 and s.delivered_at is not null and s.step = 'delivered') as parcels
  where outstanding > 0`

/** A delivery in the future is of today. */
function daysSinceDelivery(now: Date): SQL {
  return sql`greatest(0, floor(extract(epoch from ${now}::timestamptz - delivered_at) / 86400))::integer`
}

/** How many parcels of each age are outstanding, and how much of their cash. */
export async function sumOutstanding(db: Db, now: Date): Promise<{ label: string; parcels: number; amount: Paise }[]> {
  // `width_bucket` counts the starts that are not later than the age.
  const starts = sql`${sql.param(AGES.map(({ from }) => from))}::integer[]`
  const { rows } = await db.execute<{ age: number; parcels: number; amount: Paise }>(sql`
    select width_bucket(${daysSinceDelivery(now)}, ${starts}) as age, count(*)::integer as parcels, sum(outstanding) as amount
    from (${OUTSTANDING}) as parcels group by 1`)
  const byAge = new Map(rows.map(({ age, ...sums }) => [age, sums]))
  return AGES.map(({ label }, index) => ({ label, ...(byAge.get(index + 1) ?? { parcels: 0, amount: 0 }) }))
}

/** Oldest first. */
export async function listOutstanding(db: Db, now: Date, limit?: number): Promise<OutstandingParcel[]> {
  const { rows } = await db.execute<Omit<OutstandingParcel, 'deliveredAt'> & { deliveredAt: string }>(sql`
    select id::float8, order_id::float8 as "orderId", courier, awb, delivered_at as "deliveredAt",
      ${daysSinceDelivery(now)} as days, cash, paid, outstanding
    from (${OUTSTANDING}) as parcels order by delivered_at, parcels.id limit ${limit ?? null}`)
  return rows.map((row) => ({ ...row, deliveredAt: new Date(row.deliveredAt) }))
}

/** A disagreement between the money that came and the shop's parcels. Amounts in paise. */
export type Difference = {
  kind: 'unknown' | CashDifference
  /** Null: no parcel has this AWB. */
  shipmentId: ShipmentId | null
  awb: string
  orderId: number | null
  expected: Paise
  paid: Paise
  /** The amount that would close it: below zero if too much was paid. */
  outstanding: Paise
  /** The last day on which money for it came; null: none is left of it. */
  paidOn: string | null
  /** The last import with money for it; null: entered by hand. */
  importId: number | null
}

/** Newest first, at most 200. A parcel whose money was accepted or written off is settled, until more comes. */
export async function listDifferences(db: Db): Promise<Difference[]> {
  const { rows } = await db.execute<Difference>(sql`
    select * from (
      select 'unknown' as kind, null::float8 as "shipmentId", upper(awb) as awb, null::float8 as "orderId", 0::float8 as expected,
        sum(amount)::float8 as paid, -sum(amount)::float8 as outstanding, max(paid_on)::text as "paidOn",
        max(import_id)::float8 as "importId"
      from remittances where shipment_id is null and accepted_at is null group by upper(awb)
      union all
      select case when step in ('returned', 'not-delivered', 'cancelled') then 'returned' when outstanding > 0 then 'less' else 'more' end,
        id, coalesce(awb, received_awb, ''), order_id, cash * 100::float8, received, outstanding, paid_on::text, import_id
      from (
        ${PARCEL_CASH} where s.id in (select shipment_id from remittances union all select shipment_id from cash_write_offs)
      ) as parcels
      where outstanding <> 0 and (received <> 0 or written_off <> 0)
    ) as differences order by "paidOn" desc nulls last, awb limit 200`)
  return rows
}
