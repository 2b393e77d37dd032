import type { Permission } from '#domain/permissions.ts'
import type { Parcel } from '#sandbox/shiprocket-state.ts'
import type { Values } from './client.ts'
import type { TestEnvironment } from './environment.ts'
import type { Ledger } from './ledger.ts'
import { listLost, type Presses } from './press.ts'
import { readSandbox } from './sandbox.ts'

/** Each query returns rows only if its invariant is violated; its name says how. */
const INVARIANTS: Record<string, string> = {
  'more was sent than ordered': `
    select s.order_id as subject from shipments as s join shipment_lines as p on p.shipment_id = s.id
    join order_lines as l on l.order_id = s.order_id and l.position = p.position
    where s.kind = 'sale' and s.step <> 'cancelled' group by s.order_id, l.position, l.quantity having sum(p.quantity) > l.quantity`,
  'a cancelled parcel is not credited in full': `
    select s.id as subject from shipments as s join bills as b on b.shipment_id = s.id and b.series = 'bill'
    where s.step = 'cancelled' and b.total <> (select coalesce(sum(n.total), 0) from bills as n where n.bill_id = b.id)`,
  'more came back than was sent': `
    select r.shipment_id as subject from returns as r join return_lines as b on b.return_id = r.id
    join shipment_lines as p on p.shipment_id = r.shipment_id and p.position = b.position
    group by r.shipment_id, p.position, p.quantity having sum(b.good + b.damaged) > p.quantity`,
  'a parcel has no invoice or delivery challan, or two': `
    select s.id as subject from shipments as s left join bills as b on b.shipment_id = s.id
      and b.series = case s.kind when 'sale' then 'bill' else 'delivery-challan' end
    -- Its invoice waits until the delivery can no longer be undone.
    where s.kind <> 'return' and not exists (select from open_deliveries where sent = s.id)
    group by s.id having count(b.id) <> 1`,
  'an invoice is not what was sent': `
    select s.id as subject from shipments as s join bills as b on b.shipment_id = s.id and b.series = 'bill'
    join shipment_lines as p on p.shipment_id = s.id group by s.id, b.total having b.total <> sum(p.amount) + 100 * s.fee`,
  'a return is not credited once': `
    select r.id as subject from returns as r left join bills as n on n.return_id = r.id
    -- Without an amount it is not decided yet, or it was replaced.
    where r.amount > 0 group by r.id having count(n.id) <> 1`,
  'more was credited than billed': `
    select b.id as subject from bills as b join bills as n on n.bill_id = b.id group by b.id, b.total having sum(n.total) > b.total`,
  'the numbers of a series have a gap': `
    select c.series as subject from bill_counters as c left join bills as b
      on (b.supplier_gstin, b.series, b.financial_year) = (c.gstin, c.series, c.financial_year)
    group by c.gstin, c.series, c.financial_year, c.last having count(b.id) <> c.last or max(b.serial) <> c.last`,
  'an order is delivered, and something of it was not sent': `
    select o.id as subject from orders as o join order_lines as l on l.order_id = o.id
    where o.status = 'delivered' and o.email like '%@torture.example' and l.quantity <> (select coalesce(sum(p.quantity), 0) from shipments as s
      join shipment_lines as p on p.shipment_id = s.id where s.order_id = o.id and s.kind = 'sale' and s.step <> 'cancelled' and p.position = l.position)`,
  'a parcel of a delivered order is on its way': `
    select s.id as subject from shipments as s join orders as o on o.id = s.order_id
    where o.status = 'delivered' and s.kind = 'sale' and s.step not in ('delivered', 'returned', 'cancelled')`,
  'an order costs something else than its lines': `
    select o.id as subject from orders as o join order_lines as l on l.order_id = o.id where o.email like '%@torture.example'
    group by o.id having 100 * (o.total_amount - o.delivery_fee) <> sum(100 * l.quantity * l.price - l.discount)`,
  'an order costs something else than was paid for it': `
    select o.id as subject from orders as o join payments as p on p.id = o.payment_id join checkouts as c on c.id = p.checkout_id
    where c.order_id is null and c.amount + c.voucher_amount + 100 * c.rest_in_cash <> 100 * coalesce(
      (select total_before from order_changes where order_id = o.id order by id limit 1), o.total_amount)`,
  'the changes of an order do not follow one another': `
    select c.order_id as subject from (
      select order_id, total_after, lead(total_before) over (partition by order_id order by id) as next from order_changes
    ) as c join orders as o on o.id = c.order_id where c.total_after <> coalesce(c.next, o.total_amount)`,
  'an order has another state of dispatch than its parcels': `
    select o.id as subject from orders as o where o.dispatched <> case
      when not exists (select from shipments where order_id = o.id and kind = 'sale' and step <> 'cancelled') then 'none'
      when exists (select from order_lines as l where l.order_id = o.id and l.quantity > (
        select coalesce(sum(p.quantity), 0) from shipments as s join shipment_lines as p on p.shipment_id = s.id
        where s.order_id = o.id and s.kind = 'sale' and s.step <> 'cancelled' and p.position = l.position)) then 'part' else 'whole' end`,
  'an asked refund did not end once': `
    select a.id as subject from order_refunds as a
    -- Without an amount the whole payment goes back.
    where a.amount <> a.to_voucher + (select coalesce(sum(coalesce(r.amount, c.amount)), 0) from refunds as r
        join payments as p on p.id = r.payment_id join checkouts as c on c.id = p.checkout_id where r.order_refund_id = a.id)
      + (select coalesce(sum(amount), 0) from counter_refunds where order_refund_id = a.id)`,
  'a request was settled twice': `
    select r.id as subject from return_requests as r where 1 <
      -- Money may take the place of a voucher later.
      (select count(*) from vouchers where return_request_id = r.id and r.settled_as <> 'money')
      + (select count(*) from order_refunds where return_request_id = r.id)
      + (select count(*) from shipments where return_request_id = r.id and kind = 'replacement' and step <> 'cancelled')`,
  'more of a line was asked back than was sent': `
    select r.order_id as subject from return_requests as r where r.state not in ('declined', 'withdrawn')
    group by r.order_id, r.position having sum(r.quantity) > (select sum(p.quantity) from shipments as s
      join shipment_lines as p on p.shipment_id = s.id where s.order_id = r.order_id and s.kind = 'sale' and p.position = r.position)`,
  'a voucher was spent beyond its value': `
    select v.id as subject from vouchers as v left join voucher_uses as u on u.voucher_id = v.id
    group by v.id having v.balance + coalesce(sum(u.amount - u.given_back), 0) > v.amount`,
  'a voucher has lost money': `
    select v.id as subject from vouchers as v left join voucher_uses as u on u.voucher_id = v.id
    left join return_requests as r on r.id = v.return_request_id where r.settled_as is distinct from 'money'
    group by v.id having v.balance + coalesce(sum(u.amount - u.given_back), 0) < v.amount`,
  'an offer was used too often': `
    select f.id as subject from offers as f join offer_uses as u on u.offer_id = f.id join orders as o on o.id = u.order_id
    where f.uses_in_all > 0 and o.cancel <> 'cancelled' group by f.id having count(*) > f.uses_in_all`,
  'somebody used an offer too often': `
    select f.id as subject from offers as f join offer_uses as u on u.offer_id = f.id join orders as o on o.id = u.order_id
    where f.uses_by_person > 0 and o.cancel <> 'cancelled' group by f.id, o.user_id having count(*) > f.uses_by_person`,
  'a made code was used twice': `
    select c.code as subject from offer_codes as c join offer_uses as u on u.code = c.code join orders as o on o.id = u.order_id
    where o.cancel <> 'cancelled' group by c.code having count(*) > 1`,
  'the units of a variant do not add up': `
    select v.id as subject from product_variants as v join products as p on p.id = v.product_id and p.stock = 'counted'
    where v.offered and v.on_hand <> (select coalesce(sum(change), 0) from stock_changes where variant_id = v.id)`,
  'the holds of a variant do not add up': `
    select v.id as subject from product_variants as v
    where v.held <> (select coalesce(sum(quantity), 0) from stock_holds where variant_id = v.id)`,
  'an order took other units than its lines': `
    select o.id as subject from orders as o join order_lines as l on l.order_id = o.id
    join product_variants as v on v.id = l.variant_id and v.offered
    where o.cancel <> 'cancelled' group by o.id, v.id
    having sum(l.quantity) <> -(select coalesce(sum(change), 0) from stock_changes as c
      where (c.order_id, c.variant_id) = (o.id, v.id) and c.return_id is null and c.shipment_id is null)`,
  'the pincodes are not those that were saved last': `
    select saved.id as subject from (select id, (after->>'pincodes')::integer as pincodes from audit
      where action = 'replace pincodes' order by id desc limit 1) as saved
    where saved.pincodes <> (select count(*) from delivery_areas)`,
  'a replacement took other units than it holds': `
    select s.id as subject from shipments as s join shipment_lines as p on p.shipment_id = s.id
    join order_lines as l on (l.order_id, l.position) = (s.order_id, p.position)
    join product_variants as v on v.id = l.variant_id and v.offered where s.kind = 'replacement'
    group by s.id, s.step having case when s.step = 'cancelled' then 0 else sum(p.quantity) end
      <> -(select coalesce(sum(change), 0) from stock_changes where shipment_id = s.id)`,
}

