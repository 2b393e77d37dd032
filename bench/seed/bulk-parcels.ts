import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/connection.ts'
import { localInvoice } from '#tests/support/fixtures/invoices.ts'
import { dropIndexes } from './bulk-seed.ts'

const TABLES = ['shipments', 'shipment_lines', 'bills'] as const

/**
 * Adds a parcel and an invoice to each order that is dispatched, and a credit note to every 25th. The database generates
 * them itself.
 */
export async function seedParcels(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`set local maintenance_work_mem = '256MB'`)
    const indexes = []
    for (const table of TABLES) indexes.push(...(await dropIndexes(tx, table)))
    await insertParcels(tx)
    await insertInvoices(tx)
    for (const definition of indexes) await tx.execute(definition)
  })
}

async function insertParcels(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    insert into shipments (order_id, user_id, key, courier, awb, step, step_at, delivered_at, cash, mobile, time)
    select id, user_id, gen_random_uuid(), (array['Delhivery', 'Blue Dart', 'DTDC', 'India Post'])[1 + id % 4], 'AWB' || id,
      case when status = 'delivered' then 'delivered' else 'on-the-way' end, time + interval '2 days',
      case when status = 'delivered' then coalesce(delivered_at, time) end, total_amount, '9876543210',
      time + interval '1 day'
    from orders where dispatched = 'whole' order by id`)
  await tx.execute(sql`
    insert into shipment_lines (shipment_id, position, quantity, amount)
    select s.id, l.position, l.quantity, 100 * l.price * l.quantity from shipments as s join order_lines as l on l.order_id = s.order_id
    order by s.id, l.position`)
}

/** Invoices are numbered within India's financial year, which begins in April. */
async function insertInvoices(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    create temporary table made_up_bills on commit drop as
    select *, row_number() over (partition by series, financial_year order by shipment_id) as serial
    from (
      select s.id as shipment_id, s.order_id, s.user_id, s.cash * 100 as total, s.time, series,
        (s.time at time zone 'Asia/Kolkata')::date as date,
        to_char(s.time at time zone 'Asia/Kolkata' - interval '3 months', 'YY') || '-' ||
          to_char(s.time at time zone 'Asia/Kolkata' + interval '9 months', 'YY') as financial_year,
        (array['27', '29', '33', '07', '24', '36', '19', '09'])[1 + s.id % 8] as place,
        case when s.id % 10 = 0 then '29AAGCB7383J1Z4' else '' end as gstin
      from shipments as s cross join (values ('bill'), ('credit-note')) as kinds (series)
      where series = 'bill' or s.id % 25 = 0
    ) as each`)
  await tx.execute(sql`
    insert into returns (key, shipment_id, order_id, reason, amount, time)
    select gen_random_uuid(), shipment_id, order_id, 'returned', total, time from made_up_bills where series = 'credit-note'
    order by shipment_id`)
  await tx.execute(sql`
    insert into counter_refunds (order_id, return_id, shipment_id, amount, reason, time)
    select order_id, id, shipment_id, amount, 'returned', time from returns order by id`)
  for (const series of ['bill', 'credit-note'] as const) await insertSeries(tx, series)
  await tx.execute(sql`
    insert into bill_counters (gstin, series, financial_year, last)
    select ${localInvoice.supplier.gstin}::text, series, financial_year, max(serial) from made_up_bills group by 2, 3
    on conflict (gstin, series, financial_year) do update set last = excluded.last`)
}

async function insertSeries(tx: Transaction, series: 'bill' | 'credit-note'): Promise<void> {
  const isNote = series === 'credit-note'
  const kind = isNote ? 'credit-note' : 'tax-invoice'
  await tx.execute(sql`
    insert into bills (series, financial_year, serial, number, kind, date, order_id, user_id, shipment_id, bill_id,
      return_id, place_of_supply, supplier_gstin, buyer_gstin, total, document, time)
    select series, financial_year, serial, number, ${kind}, date, order_id, user_id, shipment_id,
      case when ${isNote}::boolean then (select id from bills as b where b.shipment_id = m.shipment_id and series = 'bill') end,
      case when ${isNote}::boolean then (select min(id) from returns as r where r.shipment_id = m.shipment_id) end,
      place, ${localInvoice.supplier.gstin}::text, gstin, total,
      ${JSON.stringify(localInvoice)}::jsonb || jsonb_build_object('kind', ${kind}::text, 'number', number, 'date', date,
        'orderId', order_id, 'shipmentId', shipment_id, 'placeOfSupply', place),
      time
    from (select *, ${isNote ? 'CN' : 'GM'}::text || '/' || financial_year || '/' || lpad(serial::text, greatest(5, length(serial::text)), '0') as number
      from made_up_bills where series = ${series}) as m
    order by shipment_id`)
}
