import type { Invoice } from '#domain/billing/invoice.ts'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { findRunning } from '#server/postgres/embedded.ts'
import { upsertSettings } from '#server/settings/queries.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { atLeast, atMost, type Metric, median, quantile } from './metric.ts'
import { run } from './orders.ts'
import { logIn, timeOf } from './scaling.ts'

const CLIENTS = 10
const ORDERS = 100
const ROUNDS = 5
const DOCUMENTS = 20

/** Dispatching with invoices, order pages with many events, and PDFs, in a shop of one instance. */
export async function measure(): Promise<Metric[]> {
  const shop = await openTestShop()
  try {
    await registerShop(shop)
    const cookie = await logIn(shop, 'admin')
    const dispatched = await measureDispatch(shop, cookie)
    return [...dispatched, ...(await measurePages(shop, cookie)), ...(await measureDocuments(shop, cookie))]
  } finally {
    await shop.close()
  }
}

/** A shop that makes tax invoices. */
async function registerShop({ dataDir }: TestShop): Promise<void> {
  const url = await findRunning(dataDir)
  if (!url) throw new Error('The shop is open, but its database does not run')
  const { db, pool } = connect(url, silentLog)
  const identity = { legalName: 'Bench Pots', legalAddress: '4 Lake View Road', legalState: '29' } as const
  const registered = { ...identity, gstin: '29AAPFU0939F1ZR', taxRegime: 'regular' } as const
  await db.transaction((tx) => upsertSettings(tx, registered))
  await pool.end()
}

type Dispatched = { ms: number; times: number[]; refused: unknown[] }

/** Ten people at the desk, alternating with the same rows inserted directly. */
async function measureDispatch(shop: TestShop, cookie: string): Promise<Metric[]> {
  const databaseUrl = await findRunning(shop.dataDir)
  const [admin] = await shop.sql<{ id: string }>(`select id from "user" where role = 'admin' order by id limit 1`)
  const ours: Dispatched[] = []
  const limit: { ms: number }[] = []
  for (let round = -1; round < ROUNDS; round += 1) {
    const desk = { url: shop.url, cookie, clients: CLIENTS, orders: await addOrders(shop, ORDERS) }
    const done = await run<Dispatched>('dispatch-clients.mjs', desk)
    if (done.refused.length > 0) throw new Error(`Orders were not dispatched: ${JSON.stringify(done.refused)}`)
    const [invoice] = await shop.sql<{ document: Invoice; date: string; financialYear: string; prefix: string }>(
      `select document, date::text, financial_year as "financialYear", split_part(number, '/', 1) as prefix
       from bills where series = 'bill' order by id desc limit 1`,
    )
    const task = { databaseUrl, clients: CLIENTS, orders: await addOrders(shop, ORDERS), adminId: admin?.id, invoice }
    const rows = await run<{ ms: number }>('dispatch-rows.mjs', task)
    // The first round warms both up.
    if (round < 0) continue
    ours.push(done)
    limit.push(rows)
  }
  await expectConsecutive(shop, ORDERS * 2 * (ROUNDS + 1))
  const perOrder = (answers: readonly { ms: number }[]) => median(answers.map(({ ms }) => ms / ORDERS))
  const times = ours.flatMap((answer) => answer.times)
  return [
    {
      ...atMost(
        'dispatch of 100 orders with their invoices, 10 clients: each',
        perOrder(ours),
        perOrder(limit),
        0,
        'ms',
      ),
      wanted: '',
      good: true,
    },
    {
      ...atLeast('dispatches with invoices', 1000 / perOrder(ours), 1000 / perOrder(limit), 0, 'orders/s'),
      wanted: '',
      good: true,
    },
    only('dispatch: 99th percentile of the responses', quantile(times, 0.99)),
  ]
}

/** Orders of two pots to be paid in cash. @returns their numbers */
async function addOrders({ sql, accounts }: TestShop, count: number): Promise<number[]> {
  const rows = await sql<{ id: number }>(
    `with pots as (
       select row_number() over (order by id) - 1 as position, * from (select * from products where approved order by id limit 2) as few
     ),
     placed as (
       insert into orders (user_id, email, name, address, city, pincode, mobile_number, total_amount, checkout_key)
       select id, email, 'Asha Rao', '12 Lake Road', 'Pune', '411001', '9876543210', (select sum(price) from pots),
         gen_random_uuid()
       from "user", generate_series(1, $2) where email = $1 returning id
     ),
     lines as (
       insert into order_lines (order_id, position, product_id, title, price, quantity, product_image_url, category,
         size_code, size_label, selected_color)
       select placed.id, position, pots.id, title, price, 1, product_image_url, category, size_code, size_label, 'Sandstone'
       from placed cross join pots
     )
     select id::integer from placed order by id`,
    [accounts.user.email, count],
  )
  return rows.map(({ id }) => id)
}