/** Nothing is sent, billed, credited or taken twice, no number is left out, and nothing that was acknowledged is lost. */
export async function checkRecords(environment: TestEnvironment, ledger: Ledger, presses: Presses): Promise<string[]> {
  // Copied first: what is acknowledged while the database is read is checked after the next fault.
  const acknowledged = [...ledger.presses].map(([name, count]) => [name, [...count.acknowledged]] as const)
  const problems: string[] = []
  for (const [problem, query] of Object.entries(INVARIANTS)) {
    const rows = await environment.sql<{ subject: string }>(query)
    problems.push(...rows.map(({ subject }) => `${problem}: ${subject}`))
  }
  const booked = readSandbox<Parcel>(environment, 'parcel').filter(({ isCancelled }) => !isCancelled)
  for (const [reference, parcels] of Map.groupBy(booked, (parcel) => parcel.reference))
    if (parcels.length > 1) problems.push(`booked ${parcels.length} times: parcel ${reference}`)
  for (const [name, list] of acknowledged) problems.push(...(await findLost(environment, { name, list, presses })))
  return problems
}

type Acknowledged = { name: Permission; list: readonly Values[]; presses: Presses }

async function findLost(environment: TestEnvironment, { name, list, presses }: Acknowledged): Promise<string[]> {
  const kept = presses[name]?.kept
  if (!kept) return []
  const rows = await environment.sql<{ lost: string }>(listLost(kept), [JSON.stringify(list)])
  return rows.map(({ lost }) => `lost: ${name} ${lost}`)
}
