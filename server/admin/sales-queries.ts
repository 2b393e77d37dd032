import { eq, type SQL, sql } from 'drizzle-orm'
import { gapsIn, momentsOf, type Period } from '#domain/billing/sales-period.ts'
import { deliveryStateOf } from '#domain/delivery/pincode-states.ts'
import { PAYMENT_WORDS } from '#domain/orders/cash.ts'
import { ORDER_STATES } from '#domain/orders/order-state.ts'
import {
  countsAsRevenue,
  keptOf,
  NO_SALES,
  SALES_GROUPS,
  SALES_STAGES,
  type Sales,
  type SalesGroup,
} from '#domain/orders/revenue.ts'
import { isStateCode, STATES } from '#domain/states.ts'
import type { Database, Db } from '#server/db/connection.ts'
import { salesDays, salesMarks } from '#server/db/schema/billing.ts'

export type SalesRow = { key: string; name: string; sales: Sales }

/** The order states that count as revenue, as `domain/orders/revenue.ts` decides. */
export const COUNTS_AS_REVENUE = sql.join(
  ORDER_STATES.filter(countsAsRevenue).map(({ status, cancel }) => sql`(status = ${status} and cancel = ${cancel})`),
  sql` or `,
)

/**
 * Every movement of goods in a period: which order's line, how many units, and their price in paise. An invoice and its
 * credit notes count on their days, as in the sales ledger; what has none counts when it was sent or came back. A cancelled
 * parcel is taken off what was dispatched when its invoice is credited. A line of an order that was deleted has no position.
 */
function movementsIn(period: Period): SQL {
  const { start, end } = momentsOf(period)
  const [from, until] = [sql`${start.toISOString()}::timestamptz`, sql`${end.toISOString()}::timestamptz`]
  const days = sql`between ${period.from}::date and ${period.until}::date`
  return sql`
    parcels as (
      select 'dispatched' as stage, 1 as sign, shipment_id, order_id, total from bills
      where date ${days} and series = 'bill'
      union all
      select 'dispatched', 1, id, order_id, null from shipments
      where time >= ${from} and time < ${until} and step <> 'cancelled'
        and not exists (select from bills where shipment_id = shipments.id and series = 'bill')
      union all
      select 'dispatched', -1, shipment_id, bills.order_id, total from bills join shipments on shipments.id = shipment_id
      where date ${days} and series = 'credit-note' and step = 'cancelled'
      union all
      select 'delivered', 1, id, order_id, null from shipments where delivered_at >= ${from} and delivered_at < ${until}
    ), credited as (
      select return_id, shipment_id, bills.order_id, total from bills join shipments on shipments.id = shipment_id
      where date ${days} and series = 'credit-note' and step <> 'cancelled'
      union all
      select returns.id, shipment_id, returns.order_id, amount from returns join shipments on shipments.id = shipment_id
      where returns.time >= ${from} and returns.time < ${until} and amount > 0 and step <> 'cancelled'
        and not exists (select from bills where return_id = returns.id)
    ), credited_lines as (
      -- Shares of what was credited in proportion to the prices, as differences of rounded sums, so that they add up.
      select c.order_id, position, product_id, size_code, title,
        round(total * sum(value) over upto / sum(value) over whole)
          - round(total * (sum(value) over upto - value) / sum(value) over whole) as amount
      from credited as c join return_lines as r using (return_id) join order_lines as l using (order_id, position)
        cross join lateral (select ((good + damaged) * price)::numeric as value) as v
      where price > 0
      window whole as (partition by return_id), upto as (partition by return_id order by position)
    ), movements as (
      select 'ordered' as stage, l.order_id, product_id, size_code, title, quantity, 100 * quantity * price::numeric as amount
      from orders join order_lines as l on l.order_id = orders.id
      where time >= ${from} and time < ${until} and (${COUNTS_AS_REVENUE})
      union all
      select stage, order_id, coalesce(s.product_id, l.product_id), coalesce(s.size_code, l.size_code),
        coalesce(s.title, l.title), sign * s.quantity, sign * 100 * s.quantity * coalesce(s.price, l.price)::numeric
      from parcels join shipment_lines as s using (shipment_id) left join order_lines as l using (order_id, position)
      where coalesce(s.price, l.price) is not null and exists (select from orders where orders.id = order_id)
      union all
      select stage, p.order_id, null, null, null, sign * quantity, sign * coalesce(total, 100 * cash::numeric)
      from parcels as p join shipments on shipments.id = shipment_id cross join lateral (
        select sum(quantity) as quantity from shipment_lines as s where s.shipment_id = p.shipment_id) as sent
      where not exists (select from orders where orders.id = p.order_id)
      union all
      select 'returned', order_id, product_id, size_code, title, 0, amount from credited_lines
      union all
      select 'returned', order_id, null, null, null, 0, total from credited
      where not exists (select from orders where orders.id = order_id)
      union all
      select 'returned', r.order_id, product_id, size_code, title, good + damaged, 0
      from returns as r join return_lines as b on b.return_id = r.id join shipments on shipments.id = shipment_id
        left join order_lines as l on l.order_id = r.order_id and l.position = b.position
      where r.time >= ${from} and r.time < ${until} and step <> 'cancelled'
    )`
}

