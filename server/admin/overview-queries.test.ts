import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { seedBulk } from '#bench/seed/bulk-seed.ts'
import { LEDGER_COLUMNS, ledgerRow } from '#domain/billing/sales-ledger.ts'
import { isToDispatch, mayApproveCancel } from '#domain/orders/order-state.ts'
import { countsAsRevenue } from '#domain/orders/revenue.ts'
import type { ReturnRefund } from '#domain/orders/take-back.ts'
import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import { calendarDay, daysOfMonth, lastDays } from '#domain/time.ts'
import { readPeriod } from '#server/billing/queries.ts'
import { deleteOrder } from '#server/order-page/cancel.ts'
import { placeOrder } from '#server/orders/place.ts'
import { deliverOrder, finishDelivery } from '#server/parcels/deliver.ts'
import { refundReturn } from '#server/parcels/returns.ts'
import { moveShipment } from '#server/parcels/steps.ts'
import { findSettings, upsertSettings } from '#server/settings/queries.ts'
import { addProduct, addUser, lineFor, registered, someAddress, somePot } from '#tests/support/fixtures/factories.ts'
import { countReturn, sendParcel } from '#tests/support/fixtures/order-steps.ts'
import { openDatabase } from '#tests/support/postgres.ts'
import { readCounts, readFigures } from './overview-queries.ts'

const database = await openDatabase({ seeded: true })
const { db, pool } = database
const admin = await addUser(db, 'admin')

after(() => database.close())

const now = new Date()

/** The overview, as counting row by row in JavaScript would have it. */
async function countPlainly() {
  const read = async (table: string) => (await pool.query(`select * from ${table}`)).rows
  const [products, orders, lines, users] = [
    await read('products'),
    await read('orders'),
    await read('order_lines'),
    await read('"user"'),
  ]
  const since = lastDays(now, 30)[0]?.start ?? now
  const sales = orders.filter((order) => countsAsRevenue(order) && order.time >= since)
  const [shipments, shipmentLines] = [await read('shipments'), await read('shipment_lines')]
  const [returns, returnLines] = [await read('returns'), await read('return_lines')]
  /** Rupees. */
  function cameBack(orderId: string): number {
    const own = returns.filter(({ order_id }) => order_id === orderId)
    const decided = own.reduce((sum, { amount }) => sum + Number(amount ?? 0) / 100, 0)
    const whole = shipments.filter(({ order_id, step }) => order_id === orderId && step === 'returned')
    const sent = shipmentLines.filter(({ shipment_id }) => whole.some(({ id }) => id === shipment_id))
    const isOf = (line: { shipment_id: string; position: number }) => (back: { return_id: string; position: number }) =>
      back.position === line.position &&
      own.some(({ id, shipment_id }) => id === back.return_id && shipment_id === line.shipment_id)
    const uncounted = sent.map((line) => {
      const counted = returnLines.filter(isOf(line)).reduce((sum, { good, damaged }) => sum + good + damaged, 0)
      return (Number(line.amount) / 100) * (1 - counted / line.quantity)
    })
    return decided + uncounted.reduce((sum, amount) => sum + amount, 0)
  }
  const quantities = new Map<number, number>()
  for (const line of lines) {
    if (!sales.some(({ id }) => id === line.order_id)) continue
    const id = Number(line.product_id)
    quantities.set(id, (quantities.get(id) ?? 0) + line.quantity)
  }
  return {
    products: products.length,
    orders: orders.length,
    users: users.filter(({ id }) => id !== DELETED_USER.id).length,
    approvals: products.filter(({ approved }) => !approved).length,
    cancellations: orders.filter(mayApproveCancel).length,
    dispatch: orders.filter((order) => isToDispatch({ ...order, due: Number(order.due) || undefined })).length,
    requests: (await read('product_raise')).length,
    revenue: lastDays(now, 30).map(({ day }) =>
      sales
        .filter((order) => calendarDay(order.time) === day)
        .reduce((sum, order) => sum + Number(order.total_amount) - cameBack(order.id), 0),
    ),
    best: [...quantities].sort(([a, many], [b, more]) => more - many || a - b).slice(0, 10),
  }
}

