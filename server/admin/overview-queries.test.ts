import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { seedBulk } from '#bench/bulk-seed.ts'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { deleteOrder } from '#server/orders/cancel.ts'
import { deliverOrder } from '#server/orders/deliver.ts'
import { placeOrder } from '#server/orders/place.ts'
import { addProduct, addUser, lineFor, someAddress } from '#tests/support/factories.ts'
import { testDatabase } from '#tests/support/postgres.ts'

const database = await testDatabase({ seeded: true })
const { db, pool } = connect(database.url, silentLog)
const admin = { uid: 'boss', name: 'Boss', email: 'boss@example.com', role: 'admin' as const }

after(async () => {
  await pool.end()
  await database.drop()
})

/** What the triggers keep, and what counting would say. */
const COUNTED = `
  select 'products' as name, count(*) as value from products
  union all select 'products ' || approved || ' ' || featured, count(*) from products group by approved, featured
  union all select 'orders', count(*) from orders
  union all select 'orders ' || status || ' ' || cancel, count(*) from orders group by status, cancel
  union all select 'users', count(*) from "user"
  union all select 'users ' || role, count(*) from "user" group by role
  union all select 'requests', count(*) from product_raise
  union all select 'sales ' || to_char(time at time zone 'Asia/Kolkata', 'YYYY-MM-DD'), count(*) from orders
    where status <> 'pending' and cancel <> 'cancelled' group by 1
  union all select 'revenue ' || to_char(time at time zone 'Asia/Kolkata', 'YYYY-MM-DD'), sum(total_amount) from orders
    where status <> 'pending' and cancel <> 'cancelled' group by 1
  union all select 'sold ' || product_id, sum(quantity) from order_lines join orders on orders.id = order_id
    where status <> 'pending' and cancel <> 'cancelled' group by product_id
  union all select 'sold for ' || product_id, sum(quantity * price) from order_lines join orders on orders.id = order_id
    where status <> 'pending' and cancel <> 'cancelled' group by product_id`
const KEPT = `
  select name, sum(value) as value from figures group by name having sum(value) <> 0
  union all select 'sold ' || product_id, quantity from product_sales where quantity <> 0
  union all select 'sold for ' || product_id, amount from product_sales where amount <> 0`

async function wrongFigures() {
  const { rows } = await pool.query(
    `select coalesce(counted.name, kept.name) as name, counted.value as counted, kept.value as kept
     from (${COUNTED}) as counted full join (${KEPT}) as kept using (name)
     where coalesce(counted.value, 0) <> coalesce(kept.value, 0)`,
  )
  return rows
}

async function place(): Promise<number> {
  const checkout = { key: randomUUID(), lines: [lineFor(await addProduct(db))], address: someAddress }
  const placed = await placeOrder({ db }, await addUser(db), checkout)
  assert.ok(placed.ok)
  return placed.order.id
}

test('the figures that triggers keep are the ones that counting gives, whatever happens', async () => {
  assert.deepEqual(await wrongFigures(), [])
  const [first, second, third, fourth] = [await place(), await place(), await place(), await place()]
  assert.deepEqual(await wrongFigures(), [])
  const steps: Record<string, () => Promise<unknown>> = {
    deliver: () => deliverOrder({ db }, admin, first),
    'delete a delivered order': () => deleteOrder({ db }, admin, first),
    cancel: () => pool.query("update orders set cancel = 'cancelled' where id = $1", [second]),
    'delete a cancelled order': () => deleteOrder({ db }, admin, second),
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
    'empty the shop': () => pool.query('truncate products, orders, order_lines, product_raise'),
  }
  for (const [name, step] of Object.entries(steps)) {
    await step()
    assert.deepEqual(await wrongFigures(), [], name)
  }
})