/** A division, or all of a period as one part. */
type Division = SalesGroup | 'all'
const ALL_DIVISIONS: readonly Division[] = ['all', ...SALES_GROUPS]

/** How each division finds its parts. Null: of an order that was deleted. */
const PARTS: Record<SalesGroup, SQL> = {
  product: sql`product_id::text`,
  size: sql`size_code`,
  // As the order says, or else by its pincode, which is looked up below.
  state: sql`coalesce(nullif(state_code, ''), pincode)`,
  payment: sql`case when orders.id is null then null when payment_id is not null then 'online'
    when paid_at_counter is not null then 'counter' else 'cash' end`,
}

const DELETED = 'deleted'

const SUMS = sql.join(
  SALES_STAGES.flatMap((stage) => [sql.identifier(`${stage}_units`), sql.identifier(`${stage}_amount`)]),
  sql`, `,
)

/** The parts of a period in these divisions, by one scan of what happened: columns as in `sales_days`, without the day. */
function partsOf(period: Period, divisions: readonly Division[]): SQL {
  const groups = SALES_GROUPS.filter((by) => divisions.includes(by)).map((by) => ({ by, part: sql.identifier(by) }))
  const sets = [...(divisions.includes('all') ? [sql`()`] : []), ...groups.map(({ part }) => sql`(${part})`)]
  const keys = SALES_GROUPS.map((by) => sql`coalesce(${PARTS[by]}, ${DELETED}::text) as ${sql.identifier(by)}`)
  const sums = SALES_STAGES.flatMap((stage) => [
    sql`coalesce(sum(quantity) filter (where stage = ${stage}), 0)`,
    sql`coalesce(sum(amount) filter (where stage = ${stage}), 0)`,
  ])
  // In each set, the parts of the other divisions are null.
  const names = groups.map(({ by, part }) => sql`case when ${part} is not null then ${by}::text end`)
  const parts = groups.map(({ part }) => part)
  return sql`
    with ${movementsIn(period)}, named as (
      select stage, quantity, amount, title, ${sql.join(keys, sql`, `)} from movements left join orders on orders.id = order_id
    )
    select coalesce(${sql.join([...names, sql`'all'`], sql`, `)}) as by, coalesce(${sql.join([...parts, sql`''`], sql`, `)}) as key,
      any_value(title) as title, ${sql.join(sums, sql`, `)}
    from named group by grouping sets (${sql.join(sets, sql`, `)})`
}

/** The last day that may be added up for good: no transaction that began on it is still open. */
const LAST_CLOSED_DAY = sql`(now() at time zone 'Asia/Kolkata')::date - 2`
const IS_VALID = sql`not exists (select from sales_marks where sales_marks.day = sales_days.day)`

/**
 * A job: adds up the days that are over and were not added up since something of them has changed, the latest first. A day
 * that changes at this moment keeps its mark, because the mark is not in this transaction's snapshot.
 *
 * @param signal ends this run; the next one does the rest
 */
