import { type SQL, sql } from 'drizzle-orm'
import { momentsOf, type Period } from '#domain/billing/sales-period.ts'
import { deliveryStateOf } from '#domain/delivery/pincode-states.ts'
import type { Paise } from '#domain/money.ts'
import { PAYMENT_WORDS } from '#domain/orders/cash.ts'
import { ORDER_STATES } from '#domain/orders/order-state.ts'
import {
  countsAsRevenue,
  keptOf,
  NO_SALES,
  type Sales,
  type SalesGroup,
  type SalesStage,
} from '#domain/orders/revenue.ts'
import { isStateCode, STATES } from '#domain/states.ts'
import type { Db } from '#server/db/connection.ts'

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
  const from = sql`${start.toISOString()}::timestamptz`
  const until = sql`${end.toISOString()}::timestamptz`
  const days = sql`between ${period.from}::date and ${period.until}::date`
  return sql`
    parcels as (
      select 'dispatched' as stage, shipment_id, order_id, total from bills
      where date ${days} and series = 'bill'
      union all
      select 'dispatched', id, order_id, null from shipments
      where time >= ${from} and time < ${until} and step <> 'cancelled' and kind = 'sale'
        -- Both series of an index, which is read alone then; a sale has no delivery challan.
        and not exists (
          select from bills where shipment_id = shipments.id and series in ('bill', 'delivery-challan'))
      union all
      select 'delivered', id, order_id, null from shipments where delivered_at >= ${from} and delivered_at < ${until}
        and kind = 'sale'
    ), credited as (
      -- The last note of a cancelled parcel takes it back; those before it reduced its price.
      select bills.id, null::bigint as return_id, bills.order_id, shipment_id, total, step = 'cancelled' and not exists (
          select from bills as later where later.shipment_id = shipments.id and later.series = 'credit-note' and later.id > bills.id
        ) as takes_back
      from bills join shipments on shipments.id = shipment_id
      where date ${days} and series = 'credit-note'
      union all
      select null, returns.id, returns.order_id, null, amount, false from returns join shipments on shipments.id = shipment_id
      where returns.time >= ${from} and returns.time < ${until} and amount > 0 and step <> 'cancelled'
        and not exists (select from bills where return_id = returns.id)
    ), credited_lines as (
      -- Of a credit note as its lines say, among them the delivery; also of a reduced price, for which nothing came back.
      select c.order_id, takes_back, coalesce(s.product_id, l.product_id, 0) as product_id,
        coalesce(s.size_code, l.size_code, '') as size_code, coalesce(s.title, l.title, 'Delivery') as title,
        (line ->> 'total')::numeric as amount
      from credited as c join bills using (id) cross join jsonb_array_elements(document -> 'lines') as line
        -- One by one: PostgreSQL expects a hundred lines in each document, and would read those of all orders instead.
        left join lateral (
          select * from order_lines as l where l.order_id = c.order_id and l.position = (line ->> 'position')::integer
          limit 1) as l on true
        left join lateral (
          select * from shipment_lines as s
          where takes_back and s.shipment_id = c.shipment_id and s.position = (line ->> 'position')::integer
          limit 1) as s on true
      where exists (select from orders where orders.id = c.order_id)
      union all
      -- Shares of what was credited in proportion to the prices, as differences of rounded sums, so that they add up.
      select c.order_id, false, product_id, size_code, title,
        round(total * sum(value) over upto / sum(value) over whole)
          - round(total * (sum(value) over upto - value) / sum(value) over whole) as amount
      from credited as c join return_lines as r using (return_id) join order_lines as l using (order_id, position)
        cross join lateral (select ((good + damaged) * price)::numeric as value) as v
      where price > 0
      window whole as (partition by return_id), upto as (partition by return_id order by position)
    ), movements as (
      select 'ordered' as stage, l.order_id, product_id, size_code, title, quantity, 100 * quantity * price::numeric - l.discount as amount
      from orders join order_lines as l on l.order_id = orders.id
      where time >= ${from} and time < ${until} and (${COUNTS_AS_REVENUE})
      union all
      select stage, order_id, coalesce(s.product_id, l.product_id), coalesce(s.size_code, l.size_code),
        coalesce(s.title, l.title), s.quantity, s.amount::numeric
      from parcels join shipment_lines as s using (shipment_id) left join order_lines as l using (order_id, position)
      where coalesce(s.price, l.price) is not null and exists (select from orders where orders.id = order_id)
      union all
      select stage, order_id, 0, '', 'Delivery', 0, fee from (
        select 'ordered' as stage, id as order_id, 100 * delivery_fee::numeric as fee from orders
        where time >= ${from} and time < ${until} and delivery_fee > 0 and (${COUNTS_AS_REVENUE})
        union all
        select stage, p.order_id, 100 * fee::numeric from parcels as p join shipments on shipments.id = p.shipment_id
        where fee > 0 and exists (select from orders where orders.id = p.order_id)) as fees
      union all
      select stage, p.order_id, null, null, null, quantity, coalesce(total, 100 * cash::numeric)
      from parcels as p join shipments on shipments.id = shipment_id cross join lateral (
        select sum(quantity) as quantity from shipment_lines as s where s.shipment_id = p.shipment_id) as sent
      where not exists (select from orders where orders.id = p.order_id)
      union all
      select case when takes_back then 'dispatched' else 'returned' end, order_id, product_id, size_code, title, 0,
        case when takes_back then -amount else amount end
      from credited_lines
      union all
      select case when takes_back then 'dispatched' else 'returned' end, order_id, null, null, null, 0,
        case when takes_back then -total else total end
      from credited where not exists (select from orders where orders.id = order_id)
      union all
      select 'dispatched', c.order_id, coalesce(s.product_id, l.product_id), coalesce(s.size_code, l.size_code),
        coalesce(s.title, l.title), -s.quantity, 0
      from credited as c cross join lateral (
          select * from shipment_lines as s where s.shipment_id = c.shipment_id offset 0) as s
        left join order_lines as l on l.order_id = c.order_id and l.position = s.position
      where takes_back and coalesce(s.price, l.price) is not null and exists (select from orders where orders.id = c.order_id)
      union all
      select 'dispatched', c.order_id, null, null, null, -s.quantity, 0
      from credited as c cross join lateral (
          select * from shipment_lines as s where s.shipment_id = c.shipment_id offset 0) as s
      where takes_back and not exists (select from orders where orders.id = c.order_id)
      union all
      select 'returned', r.order_id, product_id, size_code, title, good + damaged, 0
      from returns as r join return_lines as b on b.return_id = r.id join shipments on shipments.id = shipment_id
        left join order_lines as l on l.order_id = r.order_id and l.position = b.position
      where r.time >= ${from} and r.time < ${until} and step <> 'cancelled'
    )`
}