async function assertRight(step: string): Promise<void> {
  const { products, orders, users, waiting } = await readCounts(db)
  const { revenue, bestSellers, ordersByStatus } = await readFigures(db, now)
  const {
    emails: _,
    confirmations: __,
    messages: ___,
    disputes: ____,
    reviews: _____,
    returns: ______,
    ...waits
  } = waiting
  const best = bestSellers.map(({ productId, quantity }) => [productId, quantity])
  assert.deepEqual(
    { products, orders, users, ...waits, revenue: revenue.days.map(({ amount }) => amount), best },
    await countPlainly(),
    step,
  )
  assert.equal(
    ordersByStatus.reduce((sum, { count }) => sum + count, 0),
    orders,
  )
}

async function place(quantity = 1): Promise<number> {
  const lines = [lineFor(await addProduct(db), { quantity })]
  const checkout = { key: randomUUID(), lines, address: someAddress }
  const placed = await placeOrder({ db }, await addUser(db), checkout)
  assert.ok(placed.ok)
  return placed.order.id
}

const desk = { db, now: () => now }

const dispatch = (orderId: number, quantity: number) =>
  sendParcel(desk, admin, orderId, { lines: [{ position: 0, quantity }] })

async function comeBack(
  shipmentId: number,
  { good = 0, damaged = 0 },
  reason: 'returned' | 'not-delivered' = 'returned',
  refund: ReturnRefund = 'full',
) {
  const taken = await countReturn(desk, admin, shipmentId, [{ position: 0, good, damaged }], { reason, refund })
  return taken.returnId
}

const revenueOf = async () => (await readFigures(db, now)).revenue
const sumOf = ({ days }: Awaited<ReturnType<typeof revenueOf>>) => days.reduce((sum, { amount }) => sum + amount, 0)

test('without invoices, revenue is what was ordered less what came back, counted at the desk or not', async () => {
  const before = await revenueOf()
  assert.equal(before.basis, 'orders')
  const [parts, whole, lost] = [await place(5), await place(2), await place(3)]
  const arrived = await dispatch(parts, 2)
  await moveShipment(desk, admin, { shipmentId: arrived, step: 'delivered' })
  await comeBack(arrived, { good: 1 })
  await moveShipment(desk, admin, { shipmentId: await dispatch(whole, 2), step: 'returned' })
  const onTheWay = await dispatch(lost, 2)
  await moveShipment(desk, admin, { shipmentId: onTheWay, step: 'returned' })
  await comeBack(onTheWay, { good: 1, damaged: 1 }, 'not-delivered')
  // Of ten units five came back; what was not sent yet counts.
  assert.equal(sumOf(await revenueOf()) - sumOf(before), 5 * somePot.price)
  await assertRight('after returns')

  const [some, later] = [await dispatch(parts, 1), await dispatch(parts, 1)]
  for (const shipmentId of [some, later]) await moveShipment(desk, admin, { shipmentId, step: 'delivered' })
  const sold = sumOf(await revenueOf())
  await comeBack(some, { damaged: 1 }, 'returned', 10_000)
  const returnId = await comeBack(later, { damaged: 1 }, 'returned', 'not-yet')
  assert.equal(sold - sumOf(await revenueOf()), 100)
  await refundReturn(desk, admin, { orderId: parts, returnId, refund: 25_000 })
  assert.equal(sold - sumOf(await revenueOf()), 350)
  await assertRight('after returns of which a part is refunded')
})

/** Rupees of each day with a document, from the rows of the sales ledger that Tally reads. */
async function readLedger(): Promise<Map<string, number>> {
  const first = lastDays(now, 30)[0]?.day ?? ''
  const amounts = new Map<string, number>()
  for (const month of new Set([first, calendarDay(now)].map((day) => day.slice(0, 7))))
    for await (const batch of readPeriod(db, daysOfMonth(month)))
      for (const document of batch.filter(({ invoice }) => invoice.date >= first)) {
        const total = ledgerRow(document)[LEDGER_COLUMNS.indexOf('Total')] as { paise: number }
        const { date } = document.invoice
        amounts.set(date, (amounts.get(date) ?? 0) + total.paise / 100)
      }
  return amounts
}