export async function addUpSales(db: Database, signal?: AbortSignal): Promise<void> {
  const { rows } = await db.execute<{ day: string }>(sql`
    select day::date::text as day from generate_series((select min(day) from (
      select (min(time) at time zone 'Asia/Kolkata')::date as day from orders
      union all select (min(time) at time zone 'Asia/Kolkata')::date from shipments
      union all select min(date) from bills) as first)::timestamp, ${LAST_CLOSED_DAY}, interval '1 day') as day
    where not exists (select from sales_days where by = 'all' and sales_days.day = day.day::date and ${IS_VALID})
    order by 1 desc`)
  for (const { day } of rows) {
    if (signal?.aborted) return
    await db.transaction(
      async (tx) => {
        await tx.delete(salesMarks).where(eq(salesMarks.day, day))
        await tx.delete(salesDays).where(eq(salesDays.day, day))
        await tx.execute(sql`
          insert into sales_days (day, by, key, title, ${SUMS})
          select ${day}::date, parts.* from (${partsOf({ from: day, until: day }, ALL_DIVISIONS)}) as parts`)
      },
      { isolationLevel: 'repeatable read' },
    )
  }
}

type Part = { key: string; title: string | null; sums: number[] }

/**
 * The parts of a division: of days that were added up from their sums, of others from what happened. One snapshot, so that
 * nothing is counted twice or left out.
 */
async function readParts(db: Db, period: Period, by: Division): Promise<Part[]> {
  return db.transaction(
    async (tx) => {
      const { rows: known } = await tx.execute<{ day: string }>(sql`
        select day::text as day from sales_days
        where by = 'all' and day between ${period.from}::date and ${period.until}::date and ${IS_VALID} order by 1`)
      const { rows: parts } = await tx.execute<Part>(sql`
        select key, max(title) as title, array[${sql.join(
          SALES_STAGES.flatMap((stage) => [
            sql`sum(${sql.identifier(`${stage}_units`)})`,
            sql`sum(${sql.identifier(`${stage}_amount`)})`,
          ]),
          sql`, `,
        )}]::float8[] as sums from sales_days
        where by = ${by} and day between ${period.from}::date and ${period.until}::date and ${IS_VALID} group by key`)
      const lists = [parts]
      for (const gap of gapsIn(period, new Set(known.map(({ day }) => day)))) {
        const { rows } = await tx.execute<Part>(sql`
          select key, title, array[${SUMS}]::float8[] as sums from (${partsOf(gap, [by])}) as parts (by, key, title, ${SUMS})`)
        lists.push(rows)
      }
      return lists.flat()
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** All sales of a period, without any division. */
export async function readSalesTotals(db: Db, period: Period): Promise<Sales> {
  return toSales(await readParts(db, period, 'all'))
}

/** The sales of a period divided by product, size, State or payment; what was kept most comes first. */
export async function readSalesBy(db: Db, period: Period, by: SalesGroup): Promise<SalesRow[]> {
  const byKey = Map.groupBy(await readParts(db, period, by), ({ key }) => keyOf(by, key))
  return [...byKey]
    .map(([key, parts]) => ({ key, name: nameOf(by, key, parts), sales: toSales(parts) }))
    .sort((one, other) => keptOf(other.sales).amount - keptOf(one.sales).amount || one.name.localeCompare(other.name))
}

/** Pincodes of one State are one part. */
function keyOf(by: SalesGroup, key: string): string {
  if (by !== 'state' || key === DELETED || isStateCode(key)) return key
  return deliveryStateOf({ pincode: key }) ?? ''
}

function nameOf(by: SalesGroup, key: string, parts: readonly Part[]): string {
  if (key === DELETED) return 'Deleted orders'
  if (by === 'state') return isStateCode(key) ? STATES[key] : 'Unknown State'
  if (by === 'payment') return Object.entries(PAYMENT_WORDS).find(([payment]) => payment === key)?.[1] ?? key
  if (by === 'size') return key || 'Without size'
  return parts.find(({ title }) => title)?.title ?? key
}

/** Adds up, because several pincodes are one State, and a period has several gaps. */
function toSales(parts: readonly Part[]): Sales {
  const sales = structuredClone(NO_SALES)
  for (const { sums } of parts)
    for (const [index, stage] of SALES_STAGES.entries()) {
      sales[stage].units += sums[2 * index] ?? 0
      sales[stage].amount += sums[2 * index + 1] ?? 0
    }
  return sales
}
