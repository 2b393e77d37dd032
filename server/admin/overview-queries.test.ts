import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { seedBulk } from '#bench/seed/bulk-seed.ts'
import { isToDispatch, mayApproveCancel } from '#domain/orders/order-state.ts'
import { countsAsRevenue } from '#domain/orders/revenue.ts'
import { calendarDay, lastDays } from '#domain/time.ts'
import { deleteOrder } from '#server/orders/cancel.ts'
import { deliverOrder } from '#server/orders/deliver.ts'
import { placeOrder } from '#server/orders/place.ts'
import { addProduct, addUser, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { openDatabase } from '#tests/support/postgres.ts'
import { readOverview } from './overview-queries.ts'

const database = await openDatabase({ seeded: true })
const { db, pool } = database
const admin = { uid: 'boss', name: 'Boss', email: 'boss@example.com', role: 'admin' as const }

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
  const quantities = new Map<number, number>()
  for (const line of lines) {
    if (!sales.some(({ id }) => id === line.order_id)) continue
    const id = Number(line.product_id)
    quantities.set(id, (quantities.get(id) ?? 0) + line.quantity)
  }
  return {
    products: products.length,
    orders: orders.length,
    sellers: users.filter(({ role }) => role === 'seller').length,
    approvals: products.filter(({ approved }) => !approved).length,
    cancellations: orders.filter(mayApproveCancel).length,
    dispatch: orders.filter(isToDispatch).length,
    requests: (await read('product_raise')).length,
    revenue: lastDays(now, 30).map(({ day }) =>
      sales.reduce((sum, order) => sum + (calendarDay(order.time) === day ? Number(order.total_amount) : 0), 0),
    ),
    best: [...quantities].sort(([a, many], [b, more]) => more - many || a - b).slice(0, 10),
  }
}

async function assertRight(step: string): Promise<void> {
  const { products, orders, byRole, waiting, revenue, bestSellers, ordersByStatus } = await readOverview(db, now)
  const { emails: _, ...waits } = waiting
  const best = bestSellers.map(({ productId, quantity }) => [productId, quantity])
  assert.deepEqual(
    { products, orders, sellers: byRole.seller, ...waits, revenue: revenue.map(({ amount }) => amount), best },
    await countPlainly(),
    step,
  )
  assert.equal(
    ordersByStatus.reduce((sum, { count }) => sum + count, 0),
    orders,
  )
}

async function place(): Promise<number> {
  const checkout = { key: randomUUID(), lines: [lineFor(await addProduct(db))], address: someAddress }
  const placed = await placeOrder({ db }, await addUser(db), checkout)
  assert.ok(placed.ok)
  return placed.order.id
}

test('the overview is what counting row by row gives, whatever happens', async () => {
  await assertRight('at first')
  const [first, second, third, fourth] = [await place(), await place(), await place(), await place()]
  await assertRight('with orders')
  const steps: Record<string, () => Promise<unknown>> = {
    deliver: () => deliverOrder({ db }, admin, first),
    'delete a delivered order': () => deleteOrder({ db }, admin, first),
    cancel: () => pool.query("update orders set cancel = 'cancelled' where id = $1", [second]),
    'delete a cancelled order': () => deleteOrder({ db }, admin, second),
    'place one long ago': () =>
      pool.query("update orders set time = now() - interval '40 days' where id = (select min(id) from orders)"),
    'ask to cancel': () => pool.query("update orders set cancel = 'requested' where id = $1", [third]),
    'wait for a payment': () => pool.query("update orders set status = 'pending' where id = $1", [third]),
    'get the payment': () => pool.query("update orders set status = 'confirmed' where status = 'pending'"),
    'delete an order': () => deleteOrder({ db }, admin, fourth),
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