test('where invoices are made, revenue is the sales ledger, over part deliveries, returns, refunds and parcels that come back', async () => {
  const settings = await findSettings(db)
  await db.transaction((tx) => upsertSettings(tx, registered))
  const orders = [await place(5), await place(2), await place(3), await place(1)] as const
  const [parts, whole, refused, waiting] = orders
  const first = await dispatch(parts, 2)
  await dispatch(parts, 3)
  await moveShipment(desk, admin, { shipmentId: first, step: 'delivered' })
  await comeBack(first, { good: 1, damaged: 1 })
  await deliverOrder(desk, admin, whole)
  await finishDelivery(desk, whole, { early: true })
  const onTheWay = await dispatch(refused, 3)
  await moveShipment(desk, admin, { shipmentId: onTheWay, step: 'returned' })
  const assertLedger = async (step: string) => {
    const [revenue, ledger] = [await revenueOf(), await readLedger()]
    assert.equal(revenue.basis, 'ledger')
    for (const { day, amount } of revenue.days) assert.equal(amount, ledger.get(day) ?? 0, `${step}, ${day}`)
    return sumOf(revenue)
  }
  const makeOlder = (orderId: number) =>
    pool.query(
      `update bills set date = date - 20, document = jsonb_set(document, '{date}', to_jsonb((date - 20)::text)) where order_id = $1`,
      [orderId],
    )
  assert.equal(await assertLedger('with a parcel that came back and was not counted'), 8 * somePot.price)
  await comeBack(onTheWay, { good: 3 }, 'not-delivered')
  assert.equal(await assertLedger('with its credit note'), 5 * somePot.price)
  // Without an invoice yet, this one was no revenue.
  await deleteOrder(desk, admin, waiting)
  await makeOlder(whole)
  await assertLedger('with an older invoice')
  await makeOlder(whole)
  assert.equal(await assertLedger('with one that is too old'), 3 * somePot.price)
  assert.equal((await revenueOf()).orders, 2)
  await db.transaction((tx) => upsertSettings(tx, settings))
  for (const orderId of orders) await pool.query('delete from orders where id = $1', [orderId])
})

test('the overview is what counting row by row gives, whatever happens', async () => {
  await assertRight('at first')
  const [first, second, third, fourth] = [await place(), await place(), await place(), await place()]
  await assertRight('with orders')
  const steps: Record<string, () => Promise<unknown>> = {
    deliver: () => deliverOrder({ db }, admin, first),
    'delete a delivered order': () => deleteOrder({ db, now: () => new Date() }, admin, first),
    cancel: () => pool.query("update orders set cancel = 'cancelled' where id = $1", [second]),
    'delete a cancelled order': () => deleteOrder({ db, now: () => new Date() }, admin, second),
    'place one long ago': () =>
      pool.query("update orders set time = now() - interval '40 days' where id = (select min(id) from orders)"),
    'ask to cancel': () => pool.query("update orders set cancel = 'requested' where id = $1", [third]),
    'wait for a payment': () => pool.query("update orders set status = 'pending' where id = $1", [third]),
    'get the payment': () => pool.query("update orders set status = 'confirmed' where status = 'pending'"),
    'delete an order': () => deleteOrder({ db, now: () => new Date() }, admin, fourth),
    'feature everything': () => pool.query('update products set featured = true where approved'),
    'delete products': () => pool.query('delete from products where id % 3 = 0'),
    'make sellers': () => pool.query(`update "user" set role = 'seller' where role = 'user'`),
    'drop requests': () => pool.query('delete from product_raise'),
    'drop lines': () => pool.query('delete from order_lines where position = 0'),
    'add many': () => seedBulk(db, { products: 300, orders: 300 }),
    'empty the shop': () => pool.query('truncate products, orders, order_lines, product_raise cascade'),
  }
  for (const [name, step] of Object.entries(steps)) {
    await step()
    await assertRight(name)
  }
})