/** Every order has one shipment and one invoice, and no number is missing or given twice. */
async function expectConsecutive({ sql }: TestShop, orders: number): Promise<void> {
  const [found] = await sql(
    `select count(*)::integer as invoices, count(distinct serial)::integer as serials, min(serial) as first, max(serial) as last,
       (select count(distinct order_id)::integer from shipments) as sent from bills where series = 'bill'`,
  )
  const wanted = { invoices: orders, serials: orders, first: 1, last: orders, sent: orders }
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(`Expected ${JSON.stringify(wanted)}, found ${JSON.stringify(found)}`)
}

/** An order of ten parcels that were scanned fifty times each, beside one that has just been dispatched. */
async function measurePages(shop: TestShop, cookie: string): Promise<Metric[]> {
  const ids = await shop.sql<{ id: number }>(
    `select id::integer from orders where dispatched = 'whole' order by id desc limit 2`,
  )
  const [plain, busy] = ids.map(({ id }) => id)
  await shop.sql(
    `with parcels as (
       insert into shipments (order_id, user_id, key, courier, cash)
       select id, user_id, gen_random_uuid(), 'DTDC', 0 from orders, generate_series(1, 9) where id = $1 returning id
     ),
     changes as (
       insert into audit (actor_id, actor_email, action, subject, before, after)
       select 'admin', 'admin@gamla.example', 'change order', 'order ' || $1::bigint, '{}', '{}' from generate_series(1, 100)
     )
     insert into shipment_scans (shipment_id, step, status, place, source, time)
     select id, 'on-the-way', 'In Transit', 'Pune', 'courier', now() + make_interval(secs => n)
     from (select id from parcels union all select id from shipments where order_id = $1) as all_of_it,
       generate_series(1, 50) as n`,
    [busy],
  )
  const shopper = await logIn(shop, 'user')
  const pages: [string, string, string][] = [
    ['order page at the desk, 600 events', '/adminDashboard/orders/', cookie],
    ['a shopper’s order page, 500 scans', '/orders/', shopper],
  ]
  const metrics: Metric[] = []
  for (const [name, path, as] of pages) {
    const [many, few] = [[] as number[], [] as number[]]
    for (let round = -3; round < 15; round += 1) {
      const [one, other] = [await timeOf(shop.url + path + busy, as), await timeOf(shop.url + path + plain, as)]
      if (round < 0) continue
      many.push(one)
      few.push(other)
    }
    metrics.push({ ...atMost(name, median(many), median(few), 0, 'ms'), wanted: '', good: true })
  }
  return metrics
}

async function measureDocuments(shop: TestShop, cookie: string): Promise<Metric[]> {
  const [invoice] = await shop.sql<{ id: number }>(`select id::integer from bills order by id limit 1`)
  const parcels = await shop.sql<{ id: number; order: number }>(
    `select id::integer, order_id::integer as order from shipments order by id limit ${DOCUMENTS}`,
  )
  const documents = {
    'PDF of an invoice': `/bills/${invoice?.id}/pdf`,
    'PDF of twenty labels': `/adminDashboard/labels?shipments=${parcels.map(({ id }) => id).join(',')}`,
    'PDF of twenty packing slips': `/adminDashboard/packing-slips?orders=${parcels.map(({ order }) => order).join(',')}`,
  }
  const metrics: Metric[] = []
  for (const [name, path] of Object.entries(documents)) {
    const times: number[] = []
    for (let round = -3; round < 15; round += 1) {
      const ms = await timeOf(shop.url + path, cookie)
      if (round >= 0) times.push(ms)
    }
    metrics.push(only(name, median(times)))
  }
  return metrics
}

function only(work: string, ms: number): Metric {
  return { work, ours: `${Number(ms.toPrecision(3))} ms`, wanted: '', good: true }
}
