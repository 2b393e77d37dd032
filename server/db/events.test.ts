import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import pg from 'pg'
import { relayBatch } from '#server/live/outbox-relay.ts'
import { addProduct, addProducts, addUser } from '#tests/support/fixtures/factories.ts'
import { openDatabase } from '#tests/support/postgres.ts'

const database = await openDatabase()
const { db, pool } = database
const listener = new pg.Client({ connectionString: database.url })
let heard: string[] = []

before(async () => {
  listener.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await listener.connect()
  await listener.query('listen gamla')
})
beforeEach(() => told())
after(async () => {
  await listener.end()
  await database.close()
})

/** The changes since the last call. A listener has received everything that was notified before its query. */
async function told(): Promise<string[]> {
  await relayBatch(listener)
  await listener.query('select')
  const said = heard.toSorted()
  heard = []
  return said
}

async function addOrder(userId: string, productIds: number[]): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into orders (user_id, email, name, address, city, pincode, mobile_number, total_amount, checkout_key)
     values ($1, 'e', 'n', 'a', 'c', 'p', 'm', 0, gen_random_uuid()) returning id::integer`,
    [userId],
  )
  const id = rows[0]?.id ?? 0
  await pool.query(
    `insert into order_lines (order_id, position, product_id, title, price, quantity, product_image_url, category, size_code,
         size_label, selected_color)
     select $1, n, product_id, 't', 1, 1, '{a}', 'c', 'C01', 'CUBEE C01', 'Sandstone'
     from unnest($2::bigint[]) with ordinality as products (product_id, n)`,
    [id, productIds],
  )
  return id
}

test('a product that is added, changed or deleted is named', async () => {
  const id = await addProduct(db)
  assert.deepEqual(await told(), [`product ${id}`])
  await pool.query('update products set price = price + 1 where id = $1', [id])
  assert.deepEqual(await told(), [`product ${id}`])
  await pool.query('delete from products where id = $1', [id])
  assert.deepEqual(await told(), [`product ${id}`])
})

test('nothing is said of what did not change, or was not committed', async () => {
  const id = await addProduct(db)
  await told()
  await pool.query('update products set price = price where id = $1', [id])
  await db.transaction((tx) => addProduct(tx).then(() => tx.rollback())).catch(() => {})
  assert.deepEqual(await told(), [])
})

test('a hundred changes are named, more are not', async () => {
  const ids = await addProducts(
    db,
    Array.from({ length: 100 }, () => ({})),
  )
  assert.deepEqual(await told(), ids.map((id) => `product ${id}`).toSorted())
  await addProduct(db)
  await told()
  await pool.query('update products set price = price + 1')
  assert.deepEqual(await told(), ['product *'])
})

test('an order is named with the shopper whom it concerns', async () => {
  const { userId } = await addUser(db)
  await told()
  const id = await addOrder(userId, [1, 2])
  assert.deepEqual(await told(), [`order ${id} ${userId}`])
  await pool.query("update orders set cancel = 'requested' where id = $1", [id])
  assert.deepEqual(await told(), [`order ${id} ${userId}`])
  await pool.query('delete from orders where id = $1', [id])
  assert.deepEqual(await told(), [`order ${id} ${userId}`])
})

test('a delivery, and a delivered order that is deleted, name the products whose Sold mark changes', async () => {
  const { userId } = await addUser(db)
  const id = await addOrder(userId, [7, 8])
  await addOrder(userId, [9])
  await told()
  await pool.query('update order_lines set delivered_at = now() where order_id = $1', [id])
  assert.deepEqual(await told(), ['product 7', 'product 8'])
  await pool.query('delete from orders where id = $1', [id])
  assert.deepEqual(await told(), [`order ${id} ${userId}`, 'product 7', 'product 8'])
})

test('a new account, and a new role, are told', async () => {
  const { userId } = await addUser(db)
  assert.deepEqual(await told(), [`user ${userId}`])
  await pool.query(`update "user" set role = 'seller' where id = $1`, [userId])
  assert.deepEqual(await told(), [`user ${userId}`])
})

test('an order whose state changes names the sellers of its lines', async () => {
  const [buyer, seller] = [await addUser(db), await addUser(db, 'seller')]
  const id = await addOrder(buyer.userId, [3, 4])
  await pool.query('update order_lines set seller_id = $2 where order_id = $1', [id, seller.userId])
  await told()
  await pool.query("update orders set cancel = 'requested' where id = $1", [id])
  assert.deepEqual(await told(), [`order ${id} ${buyer.userId}`, `sale ${seller.userId}`])
  await pool.query('update orders set cancel = cancel where id = $1', [id])
  assert.deepEqual(await told(), [])
})

test('a session that begins is told as a login, and one that ends as its end', async () => {
  const { userId } = await addUser(db)
  await told()
  await pool.query(`insert into session (id, token, user_id, expires_at) values ('s1', 't1', $1, now())`, [userId])
  assert.deepEqual(await told(), [`login ${userId}`])
  await pool.query("update session set last_used_at = now() + interval '1 hour' where token = 't1'")
  assert.deepEqual(await told(), [])
  await pool.query("delete from session where token = 't1'")
  assert.deepEqual(await told(), [`session ${userId}`])
})

test('a failed email is announced, and again when it is no longer failed', async () => {
  await pool.query("insert into sent_messages (template, subject, params) values ('order-placed', 'order 1', '{}')")
  assert.deepEqual(await told(), [])
  await pool.query("update sent_messages set state = 'failed', problem = 'no such template'")
  const [name] = await told()
  assert.match(name ?? '', /^email \d+$/)
  await pool.query("update sent_messages set state = 'queued', problem = null")
  assert.deepEqual(await told(), [name])
  await pool.query("update sent_messages set state = 'sent'")
  assert.deepEqual(await told(), [])
})

test('a transaction that commits late is told although later ones were told before it', async () => {
  const slow = await pool.connect()
  await slow.query('begin')
  await slow.query(`insert into outbox (change) values ('product 1')`)
  await pool.query(`insert into outbox (change) values ('product 2')`)
  assert.deepEqual(await told(), ['product 2'])
  await slow.query('commit')
  slow.release()
  assert.deepEqual(await told(), ['product 1'])
})

test('two relays at once tell everything once, and none of them waits for the other', async () => {
  await pool.query(`insert into outbox (change) select 'product ' || n from generate_series(1, 1200) as n`)
  const other = new pg.Client({ connectionString: database.url })
  await other.connect()
  let taken = 0
  for (let isMore = true; isMore; ) {
    const both = await Promise.all([relayBatch(listener), relayBatch(other)])
    isMore = both.some((rows) => rows > 0)
    taken += both[0] + both[1]
  }
  await other.end()
  assert.equal(taken, 1200)
  assert.equal((await told()).length, 1200)
})

test('jobs leave the outbox for the queue, one for each key, and names that are too long for NOTIFY are told as all', async () => {
  const job = (orderId: number) =>
    JSON.stringify({
      task: 'send-order-email',
      payload: { orderId },
      queue: 'emails',
      maxAttempts: 25,
      key: 'order-email:7',
    })
  await pool.query('insert into outbox (job) values ($1), ($1)', [job(7)])
  await pool.query(`insert into outbox (change) values ('user ' || repeat('x', 9000))`)
  assert.deepEqual(await told(), ['user *'])
  const { rows } = await pool.query("select from graphile_worker.jobs where key = 'order-email:7'")
  assert.equal(rows.length, 1)
  assert.deepEqual((await pool.query('select from outbox')).rows, [])
})
