import { type SQL, sql } from 'drizzle-orm'
import type { Remittance } from '#domain/delivery/remittance-file.ts'
import type { Paise } from '#domain/money.ts'
import type { Db, Transaction } from '#server/db/connection.ts'

/** Inserts new rows only. @returns the number of new rows, and of those without a parcel */
export async function insertRemittances(
  tx: Transaction,
  rows: readonly Remittance[],
): Promise<{ added: number; unknown: number }> {
  // Imports of the same file wait for each other, so that each counts its own rows.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('remittances', 0))`)
  const { rows: added } = await tx.execute<{ shipment_id: string | null }>(sql`
    insert into remittances (awb, reference, amount, paid_on, shipment_id)
    select row.awb, row.reference, row.amount, row."paidOn", (
      select max(id) from shipments where upper(shipments.awb) = upper(row.awb))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (awb text, reference text, amount bigint, "paidOn" date)
    on conflict do nothing returning shipment_id`)
  // The AWB of a parcel may have been entered after its remittance was imported.
  await tx.execute(sql`
    update remittances set shipment_id = shipments.id from shipments
    where remittances.shipment_id is null and upper(shipments.awb) = upper(remittances.awb)`)
  return { added: added.length, unknown: added.filter(({ shipment_id }) => shipment_id === null).length }
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
  orderId: number
  courier: string
  awb: string | null
  deliveredAt: Date
  /** Whole days since delivery. */
  days: number
  cash: Paise
  paid: Paise
}

const OUTSTANDING = sql`
  select s.id, s.order_id, s.courier, s.awb, s.delivered_at, s.cash * 100::float8 as cash, coalesce(sum(r.amount), 0)::float8 as paid
  from shipments as s left join remittances as r on r.shipment_id = s.id
  where s.cash > 0 and s.delivered_at is not null and s.step = 'delivered'
  group by s.id having coalesce(sum(r.amount), 0) < s.cash * 100::bigint`

/** A delivery in the future is of today. */
function daysSinceDelivery(now: Date): SQL {
  return sql`greatest(0, floor(extract(epoch from ${now}::timestamptz - delivered_at) / 86400))::integer`
}

/** How many parcels of each age are outstanding, and how much of their cash. */
export async function sumOutstanding(db: Db, now: Date): Promise<{ label: string; parcels: number; amount: Paise }[]> {
  // `width_bucket` counts the starts that are not later than the age.
  const starts = sql`${sql.param(AGES.map(({ from }) => from))}::integer[]`
  const { rows } = await db.execute<{ age: number; parcels: number; amount: Paise }>(sql`
    select width_bucket(${daysSinceDelivery(now)}, ${starts}) as age, count(*)::integer as parcels, sum(cash - paid) as amount
    from (${OUTSTANDING}) as parcels group by 1`)
  const byAge = new Map(rows.map(({ age, ...sums }) => [age, sums]))
  return AGES.map(({ label }, index) => ({ label, ...(byAge.get(index + 1) ?? { parcels: 0, amount: 0 }) }))
}

/** Oldest first. */
export async function listOutstanding(db: Db, now: Date): Promise<OutstandingParcel[]> {
  const { rows } = await db.execute<Omit<OutstandingParcel, 'deliveredAt'> & { deliveredAt: string }>(sql`
    select order_id::float8 as "orderId", courier, awb, delivered_at as "deliveredAt", ${daysSinceDelivery(now)} as days, cash, paid
    from (${OUTSTANDING}) as parcels order by delivered_at, id`)
  return rows.map((row) => ({ ...row, deliveredAt: new Date(row.deliveredAt) }))
}

/** Where a courier's files disagree with the shop's parcels. Amounts in paise. */
export type Difference = {
  kind: 'unknown' | 'returned' | 'less' | 'more'
  awb: string
  orderId: number | null
  expected: Paise
  paid: Paise
  /** The last day on which money for it came. */
  paidOn: string
}

/** Newest first, at most 200. */
export async function listDifferences(db: Db): Promise<Difference[]> {
  const { rows } = await db.execute<Difference>(sql`
    select * from (
      select 'unknown' as kind, upper(awb) as awb, null::float8 as "orderId", 0::float8 as expected,
        sum(amount)::float8 as paid, max(paid_on)::text as "paidOn"
      from remittances where shipment_id is null group by upper(awb)
      union all
      select case when s.step in ('returned', 'not-delivered') then 'returned'
          when sum(r.amount) < s.cash * 100::bigint then 'less' else 'more' end,
        coalesce(s.awb, max(r.awb)), s.order_id, s.cash * 100::float8, sum(r.amount), max(r.paid_on)::text
      from remittances as r join shipments as s on s.id = r.shipment_id
      group by s.id having s.step in ('returned', 'not-delivered') or sum(r.amount) <> s.cash * 100::bigint
    ) as differences order by "paidOn" desc, awb limit 200`)
  return rows
}