type Totals = { stage: SalesStage; units: number; amount: Paise }

/** All sales of a period, without any division. */
export async function readSalesTotals(db: Db, period: Period): Promise<Sales> {
  const { rows } = await db.execute<Totals>(sql`
    with ${movementsIn(period)}
    select stage, sum(quantity)::float8 as units, sum(amount)::float8 as amount from movements group by stage`)
  return toSales(rows)
}

/** How each division finds its parts. Null: of an order that was deleted. */
const PARTS: Record<SalesGroup, { key: SQL; name: SQL }> = {
  product: { key: sql`product_id::text`, name: sql`any_value(title)` },
  size: { key: sql`size_code`, name: sql`any_value(size_code)` },
  // As the order says, or else by its pincode, which is looked up below.
  state: { key: sql`coalesce(nullif(state_code, ''), pincode)`, name: sql`null::text` },
  payment: {
    key: sql`case when orders.id is null then null when rest_in_cash > 0 then 'part' when payment_id is not null then 'online'
      when paid_at_counter is not null then 'counter' when paid_by_voucher then 'voucher' when pick_up is not null then 'cashThere' else 'cash' end`,
    name: sql`null::text`,
  },
}

/** The sales of a period divided by product, size, State or payment; what was kept most comes first. */
export async function readSalesBy(db: Db, period: Period, by: SalesGroup): Promise<SalesRow[]> {
  const { key, name } = PARTS[by]
  const { rows } = await db.execute<Totals & { key: string | null; name: string | null }>(sql`
    with ${movementsIn(period)}
    select stage, ${key} as key, ${name} as name, sum(quantity)::float8 as units, sum(amount)::float8 as amount
    from movements left join orders on orders.id = order_id group by stage, 2`)
  const byKey = Map.groupBy(rows, (row) => keyOf(by, row.key))
  return [...byKey]
    .map(([key, parts]) => ({ key, name: nameOf(by, key, parts), sales: toSales(parts) }))
    .sort((one, other) => keptOf(other.sales).amount - keptOf(one.sales).amount || one.name.localeCompare(other.name))
}

const DELETED = 'deleted'

/** Pincodes of one State are one part. */
function keyOf(by: SalesGroup, key: string | null): string {
  if (key === null) return DELETED
  if (by !== 'state' || isStateCode(key)) return key
  return deliveryStateOf({ pincode: key }) ?? ''
}

function nameOf(by: SalesGroup, key: string, parts: readonly { name: string | null }[]): string {
  if (key === DELETED) return 'Deleted orders'
  if (by === 'state') return isStateCode(key) ? STATES[key] : 'Unknown State'
  if (by === 'payment') return Object.entries(PAYMENT_WORDS).find(([payment]) => payment === key)?.[1] ?? key
  return parts.find(({ name }) => name)?.name ?? 'Without size'
}

/** Adds up, because several pincodes are one State. */
function toSales(rows: readonly Totals[]): Sales {
  const sales = structuredClone(NO_SALES)
  for (const { stage, units, amount } of rows) {
    sales[stage].units += units
    sales[stage].amount += amount
  }
  return sales
}
