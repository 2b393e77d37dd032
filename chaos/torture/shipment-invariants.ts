import type { TestEnvironment } from './environment.ts'
import type { Ledger } from './ledger.ts'

/** Each query returns rows only if its invariant is violated; its name says how. */
const INVARIANTS: Record<string, string> = {
  'more was sent than ordered': `
    select s.order_id as subject from shipments as s join shipment_lines as p on p.shipment_id = s.id
    join order_lines as l on l.order_id = s.order_id and l.position = p.position
    where s.step <> 'cancelled' group by s.order_id, l.position, l.quantity having sum(p.quantity) > l.quantity`,
  'a cancelled parcel is not credited in full': `
    select s.id as subject from shipments as s join bills as b on b.shipment_id = s.id and b.series = 'bill'
    where s.step = 'cancelled' and b.total <> (select coalesce(sum(n.total), 0) from bills as n where n.bill_id = b.id)`,
  'more came back than was sent': `
    select r.shipment_id as subject from returns as r join return_lines as b on b.return_id = r.id
    join shipment_lines as p on p.shipment_id = r.shipment_id and p.position = b.position
    group by r.shipment_id, p.position, p.quantity having sum(b.good + b.damaged) > p.quantity`,
  'a parcel has no invoice, or two': `
    select s.id as subject from shipments as s left join bills as b on b.shipment_id = s.id and b.series = 'bill'
    -- Its invoice waits until the delivery can no longer be undone.
    where not exists (select from open_deliveries where sent = s.id)
    group by s.id having count(b.id) <> 1`,
  'an invoice is not what was sent': `
    select s.id as subject from shipments as s join bills as b on b.shipment_id = s.id and b.series = 'bill'
    join shipment_lines as p on p.shipment_id = s.id join order_lines as l on l.order_id = s.order_id and l.position = p.position
    group by s.id, b.total having b.total <> 100 * sum(p.quantity * l.price)`,
  'a return is not credited once': `
    select r.id as subject from returns as r left join bills as n on n.return_id = r.id
    group by r.id having count(n.id) <> 1`,
  'more was credited than billed': `
    select b.id as subject from bills as b join bills as n on n.bill_id = b.id group by b.id, b.total having sum(n.total) > b.total`,
  'the numbers of a series have a gap': `
    select c.series as subject from bill_counters as c left join bills as b
      on (b.supplier_gstin, b.series, b.financial_year) = (c.gstin, c.series, c.financial_year)
    group by c.gstin, c.series, c.financial_year, c.last having count(b.id) <> c.last or max(b.serial) <> c.last`,
  'an order is delivered, and something of it was not sent': `
    select o.id as subject from orders as o join order_lines as l on l.order_id = o.id
    where o.status = 'delivered' and o.email like '%@torture.example' and l.quantity <> (select coalesce(sum(p.quantity), 0) from shipments as s
      join shipment_lines as p on p.shipment_id = s.id where s.order_id = o.id and s.step <> 'cancelled' and p.position = l.position)`,
  'a parcel of a delivered order is on its way': `
    select s.id as subject from shipments as s join orders as o on o.id = s.order_id
    where o.status = 'delivered' and s.step not in ('delivered', 'returned', 'cancelled')`,
  'an order costs something else than its lines': `
    select o.id as subject from orders as o join order_lines as l on l.order_id = o.id where o.email like '%@torture.example'
    group by o.id, o.total_amount having o.total_amount <> sum(l.quantity * l.price)`,
  'the changes of an order do not follow one another': `
    select c.order_id as subject from (
      select order_id, total_after, lead(total_before) over (partition by order_id order by id) as next from order_changes
    ) as c join orders as o on o.id = c.order_id where c.total_after <> coalesce(c.next, o.total_amount)`,
  'an order has another state of dispatch than its parcels': `
    select o.id as subject from orders as o where o.dispatched <> case
      when not exists (select from shipments where order_id = o.id and step <> 'cancelled') then 'none'
      when exists (select from order_lines as l where l.order_id = o.id and l.quantity > (
        select coalesce(sum(p.quantity), 0) from shipments as s join shipment_lines as p on p.shipment_id = s.id
        where s.order_id = o.id and s.step <> 'cancelled' and p.position = l.position)) then 'part' else 'whole' end`,
}

/** Nothing is sent, billed or credited twice, no number is left out, and nothing that was acknowledged is lost. */
export async function checkShipments(environment: TestEnvironment, ledger: Ledger): Promise<string[]> {
  // Copied first: what is acknowledged while the database is read is checked after the next fault.
  const [sent, delivered, returned] = [[...ledger.parcels.keys()], [...ledger.arrived], [...ledger.returns]]
  const [undone, changed] = [[...ledger.undone], [...ledger.changes.keys()]]
  const problems: string[] = []
  for (const [problem, query] of Object.entries(INVARIANTS)) {
    const rows = await environment.sql<{ subject: string }>(query)
    problems.push(...rows.map(({ subject }) => `${problem}: ${subject}`))
  }
  const lost = async (what: string, query: string, keys: readonly (string | number)[]) => {
    const rows = await environment.sql<{ key: string }>(query, [keys])
    problems.push(...rows.map(({ key }) => `lost: ${what} ${key}`))
  }
  await lost('parcel', 'select key from unnest($1::uuid[]) as key except select key from shipments', sent)
  await lost('return', 'select key from unnest($1::uuid[]) as key except select key from returns', returned)
  await lost('change', 'select key from unnest($1::uuid[]) as key except select key from order_changes', changed)
  const at = (step: string) =>
    `select key from unnest($1::bigint[]) as key except select id from shipments where step = '${step}'`
  await lost('the delivery of parcel', at('delivered'), delivered)
  await lost('the cancellation of parcel', at('cancelled'), undone)
  return problems
}
